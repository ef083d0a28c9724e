"""In what order pages are shown what has grown, and how answers of other threads reach the event loop."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import pytest

from mississippi_stud.floor import Floor
from mississippi_stud.web import broadcast, topics
from mississippi_stud.web.broadcast import Broadcast, Growth, ShownView, Urgency, WaitingPage
from mississippi_stud.web.relay import Relay
from mississippi_stud.web.shapes import PersonSight
from mississippi_stud.web.wire import SocketProtocol, together

STREAMS = ("account:ann", "account:ben")
T = TypeVar("T")


def run(work: Coroutine[object, object, T]) -> T:
    """Run something in an event loop of its own: that of a browser may be running here."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, work).result()


async def _told(floor: Floor, growth: Growth, *deposits: str) -> None:
    """Make deposits while the event loop is busy, then let it run until nobody is left to be told."""
    for account in deposits:
        floor.deposit(account, 1_00)
    for _ in range(20):
        await asyncio.sleep(0)


def test_the_staff_is_told_first_then_what_several_share_and_all_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(broadcast, "AT_A_TIME", 2)
    heard: list[tuple[str, str, int]] = []
    turns: list[int] = []

    async def watch(floor: Floor) -> None:
        growth, loop, passed = Growth(floor), asyncio.get_running_loop(), 0

        def turn() -> None:
            nonlocal passed
            passed += 1
            loop.call_soon(turn)

        def listener(name: str) -> broadcast.Told:
            def told(stream: str, version: int) -> None:
                heard.append((name, stream, version))
                turns.append(passed)

            return told

        for stream in STREAMS:
            for name, urgency in (
                ("own", Urgency.LATER), ("other", Urgency.LATER), ("all", Urgency.SOON), ("staff", Urgency.AT_ONCE)
            ):  # fmt: skip
                growth.follow(stream, listener(name), urgency)
        loop.call_soon(turn)
        await _told(floor, growth, "ann", "ben", "ann")

    with Floor.in_memory() as floor:
        run(watch(floor))
    ann, ben = STREAMS
    assert heard == [
        ("staff", ann, 2), ("staff", ben, 1), ("all", ann, 2), ("all", ben, 1),
        ("own", ann, 2), ("other", ann, 2), ("own", ben, 1), ("other", ben, 1),
    ]  # fmt: skip
    assert turns[0] == turns[3] < turns[4] == turns[5] < turns[6] == turns[7]


def test_whoever_has_left_is_not_told_any_more(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(broadcast, "AT_A_TIME", 1)
    heard: list[str] = []

    async def watch(floor: Floor) -> None:
        growth, stream = Growth(floor), STREAMS[0]

        def second(_stream: str, _version: int) -> None:
            heard.append("second")

        def first(_stream: str, _version: int) -> None:
            heard.append("first")
            growth.leave(stream, second)

        growth.follow(stream, first, Urgency.LATER)
        growth.follow(stream, second, Urgency.LATER)
        await _told(floor, growth, "ann")

    with Floor.in_memory() as floor:
        run(watch(floor))
    assert heard == ["first"]


def test_answers_of_another_thread_wake_the_event_loop_once(monkeypatch: pytest.MonkeyPatch):
    answers: list[Future[int]] = [Future() for _ in range(5)]
    woken = 0

    async def ask() -> list[int | BaseException]:
        relay, loop = Relay(), asyncio.get_running_loop()
        waiting = [asyncio.create_task(relay.result(each)) for each in answers]
        await asyncio.sleep(0)
        wake = loop.call_soon_threadsafe

        def counted(*asked: object) -> object:
            nonlocal woken
            woken += 1
            return wake(*asked)  # type: ignore[arg-type]

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        waiting[3].cancel()
        thread = threading.Thread(target=answer)
        thread.start()
        thread.join()  # the event loop is busy meanwhile
        return await asyncio.gather(*waiting, return_exceptions=True)

    def answer() -> None:
        for number, each in enumerate(answers):
            if number == 1:
                each.set_exception(ValueError("refused"))
            else:
                each.set_result(number)

    zeroth, first, second, third, fourth = run(ask())
    assert (zeroth, second, fourth, woken) == (0, 2, 4, 1)
    assert isinstance(first, ValueError)
    assert isinstance(third, asyncio.CancelledError)
    assert answers[3].result() == 3, "whoever stops waiting cancels nothing"


def test_whoever_may_still_see_a_topic_is_shown_it_by_the_thread_that_looked():
    shown: list[int] = []

    async def watch(floor: Floor) -> None:
        viewer, may_see = topics.Viewer(floor, "ann", "en"), True

        def show(view: ShownView, _at: int) -> bool:
            assert isinstance(view.sight.view, PersonSight)
            shown.append(view.sight.view.balance_cents)
            return True

        broadcast = Broadcast(viewer, "person:", Growth(floor))
        first = await broadcast.after(None, WaitingPage(lambda *_: False, None))
        waiting = asyncio.create_task(broadcast.after(first, WaitingPage(show, lambda: may_see)))
        await asyncio.to_thread(floor.deposit, "ann", 1_00)
        while len(shown) < 1:
            await asyncio.sleep(0.01)
        assert not waiting.done(), "its task sleeps on"
        may_see = False
        await asyncio.to_thread(floor.deposit, "ann", 1_00)
        last = await asyncio.wait_for(waiting, 30)  # to find out itself what is wrong
        assert isinstance(last, ShownView)
        assert (shown, last.sight.view.balance_cents) == ([1_00], 2_00)  # type: ignore[attr-defined]
        broadcast.close()

    with Floor.in_memory() as floor:
        run(watch(floor))


class _Transport:
    """A connection that notes what is sent on any of them."""

    def __init__(self, name: str, sent: list[tuple[str, bytes]]) -> None:
        self._name, self._sent = name, sent

    def write(self, frame: bytes) -> None:
        assert not self.is_closing(), "it is lost"
        self._sent.append((self._name, frame))

    def is_closing(self) -> bool:
        return (self._name, b"last") in self._sent


def _socket(name: str, sent: list[tuple[str, bytes]]) -> SocketProtocol:
    socket = SocketProtocol.__new__(SocketProtocol)
    vars(socket)["transport"] = _Transport(name, sent)
    return socket


def test_frames_that_are_put_together_are_sent_in_order_at_the_end_even_after_a_fault():
    sent: list[tuple[str, bytes]] = []
    ann, ben = (_socket(name, sent) for name in ("ann", "ben"))

    def put() -> None:
        with together():
            ann.put(b"1")
            ben.put(b"2")
            ann.put(b"3")
            assert sent == []
            with ThreadPoolExecutor(1) as apart:  # another loop's thread gathers nothing here
                apart.submit(ben.put, b"0").result()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        put()
    ben.put(b"4")
    assert sent == [("ben", b"0"), ("ann", b"1"), ("ben", b"2"), ("ann", b"3"), ("ben", b"4")]


def test_a_socket_that_is_lost_while_frames_are_sent_together_keeps_no_other_from_its_frame():
    sent: list[tuple[str, bytes]] = []
    ann, ben = (_socket(name, sent) for name in ("ann", "ben"))
    with together():
        ann.put(b"last")
        ann.put(b"too late")
        ben.put(b"1")
    assert sent == [("ann", b"last"), ("ben", b"1")]
