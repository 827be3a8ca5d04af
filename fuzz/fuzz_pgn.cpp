// Any bytes as a PGN stream: what is read does not depend on how the bytes arrive or where chunks end, chunks join up
// to the stream, columns agree with each other, and every move is legal where it is played. The first byte of the input
// chooses sizes.
#include "board/movegen.hpp"
#include "pgn/reader.hpp"
#include "require.hpp"

#include <string>

using namespace ajeeb;
using namespace ajeeb::pgn;

namespace {

// All that reading a stream gives, joined: a text that two ways of reading must agree on.
struct Reading {
  std::string stream, summary;

  void add(const Games &games) {
    fuzz::require(games.moves.size() == games.positions.size() && games.moves.size() == games.eval.size());
    fuzz::require(games.ply_offsets.size() == games.size() + 1 && games.tag_offsets.size() == games.size() + 1);
    for (std::size_t i = 0; i < games.size(); i++) {
      note("game", games.byte[i], games.line[i], games.result[i], games.flags[i]);
      for (std::int64_t ply = games.ply_offsets[i]; ply < games.ply_offsets[i + 1]; ply++) {
        check_move(games.positions[static_cast<std::size_t>(ply)], games.moves[static_cast<std::size_t>(ply)]);
        note("move", games.moves[static_cast<std::size_t>(ply)], games.clock[static_cast<std::size_t>(ply)],
             games.eval[static_cast<std::size_t>(ply)], games.mate[static_cast<std::size_t>(ply)]);
      }
      for (std::int64_t tag = games.tag_offsets[i]; tag < games.tag_offsets[i + 1]; tag++) {
        const std::int64_t begin = games.tag_ends[static_cast<std::size_t>(tag)];
        const std::int64_t end = games.tag_ends[static_cast<std::size_t>(tag) + 1];
        summary.append(games.tag_text.data() + begin, static_cast<std::size_t>(end - begin)).push_back('\n');
      }
    }
  }

 private:
  template <class... Numbers>
  void note(const char *what, Numbers... numbers) {
    summary += what;
    ((summary += ' ', summary += std::to_string(numbers)), ...);
    summary += '\n';
  }
  static void check_move(const PackedPosition &position, std::uint16_t raw) {
    Board board;
    fuzz::require(unpack(position, board) == PackFault::kNone);
    fuzz::require(raw == 0 ? !is_check(board) : is_legal(board, Move{raw}));
  }
};

Reading read(std::string_view text, std::size_t target, std::size_t block) {
  Splitter splitter(target);
  for (std::size_t at = 0; at < text.size(); at += block) splitter.feed(text.substr(at, block));
  splitter.finish();
  Reading reading;
  std::string faults;
  while (splitter.has_chunk()) {
    const Chunk chunk = splitter.take_chunk();
    const Games games = read_games(chunk, {});
    reading.stream += chunk.text;
    reading.add(games);
    for (std::size_t i = 0; i < games.faults.size(); i++) {
      const Fault &fault = games.faults[i];
      faults += std::to_string(fault.byte) + ' ' + std::to_string(fault.line) + ' ' + std::to_string(fault.ply) + ' ';
      faults += fault_name(fault.kind);
      faults += '\n';
    }
  }
  reading.summary += faults;
  return reading;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text = fuzz::as_text(data + 1, size - 1);
  const Reading whole = read(text, 1 << 20, 1 << 20), pieces = read(text, data[0] & 63, 1 + (data[0] >> 6) * 7);
  fuzz::require(whole.stream == text && pieces.stream == text);
  fuzz::require(whole.summary == pieces.summary);
  const Chunk chunk{std::string(text)};
  read_games(chunk, {.work = Work::kTokens});
  read_games(chunk, {.work = Work::kMoves, .keep_faulty = true});
  return 0;
}
