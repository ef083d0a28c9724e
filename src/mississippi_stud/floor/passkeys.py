"""Passkeys (WebAuthn): a key pair in somebody's device, which checks that it is them, so that one is two factors."""

import logging
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor import signin, tickets
from mississippi_stud.floor.accounts import check_text
from mississippi_stud.floor.persons import mark, person_of, stream_of
from mississippi_stud.floor.second_factor import ISSUER, advance
from mississippi_stud.floor.signin import Entry, SignInError
from mississippi_stud.person import credentials as c

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

LABEL_MAX: Final = 40
_LOG: Final = logging.getLogger(__name__)
_PASSKEY: Final = "passkey"
_NEW: Final = "new passkey"
_STRANGER: Final = "stranger"


class RelyingParty(NamedTuple):
    """The site that a passkey is for."""

    name: str
    """Its host name."""
    origin: str


class PublicKey(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey as it is before it is sealed: its id and public key in Base64, and what the person calls it."""

    id: str
    key: str
    label: str


def creation_options(floor: "Floor", person: str, site: RelyingParty, *, stranger: bool) -> str:
    """Return, as JSON, what a browser needs to make a passkey for a person; a `stranger` is not known by it yet."""
    import webauthn  # here, as nobody needs it to play
    from webauthn.helpers import base64url_to_bytes, structs

    held, named = public_keys(floor, person).values(), signin.password_of(floor, person)
    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name=ISSUER,
        user_id=person.encode(),
        user_name=named.login if named else ISSUER,
        challenge=tickets.issue(floor, _NEW, person, _STRANGER if stranger else "").encode(),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in held],
    )
    return webauthn.options_to_json(options)


def add_passkey(
    floor: "Floor", made: dict[str, Any], site: RelyingParty, label: str, person: str | None, *, first: bool
) -> str:
    """Add the passkey that a browser has made for a person, who is returned; a guest becomes an account by it.

    `person` is who asks: nobody adds a passkey for somebody else. `first` is for a guest alone.
    """
    import webauthn
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    check_text("label-text", label, LABEL_MAX)
    try:
        challenge = _challenge(made)
        ticket = tickets.redeem(floor, challenge, _NEW)
        verified = webauthn.verify_registration_response(
            credential=made,
            expected_challenge=challenge.encode(),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, LookupError, TypeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("passkey-bad") from None
    owner = ticket.person
    if owner != person and (person is not None or ticket.content != _STRANGER):
        raise InputError("ticket-stale")
    id = bytes_to_base64url(verified.credential_id)  # noqa: A001
    name = mark(floor, _PASSKEY, id)
    if not floor.vault.claim(name, owner):
        raise InputError("passkey-bad")
    key = PublicKey(id=id, key=bytes_to_base64url(verified.credential_public_key), label=label)
    sealed = floor.vault.seal(owner, msgspec.json.encode(key), _PASSKEY)
    floor.send(stream_of(owner), c.AddPasskey(passkey=name, sealed=sealed, first=first), actor=owner)
    if verified.sign_count:
        advance(floor, owner, name, verified.sign_count)
    return owner


def remove_passkey(floor: "Floor", person: str, passkey: str) -> None:
    """Remove a passkey of a person's."""
    floor.send(stream_of(person), c.RemovePasskey(passkey=passkey), actor=person)
    floor.vault.release(passkey, person)


def public_keys(floor: "Floor", person: str) -> dict[str, PublicKey]:
    """Return a person's passkeys by the names under which the log knows them."""
    found = {}
    for name, held in person_of(floor, person).credentials.passkeys.items():
        plain = floor.vault.unseal(person, held.sealed, _PASSKEY)
        if plain is not None:
            found[name] = msgspec.json.decode(plain, type=PublicKey)
    return found


# Signing in.


def request_options(floor: "Floor", site: RelyingParty) -> str:
    """Return, as JSON, what a browser needs to sign in with any passkey that it has for this site."""
    import webauthn
    from webauthn.helpers.structs import UserVerificationRequirement

    options = webauthn.generate_authentication_options(
        rp_id=site.name,
        challenge=tickets.issue(floor, _PASSKEY).encode(),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return webauthn.options_to_json(options)


def sign_in(floor: "Floor", signed: dict[str, Any], site: RelyingParty, device: str) -> Entry:
    """Begin a session with what a passkey has signed; else `SignInError`."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.exceptions import WebAuthnException

    name = mark(floor, _PASSKEY, str(signed.get("id", "")).rstrip("="))
    person = floor.vault.person_of(name) or ""
    try:
        challenge = _challenge(signed)
        tickets.redeem(floor, challenge, _PASSKEY)
        held = public_keys(floor, person)[name]
        verified = webauthn.verify_authentication_response(
            credential=signed,
            expected_challenge=challenge.encode(),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(held.key),
            credential_current_sign_count=0,  # checked below, where two at once are told apart
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, LookupError, TypeError):  # an `InputError` among them
        raise SignInError from None
    if not _counted(floor, person, name, verified.new_sign_count):
        _LOG.warning("a passkey of %s has been copied: its counter went back", person)
        floor.send(stream_of(person), c.ReportPasskey(passkey=name), actor=person)
    if person_of(floor, person).credentials.passkeys[name].cloned:
        floor.submit(stream_of(person), c.FailSignIn(method=c.SignInMethod.PASSKEY, locked_until=0), actor=person)
        raise SignInError
    return signin.begin(floor, person, device, c.SignInMethod.PASSKEY, second_factor=True)


def _counted(floor: "Floor", person: str, name: str, count: int) -> bool:
    """Return whether a passkey's counter has gone up; one that does not count always says 0."""
    if count:
        return advance(floor, person, name, count)
    return not floor.vault.noted(mark(floor, name, person))


def _challenge(answer: dict[str, Any]) -> str:
    """Return the challenge that a browser's answer claims to be about."""
    from webauthn.helpers import base64url_to_bytes

    try:
        said = msgspec.json.decode(base64url_to_bytes(answer["response"]["clientDataJSON"]))
        return base64url_to_bytes(said["challenge"]).decode("ascii")
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError("passkey-bad") from None
