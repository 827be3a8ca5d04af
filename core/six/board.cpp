#include "six/board.hpp"
