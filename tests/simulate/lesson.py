"""One lesson: children at their pages, the teacher's hand, and what goes wrong, all drawn from one seed."""

import asyncio
import gc
import hashlib
import logging
import random
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.urls import reverse

from classroom import persons
from classroom.joining.waiting_page import table_url
from classroom.models import ClassSession, Student
from classroom.sessions import lifecycle
from tests.simulate import laws
from tests.simulate.children import Child, latecomers
from tests.simulate.disk import Disk
from tests.simulate.loop import VirtualLoop
from tests.simulate.monitor import Monitor
from tests.simulate.network import Connection, Page
from tests.simulate.process import Process, Wire
from tests.simulate.stage import Clocks, Stage, at_their_time, rubbish_waits
from tests.simulate.strangers import Stranger
from tests.simulate.ways import varied, way_of

QUIET = 8.0
"""Seconds after which every page is there again and shows what the log says."""
ANSWER = 3.0
"""Seconds within which every socket has carried a question and its answer, or a page is back that a worker let go."""
OPTIONS = {"mode": "race", "corner": True, "steps": [1, 2, 3], "wrong_pause": 1500, "minutes": 20, "countdown": 1500}


class Lesson:
    """A class session of one seed. `found` is what was wrong with it, `digest` what everybody said and heard."""

    def __init__(self, stage: Stage, seed: int, clocks: Clocks, workers: int) -> None:
        self.stage, self.seed, self.workers = stage, seed, workers
        self.dice, self.way = random.Random(f"what happens in {seed}"), way_of(seed)
        self.slow = self.way.slow
        network = random.Random(f"network of {seed}")
        self.loop = VirtualLoop(network, clocks.passes)  # type: ignore[abstract]
        self.trace, self.story = hashlib.blake2b(digest_size=16), deque[str](maxlen=4000)
        self.wire = Wire(self.loop, random.Random(f"wire of {seed}"))
        self.twice = self.dice.choice((0.0, 0.05, 0.2))
        self.split = self.dice.choice((0.0, 0.1, 0.5)) if workers > 1 else 0.0
        self.wire.lost, self.wire.twice = self.dice.choice((0, 0.2, 1)), self.dice.choice((0, 0.3))
        if self.way.wanders and workers > 1:
            self.split, self.wire.lost = self.way.wanders, 0.0
        self.processes: list[Process | None] = [None] * workers
        self.connections, self.children = list[Connection](), list[Child]()
        self.disk, self.stranger = Disk(self), Stranger(self)
        self.monitor: Monitor | None = None

    session: ClassSession

    def note(self, who: str, what: str, text: str) -> None:
        line = f"{self.loop.now:.5f} {who} {what} {text}\n"
        self.trace.update(line.encode())
        self.story.append(line)

    # The server

    def begins(self, number: int) -> None:
        """Start a worker."""
        dice = random.Random(f"worker {number} of {self.seed} {self.loop.now}")
        process = self.processes[number] = Process(self.loop, number, dice, self.wire)
        process.slow = 0.0 if number else self.slow
        process.runs(process.start())
        self.note("worker", "starts", str(number))

    def dies(self, number: int) -> None:
        """Kill a worker between two of its steps; another begins, and reads the database."""
        if process := self.processes[number]:
            self.note("worker", "dies", str(number))
            process.alive, self.processes[number] = False, None
            self.wire.ends = [end for end in self.wire.ends if end.process is not process]
            for connection in self.connections:
                if connection.process is process:
                    self.loop.call_later(0.01, connection.broken)
            self.loop.call_later(self.dice.uniform(0.3, 2.0), self.begins, number)

    def process(self, of: random.Random | None = None) -> Process | None:
        """Return the worker where the class is, or for a moment another one; None where it is dead."""
        away = of is not None and of.random() < self.split
        found = self.processes[1 if away else 0] or self.processes[-1]
        return found or self.processes[0]

    def connected(self, page: Page, child: Child | None = None) -> Connection | None:
        dice, lag = (child.dice, child.lag) if child else (self.dice, 0.02)
        process = self.process(dice)
        if process is None:
            self.loop.call_later(lag, page.closed, 1006)
            return None
        made = Connection(self.loop, page, process, lag, is_direct=dice.random() < 0.9)
        self.connections = [each for each in self.connections if each.is_open or each.is_served] + [made]
        return made

    def asks(self, work: Any, done: Callable[[Any], None] | None = None) -> None:
        """Have a worker do this; what comes of it is heard unless it dies meanwhile."""
        if process := self.process(self.dice):
            task = process.runs(work())
            task.add_done_callback(partial(self._done, done))

    def _done(self, done: Callable[[Any], None] | None, task: asyncio.Task[Any]) -> None:
        if error := task.exception():
            if not isinstance(error, DatabaseError):
                self.loop.failures.append(f"the teacher was answered {error!r}")
        elif done:
            owner, self.loop.owner = self.loop.owner, None
            self.loop.call_soon(done, task.result())
            self.loop.owner = owner

    def place_of(self, child: Child, number: int) -> None:
        """Tell a child the address of its page."""

        async def look() -> str:
            session = await sync_to_async(lifecycle.as_it_is)(self.session.pk)
            found = await sync_to_async(table_url)(session, child.number)
            return f"/ws{found}" if found else "/ws/waiting/"

        self.asks(look, partial(child.belongs, number=number))

    def at_once(self, work: Callable[..., Any], *args: Any, **fields: Any) -> Any:
        """Do this in a worker, between two of its steps."""
        if process := self.process():
            process.enter()
        asyncio._set_running_loop(None)
        try:
            return work(*args, **fields)
        finally:
            asyncio._set_running_loop(self.loop)

    # What happens

    def presses(self, what: str, **fields: Any) -> None:
        self.note("teacher", "presses", f"{what} {fields}")
        address, read = reverse(f"session_{what}", args=[self.session.pk]), partial(self._read, self.loop.now)
        self.asks(lambda: self.stage.teacher.post(address, fields), read)

    def _read(self, asked_at: float, answer: Any) -> None:
        if answer.status_code >= 500 and not self.disk.has_refused_since(asked_at):
            self.loop.failures.append(f"the teacher was answered {answer.status_code}")

    def pauses(self) -> None:
        self.presses("pause")
        self.loop.call_later(self.dice.uniform(0.2, 5), partial(self.presses, "resume"))
        if self.dice.random() < 0.3:
            self.presses("resume")

    def moves_a_child(self) -> None:
        child, to = self.dice.choice(self.children), self.dice.choice((1, 2))
        self.presses("move", student=child.number, to=to, cards=self.dice.choice(("fold", "computer")))

    def ends_a_table(self) -> None:
        if codes := sorted({window.code for child in self.children for window in child.live if "table" in window.path}):
            self.presses("end_table", code=self.dice.choice(codes))

    def opens_the_monitor(self) -> None:
        """The teacher's own page of the lesson, which may come at any moment, and be reloaded; whoever waits is seated
        before anybody has looked at the tables again."""
        if self.monitor:
            self.monitor.goes()
        self.monitor = Monitor(self)
        if self.dice.random() < 0.5:
            self.loop.call_later(self.dice.uniform(0, 0.8), partial(self.presses, "seat_waiting"))

    def events(self) -> list[Callable[[], None]]:
        child = self.dice.choice(self.children)
        pages: list[Callable[[], None]] = [child.reloads, child.opens_another, *[child.loses_its_socket] * 2]
        pages.append(child.changes_its_device)
        says, moves, ends = partial(self.presses, "say", note=1), self.moves_a_child, self.ends_a_table
        pressed = [partial(self.presses, what) for what in ("more_time", "seat_waiting", "go", "start")]
        teacher: list[Callable[[], None]] = [self.pauses, says, moves, ends, *pressed]
        teacher += [self.opens_the_monitor, partial(latecomers, self)]
        dies = partial(self.dies, self.dice.randrange(self.workers))
        box: list[Callable[[], None]] = [dies, self.disk.is_away, self.disk.fills_up, self.disk.is_slow]
        return self.dice.choice((pages, pages, teacher, box))

    async def runs(self) -> list[str]:
        for number in range(self.workers):
            self.begins(number)
        await asyncio.sleep(0.1)
        self.at_once(self._opens)
        for child in self.children:
            child.soon(child.looks)
        if self.dice.random() < 0.6:
            Monitor(self, "screen")
        await asyncio.sleep(1.5)
        self.presses("start")
        if self.dice.random() < 0.3:
            comes = self.dice.choice((self.opens_the_monitor, partial(latecomers, self)))
            self.loop.call_later(self.dice.uniform(0, 4), comes)
        if self.dice.random() < 0.1:
            self.loop.call_later(self.dice.uniform(0, 4), self.stranger.guesses)
        for _ in range(self.dice.randrange(3, 10)):
            await asyncio.sleep(self.dice.expovariate(1 / 2.0))
            self.dice.choice(self.events())()
        if self.dice.random() < 0.3:
            self.presses("end")
        return await self._comes_to_rest()

    def _opens(self) -> None:
        options = OPTIONS | {"away": self.dice.choice(("wait", "computer", "fold"))} | dict(self.way.options)
        options["first"] = self.dice.choice(("reaction", "arrival"))
        classroom, here = self.stage.the_class(), self.stage.students[: self.dice.choice((2, 3, 4, 6))]
        size = self.dice.choice((2, 3, 4))
        for number, (name, own) in enumerate(self.way.groups.items()):
            group = classroom.groups.create(name=name, sign="moon", options=own)
            Student.objects.filter(pk__in=[each.pk for each in here[number::2]]).update(group=group)
        self.session = lifecycle.open_session(classroom=classroom, game=self.way.game, options=options, table_size=size)
        for student in here:
            if self.way.is_varied:
                persons.keep(student, needs=varied.own(self.dice, self.way.game))
            lifecycle.arrive(session=self.session, student=student, device=self.stage.device(student))
        self.children = [
            Child(self, each.pk, each.name, cookie, random.Random(f"{each.name} in {self.seed}"))
            for each, cookie in zip(here, self.stage.cookies, strict=False)
        ]

    async def _comes_to_rest(self) -> list[str]:
        """Nothing goes wrong any more and nobody moves; when the workers have caught up every page asks anew."""
        self.disk.is_back()
        self.pauses = lambda: None  # type: ignore[method-assign]
        for process in filter(None, self.processes):
            process.slow = 0.0
        self.twice = self.split = self.slow = 0.0
        for child in self.children:
            child.is_quiet = True
        await asyncio.sleep(QUIET + max(map(self.loop.behind, self.processes)))
        for child in self.children:
            for window in child.live:
                window.asks_anew()
        if self.monitor:
            self.monitor.asks_anew()
        self.busy = laws.busy(self)
        await asyncio.sleep(ANSWER)
        if not all(child.is_there for child in self.children):
            await asyncio.sleep(ANSWER)
        return self.at_once(laws.broken, self)


