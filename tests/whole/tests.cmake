# What needs several products.
foreach(part validate fetch oracle chaos bench package laws examples)
  include(whole/${part}/tests.cmake)
endforeach()
ddds_test(runner "unit;source" COMMAND ${tests}/whole/runner ${PROJECT_SOURCE_DIR})
# Each product is configured alone.
ddds_test(products tools ONCE SETTLED NEEDS cc cmake pkg-config pc:libcurl
  pc:libmicrohttpd pc:libunbound pc:libssl pc:python3 COST 60
  COMMAND ${tests}/whole/products ${PROJECT_SOURCE_DIR})
ddds_test(coverage.found "unit;source" NEEDS python3
  COMMAND ${tests}/whole/coverage/run --self-test)
set(flags "")
if(DDDS_SANITIZE)
  set(flags -fsanitize=${DDDS_SANITIZE})
endif()
ddds_test(readme tools NEEDS python3 cc ?dot BUILDS ddds ddds-static
  COMMAND env README_FLAGS=${flags}
    ${tests}/whole/readme $<TARGET_FILE:ddds> $<TARGET_FILE:ddds-static>)
ddds_test(help_examples tools ORDINARY NEEDS python3 pc:libmicrohttpd ?dot
  BUILDS ddds-server
  COMMAND ${tests}/whole/help_examples $<TARGET_FILE:ddds>)
# The tool, short of memory.
ddds_test(fault.tool fault ORDINARY NEEDS python3 loopback pc:libcurl COST 90
  COMMAND ${tests}/whole/halves $<TARGET_FILE:ddds> $<TARGET_FILE:deny>
    $<TARGET_FILE:misbehaving> $<TARGET_FILE:ddds-fetch>)
# All tests of servers with a newer c-ares, where its source can be had: a build
# of its own, with sanitizers, and so not again under them.
ddds_test(newer_cares server ORDINARY COST 200
  NEEDS cc cmake dpkg-source ?nsd ?knotd ?named ?unbound ?dig
  COMMAND ${tests}/whole/newer-cares ${CMAKE_BINARY_DIR}/newer-cares)
