"""What the meters of a house stood at, at each settlement and at any moment (crown 9.5.3)."""

from typing import Any, Final

from litestar import Request, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from mississippi_stud.floor import Floor, houses
from mississippi_stud.floor.history import meter_readings
from mississippi_stud.prose.meters import exact
from mississippi_stud.prose.operation import moment
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.houses import person_of
from mississippi_stud.web.inspector import SearchText, microseconds_of
from mississippi_stud.web.pages.inspection import inspection_page, looking_back
from mississippi_stud.web.press import has_power

Asking = Request[Any, Any, Any]
_READINGS_MAX: Final = 25


@get("/house/{house:str}/meters", opt={"access": Access.MEMBER}, include_in_schema=False)
async def meters(request: Asking, house: FromPath[str], at: SearchText = "") -> Template:
    """What the meters of a house stood at, at each settlement and at any moment (crown 9.5.3)."""
    floor, language, asked = request.app.state.floor, language_of(request), microseconds_of(at)

    def look() -> list[dict[str, Any]]:
        if not has_power(floor, house, person_of(request), Power.READ_METER):
            raise NotFoundException
        return [_group(floor, name, asked, language) for name in meter_readings.meters_of_house(floor, house)]

    groups = await looking_back(request, look)
    inspects = houses.is_owner(floor, house, person_of(request)) or houses.is_official(floor, house, person_of(request))
    return inspection_page(
        request, house, "inspection_meters.html", "meters", groups=groups, at=at, inspects=inspects, moment=moment
    )


def _group(floor: Floor, name: str, at: int | None, language: str) -> dict[str, Any]:
    known, _ = floor.house_meters(name)
    book = floor.book(known.book)
    currency = book.money.currency.value
    return {
        "name": name,
        "values": [
            (meter, exact(value, currency, language), str(value))
            for meter, value in meter_readings.values_at(floor, name, floor.clock() if at is None else at).items()
        ],
        "readings": [
            {
                "at": moment(each.at),
                "meter": each.meter,
                "table": each.table.removeprefix("table:"),
                "round": each.round.rpartition("#")[2],
                "value": exact(each.value, currency, language),
                "cents": str(each.value),
                "same": meter_readings.value_after(floor, name, each.version).get(each.meter) == each.value,
            }
            for each in meter_readings.readings(floor, name, at, _READINGS_MAX)
        ],
    }


routes = [meters]
