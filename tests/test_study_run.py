"""Runs of a study: what is skipped, what is kept apart, and that nothing stored is lost or there twice."""

import threading
from pathlib import Path

import pytest
from elsewhere import perilous_task
from game_samples import NOT_BY_LANE
from studies import SOLVER, FakeEngine, fill, row

from hanabi_solver.errors import Fault, HanabiError, InputError, InternalCheckError, WorkerLostError
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.plain import format_deal
from hanabi_solver.solver.limits import Context
from hanabi_solver.study import local, tasks
from hanabi_solver.study import run as run_module
from hanabi_solver.study.local import Local
from hanabi_solver.study.record import Row, Setting, solve_row
from hanabi_solver.study.run import Engine, RunContext, RunState, run_study
from hanabi_solver.study.selection import parse_seeds
from hanabi_solver.study.store import open_store, read_store

SECOND = Setting(seconds=1.0)
MINUTE = Setting(seconds=60.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "study.db"


def study(
    path: Path, seeds: str, engine: Engine, setting: Setting = MINUTE, *, retries_undecided: bool = False
) -> RunState:
    with open_store(path) as store:
        return run_study(
            store,
            [parse_seeds(text) for text in seeds.split()],
            setting,
            engine,
            names=seeds.split(),
            retries_undecided=retries_undecided,
        )


def stored(path: Path) -> list[tuple[str, float, int, int]]:
    with read_store(path) as connection:
        return connection.execute(
            "SELECT seed, time_limit, best, upper FROM results ORDER BY seed, time_limit"
        ).fetchall()


def test_what_is_stored_is_not_solved_again(path: Path) -> None:
    first = FakeEngine({"p2v0s2": (24, 24), "p2v0s3": (23, 25)})
    state = study(path, "p2v0s1..3", first)
    assert (state.total, state.stored, state.now.winnable, state.now.lost) == (3, 3, 1, 1)
    second = FakeEngine()
    state = study(path, "p2v0s2..4 p2v0s1", second)
    assert second.asked == ["p2v0s4"]
    # The undecided deal counts, as it is among those that were asked for.
    assert (state.total, state.before.deals, state.before.undecided, state.stored) == (4, 3, 1, 1)


def test_a_deal_that_is_named_twice_is_solved_and_counted_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "BATCH_ROWS", 4)
    engine = FakeEngine()
    # The second p2v0s2 is met before the first is stored, the second p2v0s1 long after.
    state = study(path, "p2v0s1..2 p2v0s2..9 p2v0s1", engine)
    assert engine.asked == [f"p2v0s{number}" for number in range(1, 10)]
    assert (state.total, state.now.deals, state.stored, state.repeated, state.before.deals) == (
        11,
        9,
        9,
        2,
        0,
    )


def test_a_deal_that_failed_is_tried_again_where_it_is_named_again(path: Path) -> None:
    engine = FakeEngine(errors={"p2v0s1": WorkerLostError("killed")})
    state = study(path, "p2v0s1..2 p2v0s1..2", engine)
    assert engine.asked == ["p2v0s1", "p2v0s2", "p2v0s1"]
    assert (state.failed, state.now.deals, state.repeated) == (2, 1, 1)


