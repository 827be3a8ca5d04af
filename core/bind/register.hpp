// One function per Python-facing topic; each is defined in the file of its name.
#pragma once

#include <nanobind/nanobind.h>

namespace ajeeb::bind {

void register_batch(nanobind::module_ &module);
void register_base_board(nanobind::module_ &module);
void register_board(nanobind::module_ &module);
void register_dataset(nanobind::module_ &module);
void register_engine(nanobind::module_ &module);
void register_game(nanobind::module_ &module);
void register_iterators(nanobind::module_ &module);
void register_move(nanobind::module_ &module);
void register_legal_uci(nanobind::module_ &module);
void register_move_views(nanobind::module_ &module);
void register_piece(nanobind::module_ &module);
void register_polyglot(nanobind::module_ &module);
void register_pgn(nanobind::module_ &module);
void register_six(nanobind::module_ &module);
void register_squares(nanobind::module_ &module);

}  // namespace ajeeb::bind
