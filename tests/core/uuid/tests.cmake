# UUIDs of several processes and threads never repeat.
test_program(duplicates ${tests}/core/uuid/duplicates.c)
target_link_libraries(duplicates PRIVATE Threads::Threads)
foreach(how "fork 2" "fork 8" "clone 4")
  string(REPLACE " " ";" arguments ${how})
  string(REPLACE " " "_" name ${how})
  ddds_test(uuid.${name} "unit;threads" COMMAND duplicates ${arguments} 30000)
endforeach()
ddds_test(uuid.threads "unit;threads" COMMAND duplicates threads 8 200000)
ddds_test(uuid.generations unit COMMAND duplicates generations 6 3000)
ddds_test(uuid.signals unit COMMAND duplicates signals 10000 2000000)

# The shared library, closed and opened again. A sanitizer would have to be in
# the program, too.
if(NOT DDDS_SANITIZE)
  test_program(reopened ${tests}/core/uuid/reopened.c)
  target_link_libraries(reopened PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
endif()
ddds_test(uuid.reopened unit ORDINARY
  COMMAND $<TARGET_FILE:reopened> $<TARGET_FILE:ddds-shared>)
