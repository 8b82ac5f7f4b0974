/* What the readers of manifests share (languages/<id>/manifest.c). */
#pragma once

#include "manifest/manifest.h"

/* A member that is a string, without blanks around it; else empty. */
Str manifest_text(const Json *object, const char *key);
/* The value at the end of a path of keys. */
const Json *manifest_value(const Json *value, const char *const *keys);
#define MANIFEST_VALUE(value, ...) manifest_value(value, (const char *const[]){__VA_ARGS__, NULL})

/* Adds nothing if the name or the text is empty. */
void manifest_add_item(Manifest *manifest, ManifestItemVec *list, Str name, Str text);
/* Adds the strings of a table. */
void manifest_add_items(Manifest *manifest, ManifestItemVec *list, const Json *table);
/* Adds a directory of the workspace, or a pattern of them. */
void manifest_add_member(Manifest *manifest, Str pattern);
/* Adds a list of them, or that of its member `packages`. */
void manifest_add_members(Manifest *manifest, const Json *list);

/* Never NULL: what exceeds the limit goes to a spare one. */
Dependency *manifest_require(Manifest *manifest, Str name, Str version, Openness openness);
/* How open a version is. `usual` applies to a bare version: exactly that one in npm and
   Composer. */
Openness manifest_openness(Str version, Openness usual);
/* A member of JSON that maps names to versions. */
void manifest_require_group(Manifest *manifest, const char *group);
/* A table of names with versions, or with tables: Cargo, Poetry. */
void manifest_require_table(Manifest *manifest, const Json *table, Openness usual);

/* Takes the next text in quotes; false at the end. */
bool manifest_take_quoted(Str *rest, Str *text);
