"""The metadata and the art of a minted move, byte for byte as the contract builds them, and the same pillars on demand.

A token is described by its internal id (game << 128 | move), the board before the move, and `metadata`
(depth << 24 | white's move << 12 | black's). Its look is drawn from keccak256 of the internal id, the board after the
reply and the metadata. keccak comes from pycryptodome: `pip install ajeeb[six]`.
"""

import base64
from dataclasses import dataclass

from ajeeb.errors import ChessError, RevertError
from ajeeb.six import contract, notation

__all__ = ["THEMES", "Look", "Metadata", "keccak256", "metadata", "pillars_html", "pillars_svg", "token_look"]

THEMES = {
    "Nord": (0x8FBCBB, 0xEBCB8B, 0xD08770, 0x5E81AC, 0xB48EAD),
    "B/W": (0x000000, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0x000000),
    "Candycorn": (0x0D3B66, 0xF4D35E, 0xEE964B, 0xFAF0CA, 0xF95738),
    "RGB": (0xFFFF00, 0x00FF00, 0x0000FF, 0xFF0000, 0xFFFF00),
    "VSCode": (0x1E1E1E, 0x569CD6, 0xD2D1A2, 0xBA7FB5, 0x4DC4AC),
    "Neon": (0x00FFFF, 0xFFFF00, 0x0000FF, 0x00FF00, 0xFF00FF),
    "Jungle": (0xBE3400, 0x015045, 0x020D22, 0xEABAAC, 0xBE3400),
    "Corn": (0xF9C233, 0x705860, 0x211A28, 0x346830, 0xF9C233),
}
"""The eight themes in the contract's order: 24-bit colours of background, left, right and top faces, and bits."""

DIMENSIONS = (1, 2, 3, 4, 6, 12)
MOST_PIXELS = 1000  # the width of the picture
_DIMENSION_OF_WHITE = {1: 6, 3: 2, 4: 4, 5: 12}  # by the type of the piece that white moved
_BLACK_BISHOP_DIMENSION = 3

# (the first draw beyond it, name, and pixels)
_GAPS = ((4, "None", 0), (13, "Narrow", 2), (15, "Wide", 12), (16, "Ultrawide", 24))
_HEIGHTS = ((1, "Plane", 8), (11, "1/4", 98), (21, "1/2", 197), (51, "Cube", 394), (64, "Infinite", 1000))
_GENERATIONS = ((7, "Uniform"), (14, "Shades"), (21, "Tints"), (24, "Eclipse"), (25, "Void"))

_WHITE, _BLACK = 0xFFFFFF, 0x000000
_FILES = "abcdef\0"

Colours = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Look:
    """How the pillars look.

    `dimension` pillars stand on each side (1, 2, 3, 4, 6 or 12); `gap` and `height` are pixels of a picture 1000 pixels
    wide; `colours` are 24-bit: background, left, right and top faces, bits; `border` outlines the bits.
    """

    dimension: int = 6
    gap: int = 2
    height: int = 394
    colours: Colours = THEMES["Nord"]
    border: bool = False

    def __post_init__(self) -> None:
        if self.dimension not in DIMENSIONS:
            raise ChessError(f"dimension {self.dimension}: expected one of {', '.join(map(str, DIMENSIONS))}")
        for name, pixels in (("gap", self.gap), ("height", self.height)):
            if not 0 <= pixels <= MOST_PIXELS:
                raise ChessError(f"{name} {pixels}: expected 0 to {MOST_PIXELS} pixels")


@dataclass(frozen=True)
class Metadata:
    """What the contract tells of a token. `attributes` are its traits in order, numbers as ints."""

    name: str
    description: str
    attributes: tuple[tuple[str, str | int], ...]
    html: str

    def json(self) -> str:
        """The JSON text exactly as the contract writes it."""
        traits = ",".join(
            f'{{"trait_type":"{name}","value":{value}}}'
            if isinstance(value, int)
            else f'{{"trait_type":"{name}","value":"{value}"}}'
            for name, value in self.attributes
        )
        description = self.description.replace("\n", "\\n")
        image = base64.b64encode(self.html.encode()).decode()
        return (
            f'{{"name":"{self.name}","description":"{description}",'
            f'"animation_url":"data:text/html;base64,{image}","attributes":[{traits}]}}'
        )

    def token_uri(self) -> str:
        """The data URI that the contract's `tokenURI` returns."""
        return "data:application/json;base64," + base64.b64encode(self.json().encode()).decode()


