# Each allocation fails in turn. PCRE2 as a static library, where there is one,
# so that its allocations can fail, too. Those of c-ares do not: without memory
# it takes an answer for another query's, and the query times out.
find_library(PCRE2_ARCHIVE libpcre2-8.a HINTS ${PCRE2_LIBRARY_DIRS})

# fault_test(NAME [ONCE] SOURCES FILE... [WITH ARGUMENT...])
function(fault_test name)
  cmake_parse_arguments(PARSE_ARGV 1 its "ONCE" "" "SOURCES;WITH")
  string(REPLACE "." "_" program ${name})
  test_program(${program} ${its_SOURCES} ${tests}/core/fault/harness.c
    ${tests}/core/fault/stacks.c)
  if(PCRE2_ARCHIVE)
    target_link_libraries(${program} PRIVATE ${PCRE2_ARCHIVE})
  endif()
  target_link_options(${program} PRIVATE
    -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc)
  set(once "")
  if(its_ONCE)
    set(once ONCE)
  endif()
  ddds_test(${name} fault ${once} COST 80 COMMAND ${program} ${its_WITH})
endfunction()

set(misbehave ${tests}/core/server/misbehave.c)
fault_test(fault SOURCES ${tests}/core/fault/fault.c)
fault_test(fault.entry SOURCES ${tests}/core/fault/entry.c)
fault_test(fault.dns SOURCES ${tests}/core/fault/dns.c ${misbehave})
fault_test(fault.steady SOURCES ${tests}/core/fault/steady.c ${misbehave})
if(NOT DDDS_SANITIZE)
  target_compile_definitions(fault_steady PRIVATE COUNT_ALL)
endif()
ddds_test(fault.covered "unit;source" COMMAND ${tests}/core/fault/covered)

# A shared object fails allocations of all libraries, for the tool and Python. The
# run-time of the sanitizers has a malloc of its own, so that the two do not go
# together; and only glibc lends its own.
if(NOT DDDS_SANITIZE)
  include(CheckLibraryExists)
  check_library_exists(c __libc_malloc "" HAS_LIBC_MALLOC)
  if(HAS_LIBC_MALLOC)
    add_library(deny MODULE ${tests}/core/fault/deny.c)
    set_target_properties(deny PROPERTIES PREFIX lib C_VISIBILITY_PRESET default)
    target_link_libraries(deny PRIVATE ddds_house)
  endif()
endif()
