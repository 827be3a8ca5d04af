// The one file of the core that knows exceptions: the standard library says in no other way that there are no more
// threads, and one that passed through the rest of the core would leave threads behind that use what is gone.
#include "base/workers.hpp"

#include <system_error>

namespace ajeeb {

std::thread try_thread(std::function<void()> work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error &) {
    return {};
  }
}

}  // namespace ajeeb
