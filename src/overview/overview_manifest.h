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
void manifest_add(Manifests *manifests, EvidenceVec *list, Str what, Str source);
void manifest_add_command(Manifests *manifests, Str what, Str source);
/* The same for a command that runs in the directory of the manifest. */
void manifest_add_command_there(Manifests *manifests, Str what, Str source);
void manifest_add_program(Manifests *manifests, Str name, const Json *start, Str path);
/* Notes a name of the project itself, which is no framework of it. */
void manifest_add_own_name(Manifests *manifests, const Json *name);
/* Adds the frameworks that a text names. Rows of the table: name in the text, name to show. */
typedef const char *const ManifestNamed[2];
void manifest_add_named(Manifests *manifests, Str text, ManifestNamed *known, size_t count,
                        Str path);
bool manifest_is_top(Str path);
