# UUIDs of several processes and threads never repeat.
test_program(duplicates ${tests}/uuid/duplicates.c)
target_link_libraries(duplicates PRIVATE Threads::Threads)
foreach(how "fork 2" "fork 8" "clone 4")
  string(REPLACE " " ";" arguments ${how})
  string(REPLACE " " "_" name ${how})
  ddds_test(uuid.${name} unit COMMAND duplicates ${arguments} 30000)
endforeach()
ddds_test(uuid.threads unit COMMAND duplicates threads 8 200000)
