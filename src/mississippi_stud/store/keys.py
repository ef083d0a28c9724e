"""The key, kept outside the database: it seals what is not yet public and signs the heads of the log.

Plain text is padded to a length that depends only on public data, so that the sealed length reveals nothing. Sealing
uses no randomness (decision 61).
"""

import hmac
import os
from hashlib import sha256
from pathlib import Path
from typing import Final, Self, TypeVar

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from mississippi_stud.errors import InputError
from mississippi_stud.store import files

_BYTES: Final = 32
_STEP: Final = 256
_ROOM: Final = 192
"""How many bytes longer than its public part the hidden part of an event may be."""
_SNAPSHOT_STEP: Final = 1024
_T = TypeVar("_T")


class Keys:
    """Keys derived from one 32-byte secret; or the public key alone, which cannot seal, open or sign."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != _BYTES:
            raise InputError("key-length", wanted=_BYTES, given=len(secret))
        signer = Ed25519PrivateKey.from_private_bytes(_derived(secret, b"sign"))
        self._cipher: AESSIV | None = AESSIV(_derived(secret, b"seal", 2 * _BYTES))
        self._signer: Ed25519PrivateKey | None = signer
        self._marker: bytes | None = _derived(secret, b"mark")
        self.public = signer.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        """The public key, with which anyone can check a signature."""
        self.fingerprint = sha256(b"mississippi-stud key\0" + _derived(secret, b"name")).hexdigest()[:16]

    @classmethod
    def from_file(cls, path: Path, *, create: bool = False) -> Self:
        """Read the keys from a file; with `create`, make an owner-only one if it is missing."""
        try:
            held = files.secret(path, _new if create else None)
        except FileNotFoundError:
            raise missing(path) from None
        try:
            return cls(bytes.fromhex(held.decode("ascii")))
        except ValueError as error:
            raise InputError("key-file-bad", path=path, why=error) from None

    @classmethod
    def of_public(cls, written: str) -> Self:
        """Return the public key alone, for an inspector."""
        try:
            public = bytes.fromhex(written)
            Ed25519PublicKey.from_public_bytes(public)
        except ValueError:
            raise InputError("public-key-bad", text=written) from None
        keys = cls.__new__(cls)
        keys._cipher = keys._signer = keys._marker = None
        keys.public, keys.fingerprint = public, ""
        return keys

    @property
    def whole(self) -> bool:
        """Whether the secret is known, not only the public key."""
        return self._signer is not None

    def seal(self, plain: bytes, about: bytes) -> bytes:
        """Encrypt `plain` and bind it to `about`; the result is deterministic, so that a run can be replayed."""
        return _known(self._cipher).encrypt(plain, [about])

    def unseal(self, sealed: bytes, about: bytes) -> bytes:
        """Decrypt what was sealed; `InputError` if the key is wrong or the text was changed."""
        cipher = _known(self._cipher)
        try:
            return cipher.decrypt(sealed, [about])
        except (InvalidTag, ValueError):
            raise InputError("sealed-unopened") from None

    def seal_event(self, stream: str, version: int, payload: bytes, hidden: bytes) -> bytes:
        """Seal the hidden part of an event, bound to its place; its length depends on the public part alone."""
        size = -(-(len(payload) + _ROOM) // _STEP) * _STEP
        if len(hidden) > size:
            said = f"the hidden part of event {version} of {stream} has {len(hidden)} bytes, and room for {size}"
            raise ValueError(said)
        return self.seal(hidden.ljust(size), f"event {stream} {version}".encode())

    def unseal_event(self, stream: str, version: int, sealed: bytes) -> bytes:
        """Unseal the hidden part of an event."""
        return self.unseal(sealed, f"event {stream} {version}".encode()).rstrip(b" ")

    def seal_snapshot(self, stream: str, version: int, state: bytes) -> bytes:
        """Seal a state. Snapshots let a long stream open quickly, and can be thrown away at any time."""
        size = -(-len(state) // _SNAPSHOT_STEP) * _SNAPSHOT_STEP
        return self.seal(state.ljust(size), f"snapshot {stream} {version}".encode())

    def unseal_snapshot(self, stream: str, version: int, sealed: bytes) -> bytes:
        """Unseal a state."""
        return self.unseal(sealed, f"snapshot {stream} {version}".encode()).rstrip(b" ")

    def mark(self, message: bytes) -> bytes:
        """Return a keyed hash of a message: without the key, nobody can find the message by trying candidates."""
        return hmac.digest(_known(self._marker), message, "sha256")

    def sign(self, message: bytes) -> bytes:
        """Return an Ed25519 signature of a message."""
        return _known(self._signer).sign(message)


def _new() -> bytes:
    return os.urandom(_BYTES).hex().encode() + b"\n"


def _known(part: _T | None) -> _T:
    if part is None:
        raise InputError("key-needed")
    return part


def missing(path: Path) -> InputError:
    """Return the error that there is no key where one should be."""
    return InputError("key-file-missing", path=path)


def signed_by(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature is valid."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def signed_in_hex(public: str, signature: str, message: bytes) -> bool:
    """Whether a signature is valid; it and the public key are in hexadecimal."""
    try:
        return signed_by(bytes.fromhex(public), bytes.fromhex(signature), message)
    except ValueError:
        return False


def _derived(secret: bytes, purpose: bytes, length: int = _BYTES) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=b"mississippi-stud " + purpose).derive(secret)
