# SPDX-License-Identifier: MIT
# What a build for Windows needs, in place of requirements.cmake. It makes the layer, the headless runtime and what the trial
# tests/machines/windows.sh starts; it does not make the tool.
#
# UNDERSTUDY_NANOPB_SOURCE: a folder with nanopb's own files (pb_encode.c, pb_decode.c, pb_common.c and their headers). Debian has
# nanopb's library for its own machines alone.
set(UNDERSTUDY_NANOPB_SOURCE "" CACHE PATH "The folder of nanopb's sources, for builds for Windows")
set(UNDERSTUDY_HOST_INCLUDE /usr/include CACHE PATH "Where this machine has the headers of OpenXR, Vulkan and OpenGL")
find_program(UNDERSTUDY_NANOPB_GENERATOR protoc-gen-nanopb)
find_program(UNDERSTUDY_PROTOC protoc)

# understudy_stage(WHAT HEADER PACKAGE): copies the folder of a header of this machine, which is the same for every system, into
# headers/WHAT. The whole of /usr/include would bring the headers of this machine's C library too.
set(UNDERSTUDY_OPENXR_INCLUDE ${PROJECT_BINARY_DIR}/headers/openxr)
set(UNDERSTUDY_VULKAN_INCLUDE ${PROJECT_BINARY_DIR}/headers/vulkan)
set(missing)
function(understudy_stage what header package)
  get_filename_component(folder ${header} DIRECTORY)
  if(EXISTS ${UNDERSTUDY_HOST_INCLUDE}/${header})
    file(COPY ${UNDERSTUDY_HOST_INCLUDE}/${folder} DESTINATION ${PROJECT_BINARY_DIR}/headers/${what})
  else()
    set(missing ${missing} ${package} PARENT_SCOPE)
  endif()
endfunction()
understudy_stage(openxr openxr/openxr.h libopenxr-dev)
understudy_stage(vulkan vulkan/vulkan_core.h libvulkan-dev)
understudy_stage(vulkan vk_video/vulkan_video_codecs_common.h libvulkan-dev)
if(NOT UNDERSTUDY_NANOPB_GENERATOR)
  list(APPEND missing nanopb)
endif()
if(NOT UNDERSTUDY_PROTOC)
  list(APPEND missing protobuf-compiler)
endif()
if(missing)
  list(REMOVE_DUPLICATES missing)
  list(JOIN missing " " words)
  message(FATAL_ERROR "Understudy cannot be built for Windows: on Debian or Ubuntu, type as root:\n  apt-get install ${words}\nThen run cmake again.")
endif()
if(NOT EXISTS ${UNDERSTUDY_NANOPB_SOURCE}/pb_encode.c)
  message(FATAL_ERROR "Understudy cannot be built for Windows without nanopb's sources: say where they are with -DUNDERSTUDY_NANOPB_SOURCE=DIR, "
    "the folder that holds pb_encode.c.")
endif()
set(UNDERSTUDY_BUILD_TESTS OFF) # this variable stands for the cached one from here on

add_library(understudy_nanopb STATIC ${UNDERSTUDY_NANOPB_SOURCE}/pb_common.c ${UNDERSTUDY_NANOPB_SOURCE}/pb_decode.c
  ${UNDERSTUDY_NANOPB_SOURCE}/pb_encode.c)
target_include_directories(understudy_nanopb SYSTEM PUBLIC ${UNDERSTUDY_NANOPB_SOURCE})
add_library(nanopb::protobuf-nanopb-static ALIAS understudy_nanopb)

# Files of any size, the printf of C11, and nothing that a Windows lacks: MinGW's own libraries are linked into each module.
add_compile_definitions(_FILE_OFFSET_BITS=64 __USE_MINGW_ANSI_STDIO=1 _WIN32_WINNT=0x0A00)
add_link_options(-static -static-libgcc)
# What checks the stack and buffers is in a library of its own, or in newer MinGWs in one that is always linked.
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libssp.a OUTPUT_VARIABLE ssp OUTPUT_STRIP_TRAILING_WHITESPACE)
if(EXISTS ${ssp})
  string(APPEND CMAKE_C_STANDARD_LIBRARIES " ${ssp}")
endif()

# Debian's MinGW has no import library of Vulkan. With this one, the DLL is loaded when one of its functions is called first.
set(vulkan ${PROJECT_BINARY_DIR}/archive/libvulkan-1.a)
find_program(UNDERSTUDY_DLLTOOL x86_64-w64-mingw32-dlltool REQUIRED)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/archive)
execute_process(COMMAND ${UNDERSTUDY_DLLTOOL} --input-def ${PROJECT_SOURCE_DIR}/cmake/vulkan-1.def --output-delaylib ${vulkan}
  COMMAND_ERROR_IS_FATAL ANY)
add_library(understudy_vulkan INTERFACE)
target_include_directories(understudy_vulkan SYSTEM INTERFACE ${UNDERSTUDY_VULKAN_INCLUDE})
target_link_libraries(understudy_vulkan INTERFACE ${vulkan} delayimp)
