# The oracle, a second implementation in Python.
ddds_test(oracle.zones differential ONCE COST 70 NEEDS python3
  COMMAND ${tests}/whole/oracle/run $<TARGET_FILE:ddds> --count 5000)
ddds_test(oracle.found differential ONCE COST 10 NEEDS python3
  COMMAND ${tests}/whole/oracle/run $<TARGET_FILE:ddds> --self-test)
ddds_test(oracle.dns "differential;server" ONCE COST 30 NEEDS python3 loopback
  COMMAND ${tests}/whole/oracle/run $<TARGET_FILE:ddds> --dns --count 2000)
ddds_test(oracle.weights differential ONCE COST 30 NEEDS python3
  COMMAND ${tests}/whole/oracle/weights $<TARGET_FILE:ddds>)
ddds_test(oracle.weights.found differential ONCE NEEDS python3
  COMMAND ${tests}/whole/oracle/weights $<TARGET_FILE:ddds> --self-test)