def test_rows_of_other_limits_and_versions_are_kept_beside(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study(path, "p2v0s1..2", FakeEngine({"p2v0s1": (20, 25)}), SECOND)
    assert study(path, "p2v0s1..2", FakeEngine(), MINUTE).stored == 2
    monkeypatch.setattr(run_module, "solver_version", lambda: "9.9")
    assert study(path, "p2v0s1..2", FakeEngine(solver="9.9"), MINUTE).stored == 2
    assert stored(path)[:3] == [("p2v0s1", 1.0, 20, 25), ("p2v0s1", 60.0, 25, 25), ("p2v0s1", 60.0, 25, 25)]
    with read_store(path) as connection:
        solvers = connection.execute("SELECT solver, count(*) FROM results GROUP BY solver").fetchall()
    assert dict(solvers) == {"9.9": 2, SOLVER: 4}


def test_undecided_deals_are_taken_up_with_larger_limits_only(path: Path) -> None:
    study(path, "p2v0s1..4", FakeEngine({"p2v0s2": (20, 25), "p2v0s4": (24, 25)}), SECOND)
    same = FakeEngine()
    state = study(path, "p2v0s1..4", same, SECOND, retries_undecided=True)
    assert (same.asked, state.before.undecided) == ([], 2)
    larger = FakeEngine({"p2v0s4": (24, 25)})
    state = study(path, "p2v0s1..5", larger, MINUTE, retries_undecided=True)
    assert larger.asked == ["p2v0s2", "p2v0s4", "p2v0s5"]
    # Without SEEDS: what is still open in the store, but not with less than what was not enough.
    less, other = FakeEngine(), FakeEngine()
    study(path, "", less, Setting(seconds=30.0), retries_undecided=True)
    study(path, "", other, Setting(method="cpsat", seconds=30.0), retries_undecided=True)
    assert (less.asked, other.asked) == ([], ["p2v0s4"])
    assert len(stored(path)) == 4 + 3 + 1


def test_a_deal_that_two_rows_decide_together_is_not_taken_up_again(path: Path) -> None:
    fill(path, [row("p2v0s1", 20, 24), row("p2v0s2", 20, 24)], SECOND)
    fill(path, [row("p2v0s1", 24, 25), row("p2v0s2", 23, 25)], Setting(seconds=2.0))
    for seeds, time_limit in (("p2v0s1..2", 3.0), ("", 30.0)):
        engine = FakeEngine({"p2v0s2": (20, 25)})
        state = study(path, seeds, engine, Setting(seconds=time_limit), retries_undecided=True)
        assert engine.asked == ["p2v0s2"]
        assert (state.before.lost, state.before.undecided) == ((1, 0) if seeds else (0, 0))


def test_a_store_that_contradicts_itself_is_not_gone_on_with(path: Path) -> None:
    fill(path, [row("p2v0s1", 20, 23)], SECOND)
    fill(path, [row("p2v0s1", 24, 25)], MINUTE)
    for seeds in ("p2v0s1", ""):
        with pytest.raises(InternalCheckError, match="of p2v0s1 one row says that 24 is reached"):
            study(path, seeds, FakeEngine(), retries_undecided=True)


def test_a_row_tells_what_settled_the_deal(path: Path) -> None:
    solved = {key: solve_row(MINUTE, key) for key in ("p2v0s1", "p2v0s40")}
    assert [(each.best, each.reason, each.method) for each in solved.values()] == [
        (25, "", "quick"),
        (24, "single-hand", "search"),
    ]
    assert solve_row(Setting(method="cpsat", seconds=60.0), "p2v0s40").method == "cpsat"
    assert solve_row(Setting(method="cpsat", seconds=0.001), "p2v0s2").method is None
    fill(path, list(solved.values()))
    with read_store(path) as connection:
        found = connection.execute(
            "SELECT seed, status, method, reason, asked_method FROM results"
        ).fetchall()
    assert found == [
        ("p2v0s1", "optimal", "quick", "", "auto"),
        ("p2v0s40", "optimal", "search", "single-hand", "auto"),
    ]


def test_a_deck_by_itself_is_no_key() -> None:
    deck = format_deal(parse_seed("p2v0s1").deal)
    with pytest.raises(InputError, match="expected the key of a deal, got a deck by itself"):
        solve_row(MINUTE, deck)


def test_no_time_limit_is_the_largest_one(path: Path) -> None:
    fill(path, [row("p2v0s1", 20, 25)], Setting())
    fill(path, [row("p2v0s2", 20, 25)], MINUTE)
    engine = FakeEngine()
    study(path, "", engine, Setting(), retries_undecided=True)
    assert engine.asked == ["p2v0s2"]


def test_many_undecided_deals_are_read_page_by_page(path: Path) -> None:
    fill(path, [row(f"p2v0s{number}", 20, 25) for number in range(2500)], SECOND)
    engine = FakeEngine()
    state = study(path, "", engine, retries_undecided=True)
    assert len(set(engine.asked)) == len(engine.asked) == state.total == 2500


def test_a_stopped_run_keeps_what_is_decided_and_not_what_was_cut_short(path: Path) -> None:
    engine = FakeEngine({"p2v0s3": (10, 25)}, stop_after=3)
    state = study(path, "p2v0s1..9", engine)
    assert (state.stored, state.now.deals) == (2, 2)
    resumed = FakeEngine()
    study(path, "p2v0s1..9", resumed)
    assert resumed.asked == [f"p2v0s{number}" for number in range(3, 10)]


def test_deals_that_cannot_be_solved_are_told_and_tried_again_next_time(path: Path) -> None:
    faults: list[tuple[HanabiError, str]] = []
    lost = WorkerLostError("the process that solved it was killed by SIGKILL")
    (path.parent / "deals.txt").write_text("p2v0s1\nnonsense\np2v0s2\n", encoding="utf-8")
    with open_store(path) as store:
        state = run_study(
            store,
            [parse_seeds(str(path.parent / "deals.txt"))],
            MINUTE,
            FakeEngine(errors={"p2v0s2": lost}),
            context=RunContext(on_fault=lambda error, name: faults.append((error, name))),
        )
    assert (state.stored, state.failed, state.total) == (1, 2, 3)
    # The thread that reads and the one that solves tell independently.
    told = {name: error for error, name in faults}
    assert set(told) == {f"{path.parent / 'deals.txt'}:2", "p2v0s2"}
    assert told.pop("p2v0s2") is lost
    assert "expected PLAYERS DECK" in str(*told.values())
    again = FakeEngine()
    study(path, "p2v0s1..2", again)
    assert again.asked == ["p2v0s2"]


def test_what_was_solved_before_an_error_is_stored(path: Path) -> None:
    class Breaks:
        def __call__(self, *arguments: object) -> object:
            yield from FakeEngine()(["p2v0s1"], MINUTE, threading.Event(), lambda _phase: None)
            raise InputError([Fault("", "unreadable")])

    with pytest.raises(InputError, match="unreadable"):
        study(path, "p2v0s1..2", Breaks())  # type: ignore[arg-type]  # an engine that breaks on purpose
    assert [each[0] for each in stored(path)] == ["p2v0s1"]


def test_a_worker_of_another_version_is_refused(path: Path) -> None:
    with pytest.raises(InputError, match=r"expected hanabi-solver .* on all of them, got 0\.0\.9"):
        study(path, "p2v0s1", FakeEngine(solver="0.0.9"))
    assert stored(path) == []


def test_batches_are_committed_when_they_are_large_or_old(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(run_module, "BATCH_ROWS", 200)
    monkeypatch.setattr(run_module.time, "monotonic", lambda: clock[0])
    seen: list[int] = []

    def watch(state: RunState) -> None:
        clock[0] += 0.001
        seen.append(len(stored(path)))
        if state.now.deals == 450:
            clock[0] += run_module.BATCH_SECONDS

    with open_store(path) as store:
        run_study(
            store, [parse_seeds("p2v0s1..500")], MINUTE, FakeEngine(), context=RunContext(on_state=watch)
        )
    assert sorted(set(seen)) == [0, 200, 400, 450, 500]


@pytest.mark.parametrize("workers", [1, 2])
def test_real_deals_are_solved_as_solve_does(workers: int, path: Path) -> None:
    state = study(path, "p2v0s39..40 random:players=3,count=2,seed=1", Local(workers))
    assert (state.stored, state.now.winnable, state.now.lost) == (4, 3, 1)
    alone = solve_row(MINUTE, "p2v0s40")
    with read_store(path) as connection:
        found = connection.execute(
            "SELECT best, upper, reason, link FROM rows WHERE deal = 'p2v0s40'"
        ).fetchone()
    assert found == (alone.best, alone.upper, alone.reason, alone.link) == (24, 24, "single-hand", alone.link)


def test_a_deal_that_kills_its_process_does_not_take_others_with_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "do_task", perilous_task)
    faults: list[str] = []
    with open_store(path) as store:
        state = run_study(
            store,
            [parse_seeds("p2v0s1..40")],
            MINUTE,
            Local(2),
            context=RunContext(on_fault=lambda _error, name: faults.append(name)),
        )
    assert (state.stored, faults) == (39, ["p2v0s13"])


def test_a_stop_reaches_the_deal_that_is_being_solved_in_this_process(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = threading.Event()
    begun = threading.Event()

    def begin(setting: Setting, key: str, context: Context) -> Row:
        begun.set()
        return solve_row(setting, key, context)

    def on_state(_state: RunState) -> None:
        if begun.is_set():
            stop.set()

    monkeypatch.setattr(tasks, "solve_row", begin)
    with open_store(path) as store:
        # Left alone it is decided, and so would be stored.
        state = run_study(
            store, [parse_seeds(NOT_BY_LANE)], MINUTE, Local(1), context=RunContext(stop, on_state)
        )
    assert begun.is_set()
    assert state.stored == 0
    assert stored(path) == []


@pytest.mark.acceptance
def test_a_study_agrees_with_the_reference(path: Path, hanabi_data: Path) -> None:
    lines = (hanabi_data / "reference_optima.tsv").read_text(encoding="utf-8").splitlines()
    lost = {seed: int(best) for seed, best in (line.split("\t") for line in lines if line.startswith("p"))}
    others = [f"p{players}v0s{number}" for players in (2, 3, 4, 5) for number in range(7, 2000, 100)]
    (path.parent / "seeds.txt").write_text("\n".join([*lost, *others]), encoding="utf-8")
    study(path, str(path.parent / "seeds.txt"), Local(2))
    with read_store(path) as connection:
        found = {
            deal: (best, upper)
            for deal, best, upper in connection.execute("SELECT deal, best, upper FROM rows")
        }
    assert found == {seed: (best, best) for seed, best in (dict.fromkeys(others, 25) | lost).items()}
