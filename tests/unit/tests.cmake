# A program for each test_*.c: one file of the library, or of the tool.
file(GLOB sources CONFIGURE_DEPENDS ${tests}/unit/test_*.c)
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  string(REPLACE "test_" "unit." test ${name})
  test_program(${name} ${source})
  target_link_libraries(${name} PRIVATE PkgConfig::CMOCKA)
  ddds_test(${test} unit COMMAND ${name})
  # Some tests ask for more memory than there is.
  set_tests_properties(${test} PROPERTIES
    ENVIRONMENT ASAN_OPTIONS=allocator_may_return_null=1)
endforeach()

with_tool_sources(test_expectation test/expectation.c test/expectation_words.c
  test/expectation_check.c print/print.c text/line.c text/printable.c)
with_tool_sources(test_graph graph/graph.c graph/graph_walk.c
  graph/graph_zone.c graph/graph_findings.c graph/graph_rows.c
  graph/graph_index.c graph/graph_loops.c graph/graph_part.c
  graph/graph_label.c print/print.c text/line.c text/printable.c
  text/text_stream.c text/memory.c)
with_tool_sources(test_printable text/printable.c)
with_tool_sources(test_line text/line.c text/printable.c)
with_tool_sources(test_mend mend/merge.c mend/chunks.c mend/diff.c
  mend/replace_file.c text/text_stream.c text/memory.c)
with_tool_sources(test_print_radius resolve/print_radius.c)
with_tool_sources(test_certain batch/certain.c)
with_tool_sources(test_origin_guess zones/origin_guess.c)
with_tool_sources(test_servers servers/servers.c servers/server_zones.c
  servers/config.c servers/named.c servers/nsd.c servers/knot.c
  zones/zone_files.c zones/zone_look.c zones/origin_guess.c)
with_tool_sources(test_zone_look zones/zone_look.c)
