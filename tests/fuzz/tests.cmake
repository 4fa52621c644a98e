# Targets for libFuzzer, or their corpora as ordinary tests.
file(GLOB sources CONFIGURE_DEPENDS ${tests}/fuzz/fuzz_*.c)
if(NOT TARGET ddds-fetch-static)
  list(FILTER sources EXCLUDE REGEX fuzz_fetched)
endif()
if(DDDS_BUILD_FUZZERS)
  add_custom_target(fuzzers)
endif()
if(DDDS_FUZZING_ENGINE)
  enable_language(CXX) # engines are written in C++
endif()
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  string(REPLACE "fuzz_" "" subject ${name})
  if(DDDS_BUILD_FUZZERS)
    test_program(${name} ${source})
    add_dependencies(fuzzers ${name})
    if(DDDS_FUZZING_ENGINE)
      target_link_libraries(${name} PRIVATE ${DDDS_FUZZING_ENGINE})
      set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
    else()
      target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
      target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    endif()
  else()
    test_program(${name} ${source} ${tests}/fuzz/replay.c)
    ddds_test(fuzz.${subject} fuzz
      COMMAND ${name} ${tests}/fuzz/corpus/${subject})
  endif()
endforeach()
if(TARGET fuzz_fetched)
  target_link_libraries(fuzz_fetched PRIVATE ddds-fetch-static)
endif()
target_sources(fuzz_ere PRIVATE ${tests}/differential/twin.c)
target_sources(fuzz_shape PRIVATE ${tests}/differential/shape_twin.c
  ${tests}/differential/shape_portable.c)
# It has a transport of its own, and its own time.
target_link_options(fuzz_resolve PRIVATE -Wl,--wrap=clock_gettime)
# What `ddds uuid parse` makes of its input, without the process around it.
with_tool_sources(fuzz_uuid_parse uuid/words.c uuid/forms.c cli/suggestion.c cli/complain.c
  cli/exits.c uuid/uuid_table.c print/json.c text/memory.c print/print.c text/line.c text/printable.c)
target_link_libraries(fuzz_uuid_parse PRIVATE PkgConfig::JANSSON)
# How ddds lint prints its findings.
with_tool_sources(fuzz_check lint/print_lint_json.c
  lint/print_lint_sarif.c lint/example.c print/json.c text/memory.c print/print.c text/line.c
  text/printable.c)
target_link_libraries(fuzz_check PRIVATE PkgConfig::JANSSON)
target_link_libraries(fuzz_json PRIVATE PkgConfig::JANSSON)
with_tool_sources(fuzz_expectation test/expectation.c test/expectation_words.c)
# The settings of ddds lint use the readers of the option table.
file(GLOB cli_sources RELATIVE ${resolver} CONFIGURE_DEPENDS ${resolver}/cli/*.c)
list(REMOVE_ITEM cli_sources cli/help.c cli/source.c
  cli/well_known.c)
with_tool_sources(fuzz_lint_settings ${cli_sources} lint/config.c lint/folders.c lint/policy.c
  lint/baseline.c mend/replace_file.c print/print.c text/line.c text/printable.c
  text/text_stream.c text/memory.c)
with_tool_sources(fuzz_servers servers/servers.c servers/server_zones.c
  servers/config.c servers/named.c servers/nsd.c servers/knot.c
  zones/zone_files.c zones/zone_look.c zones/origin_guess.c)
# How the tool reads its command line and its inputs: complaints are counted,
# not printed (complaints.h).
set(option_sources ${cli_sources})
list(REMOVE_ITEM option_sources cli/complain.c)
foreach(target fuzz_options fuzz_dig)
  with_tool_sources(${target} ${option_sources} print/print.c text/line.c
    text/printable.c text/text_stream.c text/memory.c)
  target_link_options(${target} PRIVATE -Wl,--wrap=ddds_application_open)
endforeach()
with_tool_sources(fuzz_request serve/routes.c serve/hosts.c serve/answer/media.c
  serve/answer/parameters.c serve/answer/wire.c text/text_stream.c
  text/memory.c)
target_link_libraries(fuzz_request PRIVATE PkgConfig::JANSSON)
with_tool_sources(fuzz_batch batch/input.c batch/inputs.c batch/objects.c batch/clock.c text/line.c
  text/printable.c cli/exits.c)
target_link_libraries(fuzz_batch PRIVATE PkgConfig::JANSSON)
with_tool_sources(fuzz_graph graph/graph.c graph/graph_walk.c
  graph/graph_zone.c graph/graph_findings.c graph/graph_rows.c
  graph/graph_index.c graph/graph_loops.c graph/graph_part.c
  graph/graph_label.c graph/print_dot.c graph/print_mermaid.c print/print.c
  text/line.c text/printable.c text/text_stream.c text/memory.c)
# The kernel is the target's own: sockets and chance. Time is so for c-ares,
# too, which finds the target's clock_gettime.
foreach(call socket close connect fcntl setsockopt getsockopt send sendmmsg
    sendmsg recvmmsg recvfrom poll getrandom)
  target_link_options(fuzz_walk PRIVATE -Wl,--wrap=${call})
endforeach()
if(DDDS_BUILD_TESTS)
  ddds_test(fuzz.oss-fuzz tools NEEDS clang clang++ ninja zip unzip COST 90
    COMMAND ${tests}/fuzz/oss-fuzz/try ${CMAKE_BINARY_DIR}/oss-fuzz)
endif()
