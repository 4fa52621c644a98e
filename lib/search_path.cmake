# ddds_search_path(TARGET FOLDER COMPONENT PATH): where TARGET looks for shared
# libraries: in the build, where they are built; installed in FOLDER, in PATH, or
# where the system looks if that is "". PATH may begin with $ORIGIN.
#
# CMake would end the path of the build with a colon, which stands for the folder
# where a program is started (ld.so(8)): a stranger's folder could have libraries.
# So the path is changed here. It is changed where it stands, and must be as long.
function(ddds_search_path target folder component path)
  if(CMAKE_SKIP_RPATH OR CMAKE_SKIP_BUILD_RPATH)
    return()
  endif()
  set(built ${PROJECT_BINARY_DIR}/lib)
  string(LENGTH "${path}" wanted)
  string(LENGTH "${built}" length)
  if(length LESS wanted)
    math(EXPR missing "${wanted} - ${length}")
    string(REPEAT / ${missing} slashes)
    string(APPEND built ${slashes})
  endif()
  set_target_properties(${target} PROPERTIES
    BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH ${built})
  if(IS_ABSOLUTE ${folder})
    set(file ${folder})
  else()
    set(file "\${CMAKE_INSTALL_PREFIX}/${folder}")
  endif()
  set(file "\$ENV{DESTDIR}${file}/$<TARGET_FILE_NAME:${target}>")
  if(path STREQUAL "" OR CMAKE_SKIP_INSTALL_RPATH)
    install(CODE "file(RPATH_REMOVE FILE \"${file}\")"
      COMPONENT ${component})
  else()
    string(REPLACE $ \\$ path "${path}")
    install(CODE "file(RPATH_CHANGE FILE \"${file}\"
      OLD_RPATH \"${built}\" NEW_RPATH \"${path}\")" COMPONENT ${component})
  endif()
endfunction()
