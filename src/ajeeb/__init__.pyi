"""What `ajeeb` exports, for type checkers and editors; __init__.py loads it when it is asked for."""

from ajeeb import errors as errors
from ajeeb import outcomes as outcomes
from ajeeb._core import BaseBoard as BaseBoard
from ajeeb._core import Board as Board
from ajeeb._core import LegalMoveGenerator as LegalMoveGenerator
from ajeeb._core import Move as Move
from ajeeb._core import Piece as Piece
from ajeeb._core import PseudoLegalMoveGenerator as PseudoLegalMoveGenerator
from ajeeb._core import SquareSet as SquareSet
from ajeeb._core import between as between
from ajeeb._core import flip_anti_diagonal as flip_anti_diagonal
from ajeeb._core import flip_diagonal as flip_diagonal
from ajeeb._core import flip_horizontal as flip_horizontal
from ajeeb._core import flip_vertical as flip_vertical
from ajeeb._core import legal_uci as legal_uci
from ajeeb._core import lsb as lsb
from ajeeb._core import msb as msb
from ajeeb._core import parse_square as parse_square
from ajeeb._core import popcount as popcount
from ajeeb._core import ray as ray
from ajeeb._core import scan_forward as scan_forward
from ajeeb._core import scan_reversed as scan_reversed
from ajeeb._core import shift_2_down as shift_2_down
from ajeeb._core import shift_2_left as shift_2_left
from ajeeb._core import shift_2_right as shift_2_right
from ajeeb._core import shift_2_up as shift_2_up
from ajeeb._core import shift_down as shift_down
from ajeeb._core import shift_down_left as shift_down_left
from ajeeb._core import shift_down_right as shift_down_right
from ajeeb._core import shift_left as shift_left
from ajeeb._core import shift_right as shift_right
from ajeeb._core import shift_up as shift_up
from ajeeb._core import shift_up_left as shift_up_left
from ajeeb._core import shift_up_right as shift_up_right
from ajeeb._core import square as square
from ajeeb._core import square_distance as square_distance
from ajeeb._core import square_file as square_file
from ajeeb._core import square_knight_distance as square_knight_distance
from ajeeb._core import square_manhattan_distance as square_manhattan_distance
from ajeeb._core import square_mirror as square_mirror
from ajeeb._core import square_name as square_name
from ajeeb._core import square_rank as square_rank
from ajeeb.constants import *
from ajeeb.errors import *
from ajeeb.outcomes import *

__version__: str