def keccak256(data: bytes) -> bytes:
    """Ethereum's hash: Keccak with 32 bytes of output, from pycryptodome.

    >>> from ajeeb.six.art import keccak256
    >>> keccak256(b"").hex()[:16]
    'c5d2460186f7233c'
    """
    try:
        from Crypto.Hash import keccak
    except ImportError as error:
        raise ImportError("the tokens' art needs keccak: pip install ajeeb[six]") from error
    digest: bytes = keccak.new(digest_bits=256, data=data).digest()
    return digest


def metadata(internal_id: int, board: int, packed: int) -> Metadata:
    """A token's name, description, attributes and HTML.

    `board` is the board before white's move, `packed` depth << 24 | white's move << 12 | black's (0: it resigns). A
    move from or to the rim's left column, which no game makes, reverts as in the contract (`RevertError`).

    >>> from ajeeb.six import art, contract
    >>> art.metadata(2 << 128 | 5, contract.START, 3 << 24 | (20 << 6 | 28) << 12).name
    'Game #2, Move #5'
    """
    for value in (internal_id, board, packed):
        if not 0 <= value < 1 << 256:
            raise ChessError(f"token field {notation.quoted(value)} is no uint256")
    white_move, black_move = packed >> 12 & 0xFFF, packed & 0xFFF
    after_white = contract.apply_move(board, white_move)
    after_black = contract.apply_move(after_white, black_move)
    white_story = _story(board, white_move, white=True)
    black_story = _story(after_white, black_move, white=False)
    white_type = notation.piece_at(board, white_move >> 6) & 7
    black_type = notation.piece_at(after_white, black_move >> 6) & 7
    dimension = _BLACK_BISHOP_DIMENSION if black_type == 2 else _DIMENSION_OF_WHITE.get(white_type, 1)
    seed = int.from_bytes(keccak256(b"".join(n.to_bytes(32, "big") for n in (internal_id, after_black, packed))), "big")
    captured = _captures(board, white_move) or _captures(after_white, black_move)
    look, traits = token_look(seed, dimension, captured)
    reply = f"responds with {black_story}" if black_move else "**resigns**."
    return Metadata(
        name=f"Game #{internal_id >> 128}, Move #{internal_id & (1 << 128) - 1}",
        description=f"---\n\n**Player** plays {white_story}\n\n---\n\n**fiveoutofnine** {reply}",
        attributes=(("Depth", packed >> 24), *traits),
        html=pillars_html(after_black, look),
    )


def _captures(board: int, move: int) -> bool:
    target = notation.piece_at(board, move & 63)
    return target != 0 and target >> 3 != board & 1


def _piece_name(piece: int) -> str:
    """The contract has no name for empty squares and unknown pieces: they read as kings."""
    return notation.PIECE_NAMES[piece & 7] if piece & 7 in range(1, 7) else "king"


def _square(index: int, white: bool) -> str:
    """The contract's name of a square: the file of column 0 is a NUL byte, that of column 7 is out of its array."""
    row, col = (index >> 3, index & 7) if white else (7 - (index >> 3), 7 - (index & 7))
    if col == 7:
        raise RevertError(f"the contract reverts: panic 0x32, index {index} has no file", 0x32)
    return f"{_FILES[6 - col]}{row}"


def _story(board: int, move: int, white: bool) -> str:
    """One side's half of the description: the move in words, and the board after it. Empty for no move of black's."""
    if move == 0 and not white:
        return ""
    origin, target = move >> 6, move & 63
    captured = _captures(board, move)
    words = f"**`{_square(origin, white)}` {_piece_name(notation.piece_at(board, origin))}** "
    words += f"{'captures' if captured else 'to'} **`{_square(target, white)}`"
    if captured:
        words += f" {_piece_name(notation.piece_at(board, target))}"
    after = contract.apply_move(board, move)
    white_view = after if after & 1 else contract.rotate(after)
    # After white's move the board is black's view and `origin` white's; after black's it is the other way round.
    drawn = notation.draw(white_view, origin=63 - origin if after & 1 else origin)
    return f"{words}**.\n\n```\n{drawn}\n```"


