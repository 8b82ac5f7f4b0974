/* The row for a file's name says in which format it is and which functions read it: one what it
   says of the package, and on request another the dependencies. */
#include "manifest/manifest_reader.h"

#include "base/path.h"
#include "text/jsonc.h"
#include "text/lines.h"
#include "text/toml.h"

#include "languages_manifest.h"

#include "languages_manifest.inc"

/* Packages, commands and directories of one manifest: far more than people write down. */
#define DEPENDENCIES_MAX 5000
#define ITEMS_MAX 1000
#define MEMBERS_MAX 200

/* ---- kinds ---- */

static bool is_of(const ManifestKind *kind, Str path)
{
    Str name = str_from(kind->name), base = path_base(path);
    bool fits = str_starts(name, STR("*")) ? str_ends(base, str_from_offset(name, 1))
                                           : str_equal(base, name);
    return fits && (!kind->within || str_find(path, str_from(kind->within)) != STR_NONE);
}

const ManifestKind *manifest_kind(Str path)
{
    for (size_t i = 0; i < COUNT(manifest_by_language); i++)
        for (size_t k = 0; k < manifest_by_language[i].count; k++)
            if (is_of(&manifest_by_language[i].rows[k], path))
                return &manifest_by_language[i].rows[k];
    return NULL;
}

const ManifestKind *manifest_kind_with_dependencies(Str path)
{
    const ManifestKind *kind = manifest_kind(path);
    return kind && kind->read_required ? kind : NULL;
}

bool manifest_is_lock(Str path)
{
    Str base = path_base(path);
    for (size_t i = 0; i < COUNT(manifest_by_language); i++)
        for (size_t k = 0; k < manifest_by_language[i].count; k++)
            for (const char *const *lock = manifest_by_language[i].rows[k].locks; *lock; lock++)
                if (str_equal(base, str_from(*lock)))
                    return true;
    return false;
}

bool manifest_is_of_member(Str path)
{
    Str base = path_base(path);
    for (size_t i = 0; i < COUNT(manifest_by_language); i++)
        for (size_t k = 0; k < manifest_by_language[i].count; k++) {
            const char *members = manifest_by_language[i].rows[k].members;
            if (members && str_equal(base, str_from(members)))
                return true;
        }
    return false;
}

/* ---- reading ---- */

static const Json *parse(Arena *arena, ManifestFormat format, Str text)
{
    Json *root = NULL;
    Err ignored;
    bool parsed = format == MANIFEST_TOML ? toml_parse(arena, text, &root, &ignored)
                                          : json_parse(arena, text, &root, &ignored);
    return parsed ? root : NULL;
}

Manifest manifest_read(Arena *arena, Str path, Str text)
{
    Manifest manifest = {.kind = manifest_kind(path), .path = path, .text = text, .arena = arena};
    if (!manifest.kind)
        return manifest;
    ManifestFormat format = manifest.kind->format;
    if (format == MANIFEST_JSON)
        manifest.text = jsonc_plain(arena, text);
    if (format != MANIFEST_LINES)
        manifest.root = parse(arena, format, manifest.text);
    if (manifest.kind->read && (manifest.root || format == MANIFEST_LINES))
        manifest.kind->read(&manifest);
    return manifest;
}

Str manifest_command(const Manifest *manifest, const char *name)
{
    for (size_t i = 0; i < manifest->commands.len; i++)
        if (str_equal(manifest->commands.ptr[i].name, str_from(name)))
            return manifest->commands.ptr[i].text;
    return (Str){0};
}

const DependencyVec *manifest_dependencies(Manifest *manifest)
{
    const ManifestKind *kind = manifest->kind;
    if (!manifest->required.len && kind && kind->read_required &&
        (manifest->root || kind->format == MANIFEST_LINES))
        kind->read_required(manifest);
    return &manifest->required;
}

bool manifest_requires(Manifest *manifest, const char *group, const char *name)
{
    const DependencyVec *list = manifest_dependencies(manifest);
    for (size_t i = 0; i < list->len; i++)
        if (str_equal(list->ptr[i].name, str_from(name)) &&
            (!group || str_equal(list->ptr[i].group, str_from(group))))
            return true;
    return false;
}

/* ---- what readers share ---- */

Str manifest_text(const Json *object, const char *key)
{
    return str_trim(json_text(object, str_from(key)));
}

const Json *manifest_value(const Json *value, const char *const *keys)
{
    for (; value && *keys; keys++)
        value = json_get(value, str_from(*keys));
    return value;
}

void manifest_add_item(Manifest *manifest, ManifestItemVec *list, Str name, Str text)
{
    if (name.len && text.len && list->len < ITEMS_MAX)
        *VEC_PUSH(manifest->arena, list) = (ManifestItem){name, text};
}

void manifest_add_items(Manifest *manifest, ManifestItemVec *list, const Json *table)
{
    for (const Json *item = table ? table->first : NULL; item; item = item->next)
        if (item->type == JSON_STRING)
            manifest_add_item(manifest, list, item->key, item->text);
}

void manifest_add_member(Manifest *manifest, Str pattern)
{
    bool negated = str_starts(pattern, STR("!"));
    pattern = str_trim(str_from_offset(pattern, negated));
    if (str_starts(pattern, STR("./")))
        pattern = str_from_offset(pattern, 2);
    while (str_ends(pattern, STR("/")))
        pattern = str_slice(pattern, 0, pattern.len - 1);
    if (pattern.len && manifest->members.len < MEMBERS_MAX)
        *VEC_PUSH(manifest->arena, &manifest->members) =
            negated ? str_join(manifest->arena, STR("!"), pattern) : pattern;
}

