// EPD operations: `opcode operand operand…;`, with quoted operands in which a semicolon is text.
#include "board/fen.hpp"

namespace ajeeb {

namespace {

constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class OperationReader {
 public:
  OperationReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  // True if no operation is left; one without a name and operands is none.
  bool at_end() {
    while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == ';')) at_++;
    return at_ >= text_.size();
  }

  // The operation that begins here.
  Result<EpdOperation, FenFault> next() {
    EpdOperation operation;
    operation.opcode = word();
    while (skip_blanks(), at_ < text_.size() && text_[at_] != ';') {
      if (text_[at_] == '"') {
        if (!quoted(operation)) return fault("quote", "a closing quote");
      } else {
        operation.operands.emplace_back(word());
      }
    }
    if (at_ < text_.size()) at_++;  // the semicolon, which the last operation may lack
    return operation;
  }

 private:
  FenFault fault(const char *kind, const char *expected) const { return {kind, FenField::kOperations, at_, expected}; }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) at_++;
  }
  std::string_view word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != ';') at_++;
    return text_.substr(start, at_ - start);
  }
  // A backslash keeps the quote or backslash behind it.
  bool quoted(EpdOperation &operation) {
    std::string operand;
    for (std::size_t i = at_ + 1; i < text_.size(); i++) {
      if (text_[i] == '"') {
        at_ = i + 1;
        operation.quoted = true;
        operation.operands.push_back(std::move(operand));
        return true;
      }
      if (text_[i] == '\\' && i + 1 < text_.size() && (text_[i + 1] == '"' || text_[i + 1] == '\\')) i++;
      operand += text_[i];
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_;
};

// Where the fourth field ends.
std::size_t end_of_position(std::string_view text) {
  std::size_t at = 0;
  for (int field = 0; field < 4; field++) {
    while (at < text.size() && is_blank(text[at])) at++;
    while (at < text.size() && !is_blank(text[at]) && text[at] != ';') at++;
  }
  return at;
}

}  // namespace

Result<EpdLine, FenFault> parse_epd(std::string_view text, bool chess960) {
  const std::size_t end = end_of_position(text);
  const Result<Board, FenFault> board = parse_fen(text.substr(0, end), chess960, Reading::kStrict);
  if (!board) return board.error();
  EpdLine line{*board, {}};
  OperationReader reader(text, end);
  while (!reader.at_end()) {
    Result<EpdOperation, FenFault> operation = reader.next();
    if (!operation) return operation.error();
    line.operations.push_back(*operation);
  }
  return line;
}

}  // namespace ajeeb
