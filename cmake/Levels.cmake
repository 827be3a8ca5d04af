# CPU levels. The core is compiled whole once per level, and Python picks one module at import: two levels in one
# module are not enough, because inline templates of the standard library compiled for AVX2 would be merged with the
# baseline's and crash an old machine.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(AJEEB_LEVELS v2 v3)
else()
  set(AJEEB_LEVELS portable)
endif()
set(AJEEB_FLAGS_v2 -march=x86-64-v2 -mtune=generic)
set(AJEEB_FLAGS_v3 -march=x86-64-v3 -mtune=generic)
set(AJEEB_FLAGS_portable "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ clears and copies what has the size of a board with `rep stos` and `rep movs`, which take longer to start than a
  # board takes to read; plain stores up to a few hundred bytes, the library's functions above.
  set(plain_stores vector_loop:512:noalign,libcall:-1:noalign)
  foreach(level v2 v3)
    list(APPEND AJEEB_FLAGS_${level} -mmemset-strategy=${plain_stores} -mmemcpy-strategy=${plain_stores})
  endforeach()
endif()
if(AJEEB_TESTS OR AJEEB_FUZZ)
  list(GET AJEEB_LEVELS -1 AJEEB_LEVELS) # tests and fuzzers build the highest level only
endif()

# ajeeb_library(board SOURCES board.cpp ... DEPENDS base): one static library `ajeeb_board_<level>` per level.
function(ajeeb_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
  foreach(level ${AJEEB_LEVELS})
    set(target ajeeb_${name}_${level})
    add_library(${target} STATIC ${arg_SOURCES})
    target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/core")
    target_compile_options(${target} PUBLIC ${AJEEB_FLAGS_${level}})
    target_compile_options(${target} PRIVATE ${AJEEB_WARNINGS} -Wshadow -fno-exceptions -fno-rtti)
    target_link_libraries(${target} PUBLIC Threads::Threads)
    foreach(dependency ${arg_DEPENDS})
      target_link_libraries(${target} PUBLIC ajeeb_${dependency}_${level})
    endforeach()
  endforeach()
endfunction()
