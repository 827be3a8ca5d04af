// FEN, UCI and SAN: what is written reads back to itself, over every position of the perft suites and one ply beyond,
// and every fault is named and placed.
#include <fstream>
#include <sstream>
#include <string>

#include "board/fen.hpp"
#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "board/outcome.hpp"
#include "board/perft.hpp"
#include "board/status.hpp"
#include "check.hpp"

using namespace ajeeb;

namespace {

struct SuiteLine {
  Board board;
  std::string fen, depths;
};

// The lines of a suite, "FEN;D1 20;D2 400;…", chess960 or not by the file's name.
std::vector<SuiteLine> suite(const std::string &name) {
  std::ifstream file(AJEEB_TEST_DATA "/perft/" + name + ".epd");
  std::vector<SuiteLine> lines;
  for (std::string text; std::getline(file, text);) {
    const std::size_t end = text.find(';');
    if (text.empty() || text[0] == '#' || end == std::string::npos) continue;
    std::string fen = text.substr(0, end);
    while (fen.ends_with(' ')) fen.pop_back();
    const auto board = parse_fen(fen, name == "chess960");
    CHECK(board.ok());
    if (board.ok()) lines.push_back({*board, fen, text.substr(end + 1)});
  }
  CHECK(lines.size() > 100);
  return lines;
}

// Calls `visit` on every position of the suites and on every position one move later.
template <class Visit>
void suite_positions(Visit visit) {
  for (const char *name : {"standard", "chess960"}) {
    for (const SuiteLine &line : suite(name)) {
      visit(line.board);
      MoveList moves;
      legal_moves(line.board, moves);
      for (const Move move : moves) {
        Board next = line.board;
        do_move(next, move);
        visit(next);
      }
    }
  }
}

void check_fault(std::string_view fen, std::string_view kind, FenField field, std::size_t offset) {
  const auto board = parse_fen(fen);
  CHECK(!board.ok());
  if (board.ok()) return;
  CHECK_EQUAL(std::string_view(board.error().kind), kind);
  CHECK(board.error().field == field);
  CHECK_EQUAL(board.error().offset, offset);
}

}  // namespace

TEST(perft_suites) {
  constexpr std::uint64_t kMaxNodes = 60000;
  for (const char *name : {"standard", "chess960"}) {
    for (const SuiteLine &line : suite(name)) {
      std::istringstream depths(line.depths);
      for (std::string part; std::getline(depths, part, ';');) {
        int depth = 0;
        unsigned long long nodes = 0;
        CHECK_EQUAL(std::sscanf(part.c_str(), "D%d %llu", &depth, &nodes), 2);
        if (nodes <= kMaxNodes) CHECK_EQUAL(perft(line.board, depth), nodes);
      }
    }
  }
}

TEST(fens_round_trip_and_are_valid) {
  suite_positions([](const Board &board) {
    CHECK_EQUAL(status(board), kStatusValid);
    for (const CastlingOutput how : {CastlingOutput::kXfen, CastlingOutput::kShredder}) {
      const std::string fen = to_fen(board, EpOutput::kAlways, how);
      const auto again = parse_fen(fen, board.chess960);
      CHECK(again.ok() && *again == board);
    }
  });
}

TEST(moves_round_trip) {
  suite_positions([](const Board &board) {
    MoveList moves;
    legal_moves(board, moves);
    for (const Move move : moves) {
      const auto uci = parse_uci(board, to_uci(board, move).view());
      CHECK(uci.ok() && *uci == move);
      const std::string san = to_san(board, move);
      const auto again = parse_san(board, san);
      if (!again.ok() || !(*again == move)) std::cout << to_fen(board) << ' ' << san << std::endl;
      CHECK(again.ok() && *again == move);
    }
  });
}

