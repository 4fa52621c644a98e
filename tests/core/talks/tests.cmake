# Talks: conversations with the engine.
file(GLOB sources CONFIGURE_DEPENDS ${tests}/core/talks/*.c)
test_program(talk ${sources})

file(GLOB talks CONFIGURE_DEPENDS ${fixtures}/talks/*.talk)
foreach(path ${talks})
  get_filename_component(name ${path} NAME_WE)
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${path})
  ddds_test(talk.${name} unit COMMAND talk ${path})
endforeach()

# Talks that are wrong, and are refused as their first line says.
file(GLOB talks CONFIGURE_DEPENDS ${fixtures}/talks/wrong/*.talk)
foreach(path ${talks})
  get_filename_component(name ${path} NAME_WE)
  file(STRINGS ${path} complaint LIMIT_COUNT 1)
  string(REGEX REPLACE "^# " "" complaint "${complaint}")
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${path})
  ddds_test(talk.wrong.${name} unit COMMAND talk ${path})
  set_tests_properties(talk.wrong.${name} PROPERTIES
    PASS_REGULAR_EXPRESSION "${complaint}")
endforeach()

ddds_test(talks.complete unit COMMAND ${tests}/core/talks/complete)
