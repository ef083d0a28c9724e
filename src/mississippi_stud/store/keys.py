"""The key that lives outside the database: it seals what is not yet public, and signs the heads of the log."""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from mississippi_stud.errors import InputError

_BYTES: Final = 32


class Keys:
    """What is derived from one secret of 32 bytes."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != _BYTES:
            raise InputError(f"a key has {_BYTES} bytes; this one has {len(secret)}")
        self._cipher = AESSIV(_derived(secret, b"seal", 2 * _BYTES))
        self._signer = Ed25519PrivateKey.from_private_bytes(_derived(secret, b"sign"))
        self.fingerprint = sha256(b"mississippi-stud key\0" + _derived(secret, b"name")).hexdigest()[:16]

    @classmethod
    def from_file(cls, path: Path, *, create: bool = False) -> Self:
        """The keys of a file; `create` makes one that only its owner can read, if there is none."""
        try:
            if create and not path.exists():
                _make(path)
            return cls(bytes.fromhex(path.read_text(encoding="ascii")))
        except FileNotFoundError:
            raise missing(path) from None
        except OSError as error:
            raise InputError(f"the key file {path} cannot be used: {error.strerror}") from None
        except ValueError as error:
            raise InputError(f"the key file {path} holds no key: {error}") from None

    def seal(self, plain: bytes, about: bytes) -> bytes:
        """`plain` encrypted, and bound to what it is about; the same again gives the same, so a run can be replayed."""
        return self._cipher.encrypt(plain, [about])

    def unseal(self, sealed: bytes, about: bytes) -> bytes:
        """What was sealed; an `InputError` if the key is another or the text was changed."""
        try:
            return self._cipher.decrypt(sealed, [about])
        except (InvalidTag, ValueError):
            raise InputError("what was sealed cannot be opened: the key is another one, or it was changed") from None

    def sign(self, message: bytes) -> bytes:
        """An Ed25519 signature."""
        return self._signer.sign(message)

    @property
    def public(self) -> bytes:
        """The key with which anyone can check a signature."""
        return self._signer.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def _make(path: Path) -> None:
    """A new key, whole and on disk under its name, or the one that somebody else made at the same moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(os.urandom(_BYTES).hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def missing(path: Path) -> InputError:
    """There is no key where one should be."""
    return InputError(f"there is no key file {path}: name the one that this database was made with")


def signed_by(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature is good."""
    from cryptography.exceptions import InvalidSignature

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _derived(secret: bytes, purpose: bytes, length: int = _BYTES) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=b"mississippi-stud " + purpose).derive(secret)
