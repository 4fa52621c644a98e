# Each allocation fails in turn. PCRE2 as a static library, where there is one,
# so that its allocations can fail, too. Those of c-ares do not: without memory
# it takes an answer for another query's, and the query times out.
find_library(PCRE2_ARCHIVE libpcre2-8.a HINTS ${PCRE2_LIBRARY_DIRS})
set(programs fault fault_dns fault_steady fault_entry fault_zones)
if(TARGET ddds-validate-static)
  list(APPEND programs fault_validate)
endif()
if(TARGET ddds-fetch-static)
  list(APPEND programs fault_fetch)
endif()
foreach(name ${programs})
  string(REPLACE "fault_" "" source ${name})
  test_program(${name} ${tests}/fault/${source}.c ${tests}/fault/harness.c
    ${tests}/fault/stacks.c)
  if(PCRE2_ARCHIVE)
    target_link_libraries(${name} PRIVATE ${PCRE2_ARCHIVE})
  endif()
  target_link_options(${name} PRIVATE
    -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc)
  string(REPLACE "_" "." test ${name})
  set(files "")
  set(once "")
  if(source STREQUAL "zones")
    set(once ONCE)
    file(GLOB files CONFIGURE_DEPENDS ${fixtures}/lint/*.zone)
    # It takes thousands of allocations and as long as all others together.
    list(FILTER files EXCLUDE REGEX "/L901\\.zone$")
  endif()
  ddds_test(${test} fault ${once} COST 80 COMMAND ${name} ${files})
endforeach()
ddds_test(fault.covered "unit;source" COMMAND ${tests}/fault/covered)
target_sources(fault_dns PRIVATE ${tests}/server/misbehave.c)
target_sources(fault_steady PRIVATE ${tests}/server/misbehave.c)
if(TARGET fault_validate)
  target_sources(fault_validate PRIVATE ${tests}/server/misbehave.c)
  target_link_libraries(fault_validate PRIVATE ddds-validate-static)
endif()
if(TARGET fault_fetch)
  target_link_libraries(fault_fetch PRIVATE ddds-fetch-static)
endif()
if(NOT DDDS_SANITIZE)
  target_compile_definitions(fault_steady PRIVATE COUNT_ALL)
endif()

# The tool: a shared object fails allocations of all libraries. The run-time of the
# sanitizers has a malloc of its own, so that the two do not go together; and
# only glibc lends its own.
if("tool" IN_LIST ddds_products AND NOT DDDS_SANITIZE)
  include(CheckLibraryExists)
  check_library_exists(c __libc_malloc "" HAS_LIBC_MALLOC)
  if(HAS_LIBC_MALLOC)
    add_library(deny MODULE ${tests}/fault/deny.c)
    set_target_properties(deny PROPERTIES PREFIX lib C_VISIBILITY_PRESET default)
    target_link_libraries(deny PRIVATE ddds_house)
  endif()
endif()
if("tool" IN_LIST ddds_products)
  ddds_test(fault.tool fault ORDINARY NEEDS python3 loopback pc:libcurl COST 90
    COMMAND ${tests}/fault/halves $<TARGET_FILE:ddds> $<TARGET_FILE:deny>
      $<TARGET_FILE:misbehaving> $<TARGET_FILE:ddds-fetch>)
endif()

# ---- The worst files ----------------------------------------------------------
# Sanitizers take more than files may.
if("tool" IN_LIST ddds_products)
  ddds_test(budgets fault ORDINARY SETTLED NEEDS python3 COST 100
    COMMAND ${tests}/budgets/run $<TARGET_FILE:ddds>)
  ddds_test(budgets.steps fault ORDINARY SETTLED NEEDS python3 valgrind COST 100
    COMMAND ${tests}/budgets/steps $<TARGET_FILE:ddds>)
endif()
