"""Who belongs to a house, as a projection of the houses' streams: whoever signs in as staff is known by it."""

from typing import TYPE_CHECKING, Final

from sqlalchemy import Column, Integer, String, Table, Text, select

from mississippi_stud.store.schema import projections

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

house_members: Final = Table(
    "house_members",
    projections,
    Column("house", String(40), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("owner", Integer, nullable=False),
    Column("titles", Text, nullable=False),  # JSON: by book
    Column("disabled", Integer, nullable=False),
)


def memberships(floor: "Floor", person: str) -> list[str]:
    """Return the houses that have somebody as a member who is not disabled."""
    table = house_members.c
    chosen = select(table.house).where(table.person == person, table.disabled == 0).order_by(table.house)
    with floor.database.transaction() as connection:
        return list(connection.scalars(chosen))
