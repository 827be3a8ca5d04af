// The Python module of one CPU level: its name, and the list of topics registered in it. No bindings live here.
#include "bind/register.hpp"

#define AJEEB_STRING_(x) #x
#define AJEEB_STRING(x) AJEEB_STRING_(x)

NB_MODULE(AJEEB_MODULE, module) {
  module.doc() = "The native core of ajeeb, compiled for one CPU level. Import `ajeeb`, not this.";
  module.attr("LEVEL") = AJEEB_LEVEL;
  ajeeb::bind::register_iterators(module);
  ajeeb::bind::register_move(module);
  ajeeb::bind::register_piece(module);
  ajeeb::bind::register_squares(module);
  ajeeb::bind::register_base_board(module);
  ajeeb::bind::register_move_views(module);
  ajeeb::bind::register_legal_uci(module);
  ajeeb::bind::register_board(module);
  ajeeb::bind::register_polyglot(module);
  ajeeb::bind::register_batch(module);
  ajeeb::bind::register_dataset(module);
  ajeeb::bind::register_engine(module);
  ajeeb::bind::register_pgn(module);
  ajeeb::bind::register_game(module);
  ajeeb::bind::register_six(module);
}