def _drawn(table: tuple[tuple[int, str, int], ...], value: int) -> tuple[str, int]:
    """Name and pixels of the entry that a draw falls in."""
    return next((name, pixels) for bound, name, pixels in table if value < bound)


def token_look(seed: int, dimension: int, captured: bool) -> tuple[Look, list[tuple[str, str | int]]]:
    """The look that a token's seed draws, and its traits after `Depth`, in the contract's order.

    >>> from ajeeb.six import art
    >>> art.token_look(0, 2, captured=False)[1][:2]
    [('Dimension', '2 × 2'), ('Gap', 'None')]
    """
    traits: list[tuple[str, str | int]] = [("Dimension", f"{dimension} × {dimension}")]
    gap = 0
    if dimension != 1:
        name, gap = _drawn(_GAPS, seed & 15)
        traits.append(("Gap", name))
    seed >>= 4
    name, height = _drawn(_HEIGHTS, seed & 63)
    traits.append(("Height", name))
    seed >>= 6
    if seed & 31 < _GENERATIONS[-1][0]:
        generation = next(name for bound, name in _GENERATIONS if seed & 31 < bound)
        base = seed >> 5 & 0xFFFFFF
        traits.append(("Base Color", base))
        colours = _generated(generation, base)
    else:
        generation = "Curated"
        theme = list(THEMES)[seed >> 5 & 7]
        traits.append(("Color Theme", theme))
        colours = THEMES[theme]
    traits.append(("Color Generation", generation))
    if dimension != 12:
        traits.append(("Bit Border", str(captured)))
    return Look(dimension, gap, height, colours, captured and dimension != 12), traits


def _darker(colour: int, steps: int) -> int:
    return sum((colour >> at & 0xFF) >> steps << at for at in (0, 8, 16))


def _lighter(colour: int, steps: int) -> int:
    return _WHITE - _darker(_WHITE - colour, steps)


def _generated(generation: str, base: int) -> Colours:
    complement = _WHITE - base
    if generation == "Shades":
        return _darker(base, 3), _darker(base, 1), _darker(base, 2), base, complement
    if generation == "Tints":
        return _lighter(base, 3), _lighter(base, 1), _lighter(base, 2), base, complement
    if generation == "Eclipse":
        return base, _WHITE, _BLACK, base, complement
    if generation == "Void":
        return complement, _BLACK, _BLACK, base, complement
    return base, base, base, base, complement


