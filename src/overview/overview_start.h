/* Finds the files that programs start with, in languages without a `main`: by a name that the
   language treats specially (`__main__.py`), or by their text. */
#pragma once

#include "base/map.h"
#include "overview/overview.h"
#include "project/project.h"

struct Starts {
    SessionRequest *request;
    const IndexSession *session;
    Map paths;   /* of files that say what their directory is */
    size_t read; /* files whose text was read */
};

Starts starts_open(SessionRequest *request, const IndexSession *session);
/* Whether a language's STARTS_BY function says so. */
bool start_is_at(Starts *starts, const CatalogFile *file);

/* ---- for these functions ---- */

bool start_is_one_of(Str name, const char *const *names, size_t count);
Str start_path_in(const Starts *starts, Str directory, const char *name);
/* Of package.json, __init__.py and __main__.py. */
bool start_has_file(const Starts *starts, Str directory, const char *name);
/* The text of a file; empty when it cannot be read, or too many were. */
Str start_read(Starts *starts, Str path);
bool start_has_any(Str text, const char *const *words, size_t count);