TEST(faults_are_placed) {
  check_fault("", "empty", FenField::kPlacement, 0);
  check_fault("8/8/8/8/8/8/8 w - - 0 1", "rank_count", FenField::kPlacement, 13);
  check_fault("8/8/8/8/9/8/8/8 w - - 0 1", "piece", FenField::kPlacement, 8);
  check_fault("8/8/8/8/44/8/8/8 w - - 0 1", "digits", FenField::kPlacement, 9);
  check_fault("8/8/8/8/8/8/8/8 x - - 0 1", "side", FenField::kSide, 16);
  check_fault("8/8/8/8/8/8/8/8 w KKQQ - 0 1", "castling", FenField::kCastling, 20);
  check_fault("8/8/8/8/8/8/8/8 w - e9 0 1", "ep_square", FenField::kEnPassant, 20);
  check_fault("8/8/8/8/8/8/8/8 w - - -1 1", "counter", FenField::kHalfmove, 22);
  check_fault("8/8/8/8/8/8/8/8 w - - 0 99999999999999999999", "counter_range", FenField::kFullmove, 24);
  check_fault("8/8/8/8/8/8/8/8 w - - 0 1;", "counter", FenField::kFullmove, 25);
  check_fault("8/8/8/8/8/8/8/8 w - - 0 1 x", "extra", FenField::kText, 26);
}

TEST(lenient_reading_drops_what_cannot_be) {
  const auto board = parse_fen("r2q1rnk/ppR5/3P2pp/1P1Nbp2/4p3/BQ4P1/P3BP1P/6K1 w kqKQ -", false, Reading::kLenient);
  CHECK(board.ok());
  CHECK_EQUAL(to_fen(*board), "r2q1rnk/ppR5/3P2pp/1P1Nbp2/4p3/BQ4P1/P3BP1P/6K1 w - - 0 1");
}

TEST(epd_operations) {
  const auto line = parse_epd("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+ Qd2; id \"BK;\\\"01\\\"\";");
  CHECK(line.ok());
  CHECK_EQUAL(line->operations.size(), 2u);
  CHECK_EQUAL(line->operations[0].operands.size(), 2u);
  CHECK_EQUAL(line->operations[1].operands[0], "BK;\"01\"");
  CHECK(!parse_epd("8/8/8/8/8/8/8/8 w - - id \"open").ok());
}

TEST(every_way_to_write_a_move) {
  const auto uci_of = [](const char *fen, const char *san) {
    const Board board = *parse_fen(fen);
    const auto move = parse_san(board, san);
    return move.ok() ? std::string(to_uci(board, *move).view()) : std::string(fault_name(move.error()));
  };
  const char *castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", *promotion = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
  const char *en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", *twins = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
  for (const char *san : {"O-O", "0-0", "0-0+", "o-o!"}) CHECK_EQUAL(uci_of(castling, san), "e1g1");
  CHECK_EQUAL(uci_of(castling, "0-0-0"), "e1c1");
  for (const char *san : {"e8=Q", "e8Q", "e8q", "e8(Q)", "e8/Q", "e7e8=Q", "e7-e8Q#"}) {
    CHECK_EQUAL(uci_of(promotion, san), "e7e8q");
  }
  CHECK_EQUAL(uci_of(promotion, "e8b"), "e7e8b");
  CHECK_EQUAL(uci_of(promotion, "e8"), "illegal");
  CHECK_EQUAL(uci_of(promotion, "e8=K"), "invalid");
  for (const char *san : {"exd6", "exd6 e.p.", "exd6e.p.", "e5xd6", "ed6"})
    CHECK_EQUAL(uci_of(en_passant, san), "e5d6");
  for (const char *san : {"Nge2", "Ne2", "Ng1e2", "Ng1-e2", "Ne2!?"}) CHECK_EQUAL(uci_of(twins, san), "g1e2");
  for (const char *san : {"--", "Z0", "0000", "@@@@"}) CHECK_EQUAL(uci_of(castling, san), "0000");
  for (const char *san : {"", "N", "N@f3", "e9", "xx", "Nf3f3f3", "e4e4e4", "\xff"})
    CHECK_EQUAL(uci_of(castling, san), "invalid");
  CHECK_EQUAL(uci_of("rnbqkb1r/1ppp1pp1/p3pn1p/8/3N4/3P4/PPPNPPPP/R1BQKB1R w KQkq - 0 5", "Ndf3"), "ambiguous");
}

RUN_TESTS()
