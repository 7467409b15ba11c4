"""The chart of a page as inline SVG: score and best score in reach, pace and clue tokens over the turns."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

_WIDTH = 480
_LEFT, _RIGHT = 44, 10
_PANEL, _HEAD, _GAP = 84, 24, 14
_FALL = 9  # the height of the triangle where the score in reach fell


def chart(data: dict[str, Any]) -> str:
    """The chart of `page_data` as an SVG element; every line is known by its heading, its dash and its words.

    The script moves the lines with the id `chart-now` to x = data-left + k * data-step after k moves.
    """
    states = data["states"]
    step = (_WIDTH - _LEFT - _RIGHT) / max(len(states) - 1, 1)
    panels = [_score_panel(data, step)]
    panels.append(_panel("Pace", [state["pace"] for state in states], step, "pace"))
    tokens = [float(state["tokens"]) for state in states]
    heading = str(data["tokens_name"]).capitalize()
    panels.append(_panel(heading, tokens, step, "tokens", least=0, most=float(data["most_tokens"])))
    height = len(panels) * (_HEAD + _PANEL + _GAP) + 20
    top, parts = 0, []
    for panel in panels:
        parts.append(f'<g transform="translate(0 {top})">{panel}</g>')
        top += _HEAD + _PANEL + _GAP
    parts.append(_turn_axis(data, step, top - _GAP))
    # A line in each panel, so that none crosses a heading.
    tops = [number * (_HEAD + _PANEL + _GAP) + _HEAD for number in range(len(panels))]
    now = "".join(f'<line class="now" x1="0" x2="0" y1="{each - 4}" y2="{each + _PANEL}"/>' for each in tops)
    return (
        f'<svg class="chart" id="chart" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-labelledby="chart-title chart-desc" data-left="{_LEFT}" data-step="{step:.4f}">'
        f'<title id="chart-title">The game over its turns</title>'
        f'<desc id="chart-desc">{escape(describe(data))}</desc>'
        f"{''.join(parts)}"
        f'<g id="chart-now" transform="translate({_LEFT} 0)">{now}</g>'
        "</svg>"
    )


def describe(data: dict[str, Any]) -> str:
    """The chart in words, for those who do not see it."""
    states = data["states"]
    first, last = states[0], states[-1]
    sentences = [f"The score goes from {first['score']} to {last['score']} of {data['max_score']}."]
    if first["best"] is not None:
        sentences.append(
            f"The best score in reach is {_reach(first)} at the start and {_reach(last)} at the end."
        )
        for move in (state["move"] for state in states[1:]):
            if drop := move["drop"]:
                sentences.append(f"At turn {move['turn']} it falls from {drop['before']} to {drop['after']}.")
    paces = [state["pace"] for state in states if state["pace"] is not None]
    if paces:
        sentences.append(f"The pace lies between {min(paces)} and {max(paces)}.")
    tokens = [float(state["tokens"]) for state in states]
    sentences.append(f"The {data['tokens_name']} lie between {min(tokens):g} and {max(tokens):g}.")
    return " ".join(sentences)


def _reach(state: dict[str, Any]) -> str:
    if state["best"] == state["upper"]:
        return str(state["best"])
    return f"between {state['best']} and {state['upper']}"


def _score_panel(data: dict[str, Any], step: float) -> str:
    states, most = data["states"], data["max_score"]
    y = _scale(0, most)
    score = [state["score"] for state in states]
    area = f"M{_LEFT} {_HEAD + _PANEL} " + _steps(score, step, y).replace("M", "L", 1)
    area += f" L{_LEFT + step * (len(states) - 1):.1f} {_HEAD + _PANEL} Z"
    has_best = states[0]["best"] is not None
    heading = "Best score in reach (line) and score (area)" if has_best else "Score"
    parts = [_axes(heading, 0, most), f'<path class="area" d="{area}"/>']
    if not has_best:
        return "".join([*parts, f'<path class="line score" d="{_steps(score, step, y)}"/>'])
    if any(state["best"] != state["upper"] for state in states):
        parts.append(f'<path class="line upper" d="{_steps([s["upper"] for s in states], step, y)}"/>')
    parts.append(f'<path class="line best" d="{_steps([s["best"] for s in states], step, y)}"/>')
    for number, state in enumerate(states):
        if number and state["move"]["drop"]:
            x = _LEFT + number * step
            top = min(y(state["upper"]) + 4, _HEAD + _PANEL - _FALL - 1)  # not below the axis
            parts.append(f'<path class="fall" d="M{x - 6:.1f} {top:.1f} h12 l-6 {_FALL} Z"/>')
    return "".join(parts)


def _panel(
    heading: str,
    values: Sequence[float | None],
    step: float,
    name: str,
    least: float | None = None,
    most: float | None = None,
) -> str:
    known = [value for value in values if value is not None]
    low = min([0, *known]) if least is None else least
    high = max([0, *known]) if most is None else most
    high = max(high, low + 1)
    path = _steps(values, step, _scale(low, high))
    return f'{_axes(heading, low, high)}<path class="line {name}" d="{path}"/>'


def _scale(low: float, high: float) -> Callable[[float], float]:
    return lambda value: _HEAD + _PANEL * (1 - (value - low) / (high - low))


def _steps(values: Sequence[float | None], step: float, y: Callable[[float], float]) -> str:
    """A line that holds each value until the next turn; it stops where there is none."""
    path: list[str] = []
    for number, value in enumerate(values):
        if value is None:
            break
        x = _LEFT + number * step
        path.append(f"M{x:.1f} {y(value):.1f}" if not path else f"H{x:.1f} V{y(value):.1f}")
    return " ".join(path)


def _axes(heading: str, low: float, high: float) -> str:
    bottom, right = _HEAD + _PANEL, _WIDTH - _RIGHT
    y = _scale(low, high)
    zero = (
        f'<line class="axis" x1="{_LEFT}" x2="{right}" y1="{y(0):.1f}" y2="{y(0):.1f}"/>' if low < 0 else ""
    )
    return (
        f'<text class="heading" x="{_LEFT}" y="{_HEAD - 9}">{escape(heading)}</text>'
        f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{_HEAD}" y2="{_HEAD}"/>'
        f'<line class="axis" x1="{_LEFT}" x2="{right}" y1="{bottom}" y2="{bottom}"/>{zero}'
        f'<text class="tick" x="{_LEFT - 6}" y="{_HEAD + 5}" text-anchor="end">{high:g}</text>'
        f'<text class="tick" x="{_LEFT - 6}" y="{bottom + 4}" text-anchor="end">{low:g}</text>'
    )


def _turn_axis(data: dict[str, Any], step: float, top: float) -> str:
    """The numbers of some turns below the panels."""
    last = len(data["states"]) - 1
    every = next(size for size in (1, 2, 5, 10, 20, 50, 100) if size == 100 or last / size <= 10)
    offset = data["first_turn"] - 1
    parts = []
    for number in range(last + 1):
        if (number + offset) % every == 0:
            x = _LEFT + number * step
            parts.append(
                f'<text class="tick" x="{x:.1f}" y="{top + 18}" text-anchor="middle">{number + offset}</text>'
            )
    return "".join(parts)
