/* What kind of file a path and its first bytes speak of; decides what is put into the symbol index.
 */
#pragma once

#include "index/store/store.h"

/* Larger files are listed and mapped on demand only. */
#define INDEX_FILE_BYTES_MAX (5 * MB)

/* By path alone: test, doc, vendored, large, else source or data. */
FileClass classify_path(Str path, uint64_t size, const Language *language);
/* Refined by the content: binary, generated, minified. */
FileClass classify_text(FileClass class, const Language *language, Str text);
/* Whether symbols of such a file are indexed; of generated ones those of C's sources are, because
   tables in them are what calls the functions that they name. */
bool classify_is_indexed(FileClass class, Str path);
/* Other people's code that is kept and built with one's own (`deps/`, `3rdparty/`): indexed like
   it, but not what a newcomer asks for. */
bool classify_is_foreign(Str path);
/* By path alone, whether code shows or tries out the rest rather than being part of it: examples,
   demonstrations, fixtures, benchmarks. */
bool classify_is_aside(Str path);
/* What a directory is there for, by the first of its parts that says so. */
typedef enum FolderRole {
    FOLDER_OWN,   /* the code itself */
    FOLDER_ASIDE, /* classify_is_aside */
    FOLDER_TESTS,
    FOLDER_DOCS,
    FOLDER_ROLE_COUNT
} FolderRole;
FolderRole classify_folder(Str directory);
/* In which order files with hits are shown, smaller first: code, what stands aside, tests, code of
   others, prose, data and what is not indexed. By path and size alone. */
unsigned classify_order(Str path, uint64_t size);
