"""The key that lives outside the database: it seals what is not yet public, and signs the heads of the log.

What is sealed is first padded by what anybody may know, so that its length tells nothing. Sealing needs no chance
(decision 61).
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
"""How much longer than its public part the hidden part of an event may be."""
_SNAPSHOT_STEP: Final = 1024
_T = TypeVar("_T")


class Keys:
    """What is derived from one secret of 32 bytes; or the public part alone, which seals, opens and signs nothing."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != _BYTES:
            raise InputError("key-length", wanted=_BYTES, given=len(secret))
        signer = Ed25519PrivateKey.from_private_bytes(_derived(secret, b"sign"))
        self._cipher: AESSIV | None = AESSIV(_derived(secret, b"seal", 2 * _BYTES))
        self._signer: Ed25519PrivateKey | None = signer
        self._marker: bytes | None = _derived(secret, b"mark")
        self.public = signer.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        """The key with which anyone can check a signature."""
        self.fingerprint = sha256(b"mississippi-stud key\0" + _derived(secret, b"name")).hexdigest()[:16]

    @classmethod
    def from_file(cls, path: Path, *, create: bool = False) -> Self:
        """The keys of a file; `create` makes one that only its owner can read, if there is none."""
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
        """The public part alone, for an inspector."""
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
        """Whether the secret is known, and not its public part alone."""
        return self._signer is not None

    def seal(self, plain: bytes, about: bytes) -> bytes:
        """`plain` encrypted, and bound to what it is about; the same again gives the same, so a run can be replayed."""
        return _known(self._cipher).encrypt(plain, [about])

    def unseal(self, sealed: bytes, about: bytes) -> bytes:
        """What was sealed; an `InputError` if the key is another or the text was changed."""
        cipher = _known(self._cipher)
        try:
            return cipher.decrypt(sealed, [about])
        except (InvalidTag, ValueError):
            raise InputError("sealed-unopened") from None

    def seal_event(self, stream: str, version: int, payload: bytes, hidden: bytes) -> bytes:
        """The hidden part of an event, bound to its place; the length depends on the public part alone."""
        size = -(-(len(payload) + _ROOM) // _STEP) * _STEP
        if len(hidden) > size:
            said = f"the hidden part of event {version} of {stream} has {len(hidden)} bytes, and room for {size}"
            raise ValueError(said)
        return self.seal(hidden.ljust(size), f"event {stream} {version}".encode())

    def unseal_event(self, stream: str, version: int, sealed: bytes) -> bytes:
        """The hidden part of an event as it was before sealing."""
        return self.unseal(sealed, f"event {stream} {version}".encode()).rstrip(b" ")

    def seal_snapshot(self, stream: str, version: int, state: bytes) -> bytes:
        """A state, sealed, so that a long stream opens at once; it can always be thrown away."""
        size = -(-len(state) // _SNAPSHOT_STEP) * _SNAPSHOT_STEP
        return self.seal(state.ljust(size), f"snapshot {stream} {version}".encode())

    def unseal_snapshot(self, stream: str, version: int, sealed: bytes) -> bytes:
        """A state as it was before sealing."""
        return self.unseal(sealed, f"snapshot {stream} {version}".encode()).rstrip(b" ")

    def mark(self, message: bytes) -> bytes:
        """What tells a message from others; without the key nobody finds out which it is by trying them."""
        return hmac.digest(_known(self._marker), message, "sha256")

    def sign(self, message: bytes) -> bytes:
        """An Ed25519 signature."""
        return _known(self._signer).sign(message)


def _new() -> bytes:
    return os.urandom(_BYTES).hex().encode() + b"\n"


def _known(part: _T | None) -> _T:
    if part is None:
        raise InputError("key-needed")
    return part


def missing(path: Path) -> InputError:
    """There is no key where one should be."""
    return InputError("key-file-missing", path=path)


def signed_by(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature is good."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def signed_in_hex(public: str, signature: str, message: bytes) -> bool:
    """Whether a signature is good, where it and the public key are written in hexadecimal digits."""
    try:
        return signed_by(bytes.fromhex(public), bytes.fromhex(signature), message)
    except ValueError:
        return False


def _derived(secret: bytes, purpose: bytes, length: int = _BYTES) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=b"mississippi-stud " + purpose).derive(secret)
