/* GitAttributes of paths with git's semantics (gitattributes(5)): within a file the last matching
   line wins, and the file of a deeper directory wins over those above it. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

#define GIT_ATTRIBUTES_NAME ".gitattributes"

typedef enum AttributeState {
    ATTRIBUTE_UNSPECIFIED,
    ATTRIBUTE_NO,  /* unset, or set to "false" */
    ATTRIBUTE_YES, /* set, or set to any other value */
} AttributeState;

/* One line of an attributes file. */
typedef struct AttributeLine {
    Str directory; /* of the file, relative to the root */
    Str pattern;   /* without a leading slash; of a macro its name */
    Str attributes;
    uint32_t number; /* among all that were pushed */
    bool anchored;   /* against the path below the directory, else against the base name */
    bool macro;      /* `[attr]name …` */
} AttributeLine;

typedef struct GitAttributes {
    VEC(AttributeLine) lines; /* of all files, the ones that count more last */
} GitAttributes;

/* Appends the lines of one file's text that are about attributes named `linguist-…`, or about
   macros with them. Files of directories above come first. The texts must outlive the attributes.
 */
void git_attributes_push(Arena *arena, GitAttributes *attributes, Str directory, Str text);
/* The state of an attribute for a file's path, relative to the root. */
AttributeState git_attributes_find(const GitAttributes *attributes, Str path, Str name);
/* Whether a line of an attributes file sets the attribute, for any pattern. */
bool git_attributes_line_sets(Str line, Str name);
