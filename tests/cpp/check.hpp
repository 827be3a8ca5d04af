// A test runner in one header: TEST(name) { CHECK(condition); CHECK_EQUAL(got, wanted); }. Every file of tests/cpp is
// one program; RUN_TESTS() defines its main, which prints each failure and ends with "N passed, N failed".
#pragma once

#include <cstdio>
#include <iostream>
#include <vector>

namespace check {

struct Test {
  const char *name;
  void (*run)();
};

inline std::vector<Test> &tests() {
  static std::vector<Test> all;
  return all;
}

inline int &failures() {
  static int count = 0;
  return count;
}

struct Registration {
  Registration(const char *name, void (*run)()) { tests().push_back({name, run}); }
};

inline void fail(const char *file, int line, const char *what) {
  std::printf("%s:%d: %s\n", file, line, what);
  failures()++;
}

template <class Got, class Wanted>
void equal(const char *file, int line, const char *what, const Got &got, const Wanted &wanted) {
  if (got == static_cast<Got>(wanted)) return;
  fail(file, line, what);
  std::cout << "  got    " << got << "\n  wanted " << wanted << std::endl;
}

inline int run_all() {
  int failed = 0;
  for (const Test &test : tests()) {
    const int before = failures();
    test.run();
    if (failures() != before) {
      std::printf("FAILED %s\n", test.name);
      failed++;
    }
  }
  std::printf("%d passed, %d failed\n", static_cast<int>(tests().size()) - failed, failed);
  return failed != 0;
}

}  // namespace check

#define TEST(name)                                                 \
  static void test_##name();                                       \
  static const check::Registration reg_##name(#name, test_##name); \
  static void test_##name()
#define CHECK(condition) \
  if (!(condition)) check::fail(__FILE__, __LINE__, "not true: " #condition)
#define CHECK_EQUAL(got, wanted) check::equal(__FILE__, __LINE__, #got " is not " #wanted, got, wanted)
#define RUN_TESTS() \
  int main() { return check::run_all(); }
