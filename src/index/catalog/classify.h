/* File classes: source, test, documentation, data, vendored, generated and so on, by a file's path
   and first bytes. The class decides whether the file's symbols are indexed. */
#pragma once

#include "git/attributes.h"
#include "index/store/store.h"

/* Larger files are only listed; they are parsed when a map of them is requested. */
#define INDEX_FILE_BYTES_MAX (5 * MB)

/* The class by path and size alone: large, vendored, documentation, data, test, else source. */
FileClass classify_path(Str path, uint64_t size, const Language *language);
/* Attributes that decide: names as git and GitHub know them. */
#define CLASSIFY_GENERATED "linguist-generated"
#define CLASSIFY_VENDORED "linguist-vendored"

/* Inputs, in addition to its path, that decide the class of a file. */
typedef struct ClassifyBy {
    const GitAttributes
        *attributes; /* linguist-generated and linguist-vendored decide; NULL: none */
    bool no_header;  /* statements in the content do not count, only its form */
} ClassifyBy;
/* The class by path, attributes and content. */
FileClass classify_file(const ClassifyBy *by, Str path, const Language *language, Str text);
/* Whether a file of that name is read for symbols of code: neither prose, data nor plain text. */
bool classify_is_code(Str path);
/* Whether the text is a pointer of git LFS, in place of a file that was not fetched (git-lfs,
   docs/spec.md). */
bool classify_is_pointer(Str text);
/* Whether symbols of such a file are indexed. Generated code is, for people call it, and its tables
   name functions; so is third-party code outside of the folders for it. Both rank below the rest.
 */
bool classify_is_indexed(FileClass class, Str path);
/* Whether the path is third-party code that is kept and built with the repository (`deps/`,
   `3rdparty/`). It is indexed like the repository's own code, but newcomers do not ask for it. */
bool classify_is_foreign(Str path);
/* Whether the path is in a directory of examples, demonstrations, fixtures or benchmarks. */
bool classify_is_aside(Str path);
/* The purpose of a directory, by the first part of its path that indicates one. */
typedef enum FolderRole {
    FOLDER_OWN,   /* the code itself */
    FOLDER_ASIDE, /* see classify_is_aside */
    FOLDER_TESTS,
    FOLDER_DOCS,
    FOLDER_ROLE_COUNT
} FolderRole;
FolderRole classify_folder(Str directory);
/* Whether the name or a folder of the path says that it has tests, whatever its language. */
bool classify_is_named_as_test(Str path);
/* Sort key for files with hits, smaller first: code, examples, tests, third-party code,
   documentation, then data and whatever is not indexed. By path and size alone. */
unsigned classify_order(Str path, uint64_t size);
