# SPDX-License-Identifier: MIT
# What a build for Windows needs, in place of requirements.cmake. It makes the layer, the headless runtime, the part of the tool that works on files,
# and what the trial tests/machines/windows.sh starts.
#
# UNDERSTUDY_SOURCES: a folder with the sources of libraries that Debian has for its own machines alone: nanopb, cjson, zlib, libzstd, libpng1.6 and
# tre, each under the name of Debian's source package. scripts/check.sh windows gets them.
set(UNDERSTUDY_SOURCES "" CACHE PATH "The folder of the libraries' sources, for builds for Windows")
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
understudy_require(missing nanopb "${UNDERSTUDY_NANOPB_GENERATOR}")
understudy_require(missing protobuf-compiler "${UNDERSTUDY_PROTOC}")
if(missing)
  list(REMOVE_DUPLICATES missing)
  understudy_say_missing(text ${missing})
  message(FATAL_ERROR "Understudy cannot be built for Windows: ${text}Then run cmake again.")
endif()
foreach(file nanopb/pb_encode.c cjson/cJSON.c zlib/inflate.c libzstd/lib/zstd.h libpng1.6/png.h tre/lib/regex.h)
  if(NOT EXISTS ${UNDERSTUDY_SOURCES}/${file})
    message(FATAL_ERROR "Understudy cannot be built for Windows without the sources of nanopb, cjson, zlib, libzstd, libpng1.6 and tre: ${file} "
      "is missing in the folder that -DUNDERSTUDY_SOURCES=DIR names. scripts/check.sh windows gets them all.")
  endif()
endforeach()
set(UNDERSTUDY_BUILD_TESTS OFF) # this variable stands for the cached one from here on

# Files of any size, the printf of C11, and nothing that a Windows lacks: MinGW's own libraries are linked into each module.
add_compile_definitions(_FILE_OFFSET_BITS=64 __USE_MINGW_ANSI_STDIO=1 _WIN32_WINNT=0x0A00)
add_link_options(-static -static-libgcc)
# What checks the stack and buffers is in a library of its own, or in newer MinGWs in one that is always linked.
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libssp.a OUTPUT_VARIABLE ssp OUTPUT_STRIP_TRAILING_WHITESPACE)
if(EXISTS ${ssp})
  string(APPEND CMAKE_C_STANDARD_LIBRARIES " ${ssp}")
endif()

# understudy_foreign(NAME ALIAS INCLUDE FILE...): a library of others, who do not answer for our warnings.
function(understudy_foreign name alias include)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} SYSTEM PUBLIC ${include})
  add_library(${alias} ALIAS ${name})
endfunction()
set(nanopb ${UNDERSTUDY_SOURCES}/nanopb)
understudy_foreign(understudy_nanopb nanopb::protobuf-nanopb-static ${nanopb} ${nanopb}/pb_common.c ${nanopb}/pb_decode.c ${nanopb}/pb_encode.c)
file(COPY ${UNDERSTUDY_SOURCES}/cjson/cJSON.h DESTINATION ${PROJECT_BINARY_DIR}/headers/cjson/cjson)
understudy_foreign(understudy_cjson PkgConfig::CJSON ${PROJECT_BINARY_DIR}/headers/cjson ${UNDERSTUDY_SOURCES}/cjson/cJSON.c)
target_compile_definitions(understudy_cjson PUBLIC CJSON_HIDE_SYMBOLS)
file(GLOB files ${UNDERSTUDY_SOURCES}/zlib/*.c)
understudy_foreign(understudy_zlib ZLIB::ZLIB ${UNDERSTUDY_SOURCES}/zlib ${files})
file(GLOB files ${UNDERSTUDY_SOURCES}/libzstd/lib/common/*.c ${UNDERSTUDY_SOURCES}/libzstd/lib/compress/*.c ${UNDERSTUDY_SOURCES}/libzstd/lib/decompress/*.c)
understudy_foreign(understudy_libzstd PkgConfig::ZSTD ${UNDERSTUDY_SOURCES}/libzstd/lib ${files})
target_compile_definitions(understudy_libzstd PRIVATE ZSTD_DISABLE_ASM)

file(COPY ${UNDERSTUDY_SOURCES}/libpng1.6/png.h ${UNDERSTUDY_SOURCES}/libpng1.6/pngconf.h DESTINATION ${PROJECT_BINARY_DIR}/headers/png)
configure_file(${UNDERSTUDY_SOURCES}/libpng1.6/scripts/pnglibconf.h.prebuilt ${PROJECT_BINARY_DIR}/headers/png/pnglibconf.h COPYONLY)
file(GLOB files ${UNDERSTUDY_SOURCES}/libpng1.6/*.c)
list(FILTER files EXCLUDE REGEX "/(example|pngtest)\\.c$")
understudy_foreign(understudy_png PNG::PNG ${PROJECT_BINARY_DIR}/headers/png ${files})
target_link_libraries(understudy_png PUBLIC ZLIB::ZLIB)
# <regex.h> of POSIX, with letters of one byte, as glibc has them in the locale of C.
file(COPY ${UNDERSTUDY_SOURCES}/tre/lib/regex.h ${UNDERSTUDY_SOURCES}/tre/lib/tre.h DESTINATION ${PROJECT_BINARY_DIR}/headers/tre)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/headers/tre/tre-config.h CONTENT "#define HAVE_SYS_TYPES_H 1\n#define TRE_VERSION \"0.8.0\"\n")
file(GLOB files ${UNDERSTUDY_SOURCES}/tre/lib/*.c)
list(FILTER files EXCLUDE REGEX "/tre-match-approx\\.c$") # expressions that match nearly
understudy_foreign(understudy_tre understudy_regex ${PROJECT_BINARY_DIR}/headers/tre ${files})
target_compile_definitions(understudy_tre PRIVATE TRE_REGEX_T_FIELD=value)
target_compile_options(understudy_tre PRIVATE -Wno-pointer-to-int-cast) # of which it wants the lowest bits

# Debian's MinGW has no import library of Vulkan. With this one, the DLL is loaded when one of its functions is called first.
set(vulkan ${PROJECT_BINARY_DIR}/archive/libvulkan-1.a)
find_program(UNDERSTUDY_DLLTOOL x86_64-w64-mingw32-dlltool REQUIRED)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/archive)
execute_process(COMMAND ${UNDERSTUDY_DLLTOOL} --input-def ${PROJECT_SOURCE_DIR}/cmake/vulkan-1.def --output-delaylib ${vulkan}
  COMMAND_ERROR_IS_FATAL ANY)
add_library(understudy_vulkan INTERFACE)
target_include_directories(understudy_vulkan SYSTEM INTERFACE ${UNDERSTUDY_VULKAN_INCLUDE})
target_link_libraries(understudy_vulkan INTERFACE ${vulkan} delayimp)
