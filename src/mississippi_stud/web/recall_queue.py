"""Who waits to look back at rounds, or for other work that takes long."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final, TypeVar

from litestar.exceptions import TooManyRequestsException

_T = TypeVar("_T")


class RecallQueue:
    """Who looks back at rounds. At a table with a long past that takes long: few do it at once, each a few times.

    Whoever comes by a link is known by their address.
    """

    at_once: Final = 2
    of_a_person: Final = 4

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(self.at_once)
        self._asked = Counter[str]()

    async def at(self, who: str, look: Callable[[], _T]) -> _T:
        """What is seen of a round, when there is room; somebody who waits for much already is refused."""
        if self._asked[who] >= self.of_a_person:
            raise TooManyRequestsException(headers={"Retry-After": "1"})
        self._asked[who] += 1
        try:
            async with self._room:
                return await asyncio.to_thread(look)
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]
