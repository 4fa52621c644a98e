# How the libraries are made.

# A shared library has all that it uses; sanitizers' functions are the program's.
set(ddds_whole -Wl,-z,relro,-z,now)
if(NOT DDDS_SANITIZE)
  list(APPEND ddds_whole -Wl,-z,defs)
endif()

# ddds_module(NAME [ON MODULE] [PACKAGES TARGET...] SOURCES FILE...): the objects of
# a folder, NAME_objects, and a static library of them and of the modules below, NAME,
# for the tests of this folder.
function(ddds_module name)
  cmake_parse_arguments(PARSE_ARGV 1 its "" "ON" "SOURCES;PACKAGES")
  add_library(${name}_objects OBJECT ${its_SOURCES})
  target_include_directories(${name}_objects
    PUBLIC ${ddds_lib}/core/include PRIVATE ${ddds_lib} ${ddds_lib}/core)
  target_link_libraries(${name}_objects PRIVATE ddds_house ${its_PACKAGES})
  target_compile_options(${name}_objects PRIVATE ${ddds_lto_compile})
  add_library(${name} STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${name}_objects>)
  target_include_directories(${name} PUBLIC ${ddds_lib}/core/include)
  target_link_libraries(${name} PUBLIC ${its_ON} ${its_PACKAGES})
endfunction()

# ddds_library(NAME MAP OBJECTS TARGET... [ON LIBRARY] [PACKAGES TARGET...]): two
# libraries of the same objects: tests link the static one, where the functions that
# the modules share are visible.
function(ddds_library name map)
  cmake_parse_arguments(PARSE_ARGV 2 its "" "ON" "OBJECTS;PACKAGES")
  list(TRANSFORM its_OBJECTS REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_library(${name}-static STATIC ${its_OBJECTS})
  add_library(${name}-shared SHARED ${its_OBJECTS})
  foreach(kind static shared)
    target_include_directories(${name}-${kind} PUBLIC
      $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    set_target_properties(${name}-${kind} PROPERTIES OUTPUT_NAME ${name}
      ARCHIVE_OUTPUT_DIRECTORY ${ddds_libraries_folder}
      LIBRARY_OUTPUT_DIRECTORY ${ddds_libraries_folder})
    if(its_ON)
      target_link_libraries(${name}-${kind} PUBLIC ${its_ON}-${kind})
    endif()
  endforeach()
  foreach(package ${its_PACKAGES})
    target_link_libraries(${name}-static PUBLIC $<LINK_ONLY:${package}>)
  endforeach()
  target_link_libraries(${name}-shared PRIVATE ${its_PACKAGES})
  if(DDDS_SANITIZE)
    target_link_options(${name}-shared PRIVATE -fsanitize=${DDDS_SANITIZE})
  endif()
  target_link_options(${name}-shared PRIVATE
    ${ddds_lto_link} -Wl,--version-script=${map} ${ddds_whole})
  set_target_properties(${name}-shared PROPERTIES LINK_DEPENDS ${map}
    VERSION ${PROJECT_VERSION} SOVERSION ${DDDS_SOVERSION})
endfunction()

# ddds_client(NAME [PACKAGES TARGET...]): libddds-NAME, a library on libddds: every .c
# file in this folder and its folders is part of it.
function(ddds_client name)
  cmake_parse_arguments(PARSE_ARGV 1 its "" "" "PACKAGES")
  file(GLOB sources CONFIGURE_DEPENDS *.c */*.c)
  ddds_module(ddds_${name} ON ddds-static PACKAGES ${its_PACKAGES}
    SOURCES ${sources})
  target_include_directories(ddds_${name}_objects
    PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/include)
  ddds_library(ddds-${name} ${CMAKE_CURRENT_SOURCE_DIR}/ddds-${name}.map
    ON ddds OBJECTS ddds_${name}_objects PACKAGES ${its_PACKAGES})
  target_sources(ddds-${name}-static PRIVATE $<TARGET_OBJECTS:ddds_base_objects>)
  target_link_libraries(ddds-${name}-shared PRIVATE ddds_base)
endfunction()
