"""The second factor besides a password: codes of an authenticator app (TOTP, RFC 6238) and ten recovery codes.

Every code is accepted once: what was used is noted in the vault, which a restore of the log does not take back
(decision 172).
"""

import hmac
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor.persons import mark, person_of, stream_of
from mississippi_stud.person import credentials as c

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

ISSUER: Final = "Mississippi Stud"
CODES: Final = 10
_STEP: Final = 30 * 1_000_000
_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_CODE_LENGTH: Final = 12
_GROUP: Final = 4
_SECOND_FACTOR: Final = "second factor"
_FOR_EVER: Final = 2**62


class SecondFactor(msgspec.Struct, frozen=True, kw_only=True):
    """The secret of the codes, and the hashes of the recovery codes, as they are before they are sealed."""

    secret: str
    codes: tuple[str, ...]


def new_totp_secret() -> str:
    """Return a secret for an authenticator app."""
    import pyotp  # here, as nobody needs it to play

    return pyotp.random_base32()


def address_of_secret(secret: str, login: str) -> str:
    """Return what an authenticator app reads."""
    import pyotp

    return str(pyotp.TOTP(secret).provisioning_uri(name=login, issuer_name=ISSUER))


def second_factor_of(floor: "Floor", person: str) -> SecondFactor | None:
    """Return a person's second factor; None without one."""
    sealed = person_of(floor, person).credentials.second_factor
    plain = floor.vault.unseal(person, sealed, _SECOND_FACTOR) if sealed else None
    return None if plain is None else msgspec.json.decode(plain, type=SecondFactor)


def set_second_factor(floor: "Floor", person: str, secret: str, code: str) -> tuple[str, ...]:
    """Set a person's second factor, once its first code proves that their app has it; return fresh recovery codes."""
    if not _app_code(floor, person, secret, code):
        raise InputError("code-wrong")
    return _set(floor, person, secret)


def renew_recovery_codes(floor: "Floor", person: str) -> tuple[str, ...]:
    """Replace a person's recovery codes; return the new ones, which are shown once."""
    held = second_factor_of(floor, person)
    if held is None:
        raise InputError("second-factor-missing")
    return _set(floor, person, held.secret)


def remove_second_factor(floor: "Floor", person: str, *, by: str) -> None:
    """Ask a person for the password alone."""
    floor.send(stream_of(person), c.RemoveSecondFactor(by=by), actor=by)


def _set(floor: "Floor", person: str, secret: str) -> tuple[str, ...]:
    codes = tuple(_recovery_code() for _ in range(CODES))
    plain = msgspec.json.encode(SecondFactor(secret=secret, codes=tuple(map(_hashed, codes))))
    sealed = floor.vault.seal(person, plain, _SECOND_FACTOR)
    floor.send(stream_of(person), c.SetSecondFactor(sealed=sealed), actor=person)
    return codes


def recovery_codes_left(floor: "Floor", person: str) -> int:
    """Return how many recovery codes a person has not used."""
    held = second_factor_of(floor, person)
    return len(held.codes) - floor.vault.noted(*(mark(floor, each, person) for each in held.codes)) if held else 0


def passed(floor: "Floor", person: str, code: str) -> bool:
    """Return whether a code is right and new, and use it up; whoever has no second factor needs none."""
    held = second_factor_of(floor, person)
    if held is None or _app_code(floor, person, held.secret, code):
        return True
    hashed = _hashed(code)
    return hashed in held.codes and advance(floor, person, hashed, 1)


def _app_code(floor: "Floor", person: str, secret: str, code: str) -> bool:
    """Return whether an app shows this code now, 30 seconds ago or in 30 seconds, and no code so late was used."""
    import pyotp

    totp, now = pyotp.TOTP(secret), floor.clock() // _STEP
    given = "".join(code.split()).encode()
    steps = [step for step in (now - 1, now, now + 1) if hmac.compare_digest(totp.generate_otp(step).encode(), given)]
    return bool(steps) and advance(floor, person, "totp", steps[0])


def advance(floor: "Floor", person: str, about: str, number: int) -> bool:
    """Move a counter of a person's up to a number; False if it is there already, or farther."""
    moved = False

    def higher(text: str) -> str:
        nonlocal moved
        moved = not text or int(text) < number
        return str(number) if moved else text

    floor.vault.revise(mark(floor, about, person), higher, person=person, at=floor.clock(), until=_FOR_EVER)
    return moved


def _recovery_code() -> str:
    text = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
    return "-".join(text[start : start + _GROUP] for start in range(0, _CODE_LENGTH, _GROUP))


def _hashed(code: str) -> str:
    return sha256("".join(each for each in code.lower() if each in _ALPHABET).encode()).hexdigest()
