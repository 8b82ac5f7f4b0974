/* The readers of manifests (overview_manifest.c), one file for each family of build tools. */
#pragma once

#include "tools/overview.h"
#include "tools/project.h"

typedef struct Manifests {
    ToolCall *call;
    const IndexSession *session;
    Overview *overview;
    Project project;
} Manifests;

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

typedef void ManifestReader(Manifests *manifests, Str text, Str path);
ManifestReader manifest_read_package_json;                       /* overview_script.c */
ManifestReader manifest_read_pyproject, manifest_read_setup_cfg, /* overview_python.c */
    manifest_read_setup_py, manifest_read_requirements;
ManifestReader manifest_read_makefile, manifest_read_make_template; /* overview_make.c */
ManifestReader manifest_read_cargo, manifest_read_go_mod;           /* overview_compiled.c */
