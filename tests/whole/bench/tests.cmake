# Benchmarks. They are no tests, but must build and run.
add_library(bench STATIC ${tests}/whole/bench/bench.c)
target_include_directories(bench PUBLIC ${tests}/whole/bench
  ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR}/lib/core)
target_link_libraries(bench PUBLIC ddds_house ddds-static m)

# All of them, and the tool, which some measure.
add_custom_target(benches)
add_dependencies(benches ddds)

# benchmark(NAME SOURCE... [LIBRARIES LIBRARY...])
function(benchmark name)
  cmake_parse_arguments(PARSE_ARGV 1 its "" "" LIBRARIES)
  list(TRANSFORM its_UNPARSED_ARGUMENTS PREPEND ${tests}/whole/bench/)
  add_executable(bench_${name} ${its_UNPARSED_ARGUMENTS})
  set_target_properties(bench_${name} PROPERTIES OUTPUT_NAME ${name}
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/bench DDDS_LTO ON)
  target_link_libraries(bench_${name} PRIVATE bench ${its_LIBRARIES})
  target_link_options(bench_${name} PRIVATE ${ddds_lto_link})
  add_dependencies(benches bench_${name})
endfunction()

benchmark(rewrite-hot rewrite_hot.c)
benchmark(rewrite-hostile rewrite_hostile.c)
pkg_check_modules(DDDS_PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)
target_link_libraries(bench_rewrite-hot PRIVATE PkgConfig::DDDS_PCRE2)
benchmark(dns dns.c responder.c LIBRARIES resolv)
benchmark(tool tool.c responder.c)
pkg_check_modules(MICROHTTPD IMPORTED_TARGET libmicrohttpd)
if(MICROHTTPD_FOUND)
  benchmark(bare-http bare_http.c LIBRARIES PkgConfig::MICROHTTPD)
endif()
# What tests/whole/bench/compare runs beside the programs of others.
add_executable(bench_chain ${tests}/whole/bench/peers/ddds.c)
set_target_properties(bench_chain PROPERTIES OUTPUT_NAME chain-ddds
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/bench DDDS_LTO ON)
target_link_libraries(bench_chain PRIVATE ddds_house ddds-static)
target_link_options(bench_chain PRIVATE ${ddds_lto_link})
add_dependencies(benches bench_chain)
if(TARGET ddds-validate-static)
  add_executable(bench_validated ${tests}/whole/bench/peers/validated.c)
  set_target_properties(bench_validated PROPERTIES OUTPUT_NAME validated
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/bench DDDS_LTO ON)
  target_link_libraries(bench_validated PRIVATE ddds_house
    ddds-validate-static ddds-static)
  target_link_options(bench_validated PRIVATE ${ddds_lto_link})
  add_dependencies(benches bench_validated)
endif()
ddds_test(bench.smoke unit ONCE
  NEEDS python3 loopback ?nginx ?wrk ?valgrind ?knotd BUILDS benches
  COMMAND ${tests}/whole/bench/run -- --smoke)
set_tests_properties(bench.smoke PROPERTIES
  ENVIRONMENT BUILD=${CMAKE_BINARY_DIR})