def _bit(board: int, x: int, y: int) -> bool:
    """The bit at x from the right and y from the bottom of the 12×12 on the board's top face."""
    index = 8 * (y // 2 + 1) + x // 2 + 1
    return bool(notation.piece_at(board, index) >> (2 * (y & 1) + (x & 1)) & 1)


@dataclass(frozen=True)
class _Pillar:
    """One pillar: its row and column among the diamond's 23, and its bits, the front corner first, then leftwards."""

    row: int
    col: int
    bits: tuple[tuple[bool, ...], ...]


def _pillars(board: int, dimension: int) -> list[_Pillar]:
    """The pillars from the back to the front, each row from left to right, as the contract writes them."""
    side = 12 // dimension
    pillars = []
    for row in range(2 * dimension - 1):
        for left in range(min(row, dimension - 1), max(0, row - dimension + 1) - 1, -1):
            right = row - left
            xs = range(side * (left + 1) - 1, side * left - 1, -1)
            ys = range(12 - side * (right + 1), 12 - side * right)
            bits = tuple(tuple(_bit(board, x, y) for y in ys) for x in xs)
            pillars.append(_Pillar(row, 11 + right - left, bits))
    return pillars


_FRAME = (
    "--n:calc((394px - (var(--b) - 1)*var(--c))/var(--b));--o:calc(106px + var(--n));--p:calc(var(--a)/2)}"
    "section{height:var(--a);width:var(--a);background:var(--e);position:absolute;left:0;top:0;right:0;bottom:0;"
    "overflow:hidden}"
    ".c{height:0;width:0;position:absolute;transition:0.25s}"
    ".c:hover{transform:translate(0px,-64px);transition:0.25s}"
    ".c>*{height:var(--n);width:var(--n);border-bottom:4px solid black;border-right:4px solid black;"
    "border-left:1px solid black;border-top:1px solid black;transform-origin:0 0;position:relative;"
    "box-sizing:border-box}"
    ".c>*:nth-child(1){width:var(--d);background-color:var(--f);transform:rotate(90deg)skewX(-30deg)scaleY(0.864)}"
    ".c>*:nth-child(2){height:var(--d);bottom:var(--n);background-color:var(--g);"
    "transform:rotate(-30deg)skewX(-30deg)scaleY(0.864)}"
    "#h{background-color:var(--h)}#i{background-color:var(--i)}"
    ".c>*:nth-child(3){bottom:calc(var(--d) + var(--n));background-color:var(--h);display:grid;"
)


def pillars_html(board: int, look: Look) -> str:
    """A board in white's view as the tokens show it: HTML and CSS, equal to the contract's for an equal look.

    >>> from ajeeb.six import art, contract
    >>> art.pillars_html(contract.START, art.Look(dimension=2)).count('class="c ')
    4
    """
    bits = 12 // look.dimension
    colours = "".join(f"--{name}:#{colour:06X};" for name, colour in zip("efghi", look.colours, strict=True))
    style = [
        f":root{{--a:1000px;--b:{look.dimension};--c:{look.gap}px;--d:{look.height}px;{colours}{_FRAME}",
        f"grid-template-columns:repeat({bits},1fr);grid-template-rows:repeat({bits},1fr);",
        "transform:rotate(210deg)skew(-30deg)scaleY(0.864)}",
        ".c>*:nth-child(3)>div{border: 1px solid black}" if look.border else "",
    ]
    for i in range(23):
        sign = "-" if i < 11 else "+"
        style.append(f".r{i}{{top:calc(var(--o) + {i}*(var(--n)/2 + var(--c)))}}")
        style.append(f".c{i}{{left:calc(var(--p) {sign} 0.866*{abs(i - 11)}*(var(--n) + var(--c)))}}")
    body = []
    for pillar in _pillars(board, look.dimension):
        cells = "".join(f'<div id="{"i" if bit else "h"}"></div>' for run in pillar.bits for bit in run)
        body.append(f'<div class="c r{pillar.row} c{pillar.col}"><div></div><div></div><div>{cells}</div></div>')
    return f"<style>{''.join(style)}</style><section>{''.join(body)}</section>"


def pillars_svg(board: int, look: Look) -> str:
    """The same pillars as an SVG picture of 1000 by 1000.

    >>> from ajeeb.six import art, contract
    >>> art.pillars_svg(contract.START, art.Look(dimension=1)).startswith("<svg")
    True
    """
    background, left, right, top, on = (f"#{colour:06X}" for colour in look.colours)
    size = (394 - (look.dimension - 1) * look.gap) / look.dimension
    step = size / (12 // look.dimension)

    def polygon(points: list[tuple[float, float]], fill: str, stroke: str = "#000") -> str:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        return f'<polygon points="{path}" fill="{fill}" stroke="{stroke}"/>'

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">',
        f'<rect width="1000" height="1000" fill="{background}"/><g stroke-linejoin="round">',
    ]
    for pillar in _pillars(board, look.dimension):
        # The front corner of the top face; `u` leads along it to the left, `v` to the right, both upwards.
        x0 = 500 + 0.866 * (pillar.col - 11) * (size + look.gap)
        y0 = 106 + size + pillar.row * (size / 2 + look.gap)

        def at(u: float, v: float, down: float = 0, x: float = x0, y: float = y0) -> tuple[float, float]:
            return x + 0.866 * (v - u), y - 0.5 * (u + v) + down

        deep = look.height
        parts.append(polygon([at(0, 0), at(size, 0), at(size, 0, deep), at(0, 0, deep)], left))
        parts.append(polygon([at(0, 0), at(0, size), at(0, size, deep), at(0, 0, deep)], right))
        parts.append(polygon([at(0, 0), at(size, 0), at(size, size), at(0, size)], top))
        for i, run in enumerate(pillar.bits):
            for j, bit in enumerate(run):
                if bit or look.border:
                    u, v = j * step, i * step
                    corners = [at(u, v), at(u + step, v), at(u + step, v + step), at(u, v + step)]
                    fill = on if bit else top
                    parts.append(polygon(corners, fill, "#000" if look.border else fill))
    return "".join([*parts, "</g></svg>"])
