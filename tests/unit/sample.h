/* The samples of the languages, languages/<id>/sample.<ext>. */
#pragma once

#include "test.h"

#include "base/fs.h"
#include "lang/registry.h"

#include <glob.h>

/* The sample of a language; empty when there is none. */
static inline Str sample_read(const Language *language)
{
    Str text = {0};
    glob_t found;
    Str pattern =
        str_format(test_arena(), "%s/languages/%s/sample.*", test_source_root(), language->id);
    if (glob(pattern.ptr, 0, NULL, &found) != 0)
        return text;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FsFile file SCOPED(fs_close) = {.fd = -1};
        Str path = str_from(found.gl_pathv[i]);
        Err err;
        if (!str_ends(path, STR(".map")))
            EXPECT(fs_open(test_arena(), &(FsPolicy){0}, path, &file, &err) &&
                   fs_read_all(test_arena(), &file, &text, &err));
    }
    globfree(&found);
    return text;
}
