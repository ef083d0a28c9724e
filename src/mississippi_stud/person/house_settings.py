"""The settings of a house: what each is when nobody has changed it, and the bounds within which it may be changed."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from mississippi_stud.errors import InputError

SettingValue = int | str
NAME_MAX: Final = 60


class Setting(NamedTuple):
    """A setting: its value by default and what it may be, as one of the choices, or as a number or a text in bounds."""

    default: SettingValue
    least: int = 0
    most: int = NAME_MAX
    choices: tuple[SettingValue, ...] = ()


SETTINGS: Final[Mapping[str, Setting]] = {
    "name_en": Setting(""),
    "name_fr": Setting(""),
    "currency": Setting("", choices=("", "AUD", "CAD", "USD")),
    "idle_minutes": Setting(30, 5, 30),  # GLI-19 2.5.4
    "session_hours": Setting(12, 1, 24),  # decision 465
    "invitation_hours": Setting(72, 1, 14 * 24),
    "recovery_minutes": Setting(60, 5, 24 * 60),
    "proposal_hours": Setting(72, 1, 14 * 24),
    "guests_play": Setting("yes", choices=("yes", "no")),
    "guests_more_money": Setting("yes", choices=("yes", "no")),
    "break_after_minutes": Setting(0, 0, 12 * 60),
    "break_minutes": Setting(15, 5, 24 * 60),
}
"""The settings of every house by name; an empty text has no effect."""


def check_setting(name: str, value: SettingValue) -> None:
    """Raise `InputError` unless this setting may have this value."""
    if name not in SETTINGS:
        raise InputError("no-setting", name=name, names=tuple(SETTINGS))
    rule = SETTINGS[name]
    if type(value) is not type(rule.default):
        raise InputError("setting-kind", name=name, value=value)
    if rule.choices:
        if value not in rule.choices:
            raise InputError("setting-choice", name=name, choices=rule.choices)
    elif isinstance(value, int):
        if not rule.least <= value <= rule.most:
            raise InputError("setting-bounds", name=name, least=rule.least, most=rule.most)
    elif len(value) > rule.most or not value.isprintable():
        raise InputError("setting-text", name=name, most=rule.most)