class Result:
    """What came of a lesson."""

    def __init__(self, seed: int, lesson: Lesson, found: list[str]) -> None:
        self.seed, self.found, self.digest = seed, found, lesson.trace.hexdigest()
        self.moves = sum(len(child.acknowledged) for child in lesson.children)
        self.seconds, self.steps, self.story = lesson.loop.now, lesson.loop.steps, lesson.story

    def __str__(self) -> str:
        return f"lesson {self.seed}: {'; '.join(self.found) or 'all kept'} ({self.digest})"


def warm_up(stage: Stage) -> None:
    """Play a lesson for those things that are made once in a process, when they are first asked for, and are not looked
    through for rubbish after each lesson."""
    played(stage, 0, workers=2)
    gc.freeze()


def played(stage: Stage, seed: int, workers: int = 1) -> Result:
    """Play the lesson of this seed."""
    stage.set_back()
    before, settings.WORKERS = settings.WORKERS, workers
    with Process.none_of_ours(), at_their_time(seed) as clocks, rubbish_waits():
        lesson = Lesson(stage, seed, clocks, workers)
        said = laws.Said(lesson.loop.failures)
        logging.getLogger("game").addHandler(said)
        logging.getLogger("classroom").addHandler(said)
        try:
            found = lesson.loop.run(lesson.runs())
        except Exception as error:  # a log that cannot be folded is found, too
            found = [repr(error)]
        finally:
            logging.getLogger("game").removeHandler(said)
            logging.getLogger("classroom").removeHandler(said)
            lesson.disk.is_back()
            settings.WORKERS = before
            _forget(lesson)
    return Result(seed, lesson, found + lesson.loop.failures)


def _forget(lesson: Lesson) -> None:
    """Let what was still under way end in a process of its own, where it can change nothing."""
    Process(lesson.loop, 0, random.Random(0), lesson.wire).enter()
    asyncio._set_running_loop(lesson.loop)
    for task in lesson.loop.tasks:
        if not task.done():
            with suppress(RuntimeError):  # it would have waited for something else at its end
                task.get_coro().close()
    asyncio._set_running_loop(None)
