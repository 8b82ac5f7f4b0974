/* Where the text of a hunk is in a file as it is now. The file may be as the diff leaves it, as it
   was before, or another: then the hunk's text decides, where only one place has it. */
#pragma once

#include "text/diff_numbers.h"

typedef struct FileLines {
    const Str *ptr; /* without line ends */
    size_t count;
} FileLines;

FileLines hunk_file_lines(Arena *arena, Str text);

/* Changed lines of the file. */
typedef struct HunkChanges {
    PatchChangeVec changes;
    bool
        before; /* some of the file is as before the hunk, and its changes are those of that side */
    bool nowhere; /* some of the hunk is at no place of the file, or at several: it is not in
                     `changes` */
} HunkChanges;

/* Adds the changes of a hunk, whose lines are `lines`. */
void hunk_place(Arena *arena, const FileLines *file, const PatchHunk *hunk, const Str *lines,
                HunkChanges *placed);
