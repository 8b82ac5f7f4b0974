/* The readers of manifests (overview_manifest.c), one file for each family of build tools. */
#pragma once

#include "overview/overview.h"
#include "project/project.h"

struct Manifests {
    SessionRequest *request;
    const IndexSession *session;
    Overview *overview;
    Project project;
};

/* Adds an item unless it is there already or the list is full. */
void overview_add(Manifests *manifests, EvidenceVec *list, Str what, Str source);
void overview_add_command(Manifests *manifests, Str what, Str source);
/* The same for a command that runs in the directory of the manifest. */
void overview_add_command_there(Manifests *manifests, Str what, Str source);
/* Adds the frameworks that the text names. Rows of the table: name in the text, name to show. */
typedef const char *const ManifestNamed[2];
void overview_add_named(Manifests *manifests, const Manifest *manifest, ManifestNamed *known,
                        size_t count);
bool overview_is_top(Str path);
/* Commands of package.json that are shown, in this order; NULL-terminated. */
extern const char *const overview_scripts[];
