# Targets for libFuzzer, or their corpora as ordinary tests: those of the products that
# are built. `targets` has the product of each.
file(GLOB sources CONFIGURE_DEPENDS ${tests}/fuzz/fuzz_*.c)
file(STRINGS ${tests}/fuzz/targets rows)
set_property(DIRECTORY APPEND PROPERTY
  CMAKE_CONFIGURE_DEPENDS ${tests}/fuzz/targets)
if(DDDS_BUILD_FUZZERS)
  add_custom_target(fuzzers)
endif()
if(DDDS_FUZZING_ENGINE)
  enable_language(CXX) # engines are written in C++
endif()
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  string(REPLACE "fuzz_" "" subject ${name})
  set(row ${rows})
  list(FILTER row INCLUDE REGEX "^${subject} ")
  if(NOT row MATCHES "^[a-z0-9_]+ (core|check|fetch|validate|tool|serve) [a-z]+ [0-9]+$")
    message(FATAL_ERROR "tests/fuzz/targets needs a row for ${source}: "
      "NAME PRODUCT DICTIONARY LENGTH, found \"${row}\"")
  endif()
  set(product ${CMAKE_MATCH_1})
  find_library_of(${product} library)
  if(NOT TARGET ${library})
    continue()
  endif()
  if(NOT DDDS_BUILD_FUZZERS)
    list(APPEND source ${tests}/fuzz/replay.c)
  endif()
  test_program(${name} ${source})
  if(DDDS_BUILD_FUZZERS)
    add_dependencies(fuzzers ${name})
    if(DDDS_FUZZING_ENGINE)
      target_link_libraries(${name} PRIVATE ${DDDS_FUZZING_ENGINE})
      set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
    else()
      target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
      target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    endif()
  else()
    ddds_test(fuzz.${subject} fuzz
      COMMAND ${name} ${tests}/fuzz/corpus/${subject})
  endif()
endforeach()
target_sources(fuzz_ere PRIVATE ${tests}/core/differential/twin.c)
target_sources(fuzz_shape PRIVATE ${tests}/core/differential/shape_twin.c)

# wrap(CALL... IN TARGET...): the targets that are built have these functions of
# their own.
function(wrap)
  cmake_parse_arguments(PARSE_ARGV 0 its "" "" "IN")
  list(TRANSFORM its_UNPARSED_ARGUMENTS PREPEND -Wl,--wrap=)
  foreach(target ${its_IN})
    if(TARGET ${target})
      target_link_options(${target} PRIVATE ${its_UNPARSED_ARGUMENTS})
    endif()
  endforeach()
endfunction()
wrap(ub_ctx_add_ta IN fuzz_anchors)
wrap(ub_resolve_event IN fuzz_validated)
wrap(getaddrinfo freeaddrinfo IN fuzz_words)
# It has a transport of its own, and its own time.
wrap(clock_gettime IN fuzz_resolve)
# Complaints are counted, not printed (complaints.h).
wrap(ddds_application_open lint_config_begin IN fuzz_options fuzz_dig)
# The kernel is the targets' own (fuzz_sockets.h): sockets and chance. Time is so
# for c-ares, too, which finds the target's clock_gettime.
wrap(socket close connect fcntl setsockopt getsockopt send sendmmsg sendmsg recvmmsg
  recvfrom poll getrandom IN fuzz_live fuzz_walk)
if(DDDS_BUILD_TESTS AND NOT DDDS_PRODUCTS)
  set(product whole)
  ddds_test(fuzz.oss-fuzz tools SETTLED NEEDS clang clang++ ninja zip unzip
    COST 90
    COMMAND ${tests}/fuzz/oss-fuzz/try ${CMAKE_BINARY_DIR}/oss-fuzz)
endif()
