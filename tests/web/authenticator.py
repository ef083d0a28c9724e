"""An authenticator in software, for passkeys without a browser: it can also lie, and be copied."""

import json
import os
from base64 import urlsafe_b64encode
from copy import copy
from hashlib import sha256
from typing import Any, Self

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, NEW_KEY = 1, 4, 64


def text(plain: bytes) -> str:
    return urlsafe_b64encode(plain).rstrip(b"=").decode()


class Authenticator:
    """Holds one passkey; whoever uses it is there and is verified, unless `flags` say otherwise."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.name = origin.partition("://")[2].partition(":")[0]
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(32)
        self.counter = 0
        self.flags = PRESENT | VERIFIED

    def copied(self) -> Self:
        """Return a copy, which counts for itself from now on."""
        return copy(self)

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what a browser sends after it has made the passkey."""
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        held = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        attested = {"fmt": "none", "attStmt": {}, "authData": self._data(NEW_KEY) + held}
        said = self._said("webauthn.create", options)
        return self._credential({"clientDataJSON": text(said), "attestationObject": text(cbor2.dumps(attested))})

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what a browser sends to sign in; the counter goes up."""
        self.counter += 1
        said, data = self._said("webauthn.get", options), self._data(0)
        signature = self.key.sign(data + sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            {"clientDataJSON": text(said), "authenticatorData": text(data), "signature": text(signature)}
        )

    def _data(self, flags: int) -> bytes:
        return sha256(self.name.encode()).digest() + bytes([self.flags | flags]) + self.counter.to_bytes(4, "big")

    def _said(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}
