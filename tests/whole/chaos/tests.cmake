# Faults under load, each for some seconds; tests/long has more load.
# A program with sanitizers accepts no other library before its own: there,
# chaos.machine has no clock, and is a test of the ordinary build.
set(clock none)
if(NOT DDDS_SANITIZE)
  add_library(chaos_clock MODULE ${tests}/whole/chaos/clock.c)
  set_target_properties(chaos_clock PROPERTIES PREFIX lib OUTPUT_NAME clock
    C_VISIBILITY_PRESET default)
  target_link_libraries(chaos_clock PRIVATE ddds_house ${CMAKE_DL_LIBS})
  set(clock $<TARGET_FILE:chaos_clock>)
endif()
ddds_test(chaos.servers "server;chaos"
  NEEDS python3 loopback nsd knotd unbound COST 90
  COMMAND ${tests}/whole/chaos/run $<TARGET_FILE:ddds> ${clock} servers)
ddds_test(chaos.machine "server;chaos" ORDINARY
  NEEDS python3 loopback nsd unshare COST 90
  COMMAND ${tests}/whole/chaos/run $<TARGET_FILE:ddds> ${clock} machine)
ddds_test(chaos.output "server;chaos" NEEDS python3 loopback ?nsd COST 90
  COMMAND ${tests}/whole/chaos/run $<TARGET_FILE:ddds> ${clock} output)