void manifest_add_members(Manifest *manifest, const Json *list)
{
    if (list && list->type == JSON_OBJECT) /* `workspaces: { packages: […] }` of yarn */
        list = json_get(list, STR("packages"));
    for (const Json *item = list && list->type == JSON_ARRAY ? list->first : NULL; item;
         item = item->next)
        if (item->type == JSON_STRING)
            manifest_add_member(manifest, item->text);
}

bool manifest_take_quoted(Str *rest, Str *text)
{
    size_t at = 0;
    while (at < rest->len && !byte_in(rest->ptr[at], "\"'"))
        at++;
    if (at == rest->len)
        return false;
    Str after = str_from_offset(*rest, at + 1);
    size_t end = str_find_byte(after, rest->ptr[at]);
    if (end == STR_NONE)
        return false;
    *text = str_slice(after, 0, end);
    *rest = str_from_offset(after, end + 1);
    return true;
}

/* ---- dependencies ---- */

static uint32_t line_of(const Manifest *manifest, const char *at)
{
    bool inside = at >= manifest->text.ptr && at < manifest->text.ptr + manifest->text.len;
    return inside ? (uint32_t)lines_at_offset(manifest->text, (size_t)(at - manifest->text.ptr))
                  : 1;
}

Dependency *manifest_require(Manifest *manifest, Str name, Str version, Openness openness)
{
    DependencyVec *list = &manifest->required;
    if (list->len >= DEPENDENCIES_MAX || !name.len)
        return NEW(manifest->arena, Dependency, 1);
    Dependency *dependency = VEC_PUSH(manifest->arena, list);
    *dependency = (Dependency){.name = name,
                               .version = str_trim(version),
                               .openness = openness,
                               .line = line_of(manifest, name.ptr)};
    return dependency;
}

static bool has_byte(Str text, const char *bytes)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_in(text.ptr[i], bytes))
            return true;
    return false;
}

static bool starts_with_any(Str text, const Str *starts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_starts(text, starts[i]))
            return true;
    return false;
}

static bool is_place(Str version)
{
    static const Str starts[] = {STR_INIT("git"),     STR_INIT("http:"), STR_INIT("https:"),
                                 STR_INIT("github:"), STR_INIT("ssh:"),  STR_INIT("@ ")};
    return starts_with_any(version, starts, COUNT(starts)) ||
           str_find(version, STR("://")) != STR_NONE;
}

Openness manifest_openness(Str version, Openness usual)
{
    version = str_trim(version);
    if (is_place(version))
        return OPEN_PLACE;
    if (!version.len || str_equal(version, STR("*")) || str_equal(version, STR("latest")) ||
        str_equal(version, STR("x")) || str_starts(version, STR("dev-")))
        return OPEN_ALL;
    if (has_byte(version, "<>|") || str_find(version, STR(" - ")) != STR_NONE)
        return OPEN_UP;
    if (version.ptr[0] == '^' || str_find(version, STR(".*")) != STR_NONE ||
        str_find(version, STR(".x")) != STR_NONE)
        return OPEN_MINOR;
    if (version.ptr[0] == '~')
        return OPEN_PATCH;
    return version.ptr[0] == '=' ? OPEN_NOT : usual;
}

void manifest_require_group(Manifest *manifest, const char *group)
{
    static const Str own[] = {STR_INIT("workspace:"), STR_INIT("file:"), STR_INIT("link:"),
                              STR_INIT("portal:"),    STR_INIT("."),     STR_INIT("catalog:")};
    const Json *list = json_get(manifest->root, str_from(group));
    for (const Json *item = list ? list->first : NULL; item; item = item->next) {
        Str version = item->type == JSON_STRING ? item->text : (Str){0};
        Dependency *dependency =
            manifest_require(manifest, item->key, version, manifest_openness(version, OPEN_NOT));
        dependency->group = str_from(group);
        dependency->own = starts_with_any(version, own, COUNT(own));
    }
}

void manifest_require_table(Manifest *manifest, const Json *table, Openness usual)
{
    for (const Json *item = table ? table->first : NULL; item; item = item->next) {
        const Json *git = json_get(item, STR("git"));
        Str version = item->type == JSON_STRING ? item->text : manifest_text(item, "version");
        bool own = json_get(item, STR("path")) || json_get(item, STR("workspace"));
        Dependency *dependency = manifest_require(manifest, item->key, git ? git->text : version,
                                                  git   ? OPEN_PLACE
                                                  : own ? OPEN_NOT
                                                        : manifest_openness(version, usual));
        dependency->own = own;
        dependency->package = manifest_text(item, "package");
    }
}

const Dependency *dependency_find(const DependencyVec *list, const Dependency *wanted)
{
    const Dependency *widest = NULL;
    for (size_t i = 0; i < list->len; i++) {
        const Dependency *one = &list->ptr[i];
        if (!str_equal(one->name, wanted->name))
            continue;
        if (str_equal(one->version, wanted->version))
            return one;
        if (!widest || one->openness > widest->openness)
            widest = one;
    }
    return widest;
}

Str dependency_shown(const Dependency *dependency)
{
    return dependency->version.len ? dependency->version : STR("(none)");
}

const char *openness_name(Openness openness)
{
    static const char *const names[] = {"one version",    "patches",
                                        "minor versions", "later versions",
                                        "any version",    "what stands at an address"};
    return names[openness];
}
