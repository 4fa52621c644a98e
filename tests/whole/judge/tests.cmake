# The judge, a second implementation in Python.
ddds_test(judge.zones differential ONCE COST 70 NEEDS python3
  COMMAND ${tests}/whole/judge/run $<TARGET_FILE:ddds> --count 5000)
ddds_test(judge.found differential ONCE COST 10 NEEDS python3
  COMMAND ${tests}/whole/judge/run $<TARGET_FILE:ddds> --self-test)
ddds_test(judge.dns "differential;server" ONCE COST 30 NEEDS python3 loopback
  COMMAND ${tests}/whole/judge/run $<TARGET_FILE:ddds> --dns --count 2000)
ddds_test(judge.weights differential ONCE COST 30 NEEDS python3
  COMMAND ${tests}/whole/judge/weights $<TARGET_FILE:ddds>)
ddds_test(judge.weights.found differential ONCE NEEDS python3
  COMMAND ${tests}/whole/judge/weights $<TARGET_FILE:ddds> --self-test)
