# The judge, a second implementation in Python.
ddds_test(judge.zones differential COST 70 NEEDS python3
  COMMAND ${tests}/judge/run $<TARGET_FILE:ddds> --count 4000)
