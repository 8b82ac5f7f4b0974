/* A reader for each kind of manifest, chosen by the file's name in a table, lists packages with
   their versions and how open each version is to newer ones. Both states' lists are then compared
   by name; of several groups that name one package, one speaks for all. */
#include "change/manifest.h"

#include "base/json.h"
#include "base/path.h"
#include "text/lines.h"
#include "text/toml.h"

/* Packages of one manifest: far more than people write down. */
#define DEPENDENCIES_MAX 5000

typedef struct Manifest {
    Arena *arena;
    Str text;
    DependencyVec found;
    Dependency spare; /* takes what exceeds DEPENDENCIES_MAX */
} Manifest;

static uint32_t line_of(const Manifest *manifest, const char *at)
{
    bool inside = at >= manifest->text.ptr && at < manifest->text.ptr + manifest->text.len;
    return inside ? (uint32_t)lines_at_offset(manifest->text, (size_t)(at - manifest->text.ptr))
                  : 1;
}

static Dependency *add(Manifest *manifest, Str name, Str version, Openness openness)
{
    if (manifest->found.len >= DEPENDENCIES_MAX || !name.len)
        return &manifest->spare;
    Dependency *dependency = VEC_PUSH(manifest->arena, &manifest->found);
    *dependency =
        (Dependency){name, str_trim(version), openness, line_of(manifest, name.ptr), false, false};
    return dependency;
}

/* ---- versions ---- */

static bool has_byte(Str text, const char *bytes)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_in(text.ptr[i], bytes))
            return true;
    return false;
}

static bool is_place(Str version)
{
    static const Str starts[] = {STR_INIT("git"),     STR_INIT("http:"), STR_INIT("https:"),
                                 STR_INIT("github:"), STR_INIT("ssh:"),  STR_INIT("@ ")};
    for (size_t i = 0; i < COUNT(starts); i++)
        if (str_starts(version, starts[i]))
            return true;
    return str_find(version, STR("://")) != STR_NONE;
}

/* How open a version is. `usual` applies to a bare version: exactly that one in npm and
   Composer. */
static Openness openness_of(Str version, Openness usual)
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

/* ---- JSON ---- */

static bool is_own_version(Str version)
{
    static const Str starts[] = {STR_INIT("workspace:"), STR_INIT("file:"), STR_INIT("link:"),
                                 STR_INIT("portal:"),    STR_INIT("."),     STR_INIT("catalog:")};
    for (size_t i = 0; i < COUNT(starts); i++)
        if (str_starts(version, starts[i]))
            return true;
    return false;
}

static void read_json(Manifest *manifest, const char *const *groups, size_t count)
{
    Json *value;
    Err ignored = {0};
    if (!json_parse(manifest->arena, manifest->text, &value, &ignored))
        return;
    for (size_t i = 0; i < count; i++) {
        const Json *group = json_get(value, str_from(groups[i]));
        for (const Json *item = group ? group->first : NULL; item; item = item->next) {
            Str version = item->type == JSON_STRING ? item->text : (Str){0};
            if (!item->key.len || str_equal(item->key, STR("php")) ||
                str_starts(item->key, STR("ext-")))
                continue;
            Dependency *dependency =
                add(manifest, item->key, version, openness_of(version, OPEN_NOT));
            dependency->own = is_own_version(version);
            dependency->peer = str_find(str_from(groups[i]), STR("peer")) != STR_NONE;
        }
    }
}

static void read_package(Manifest *manifest)
{
    static const char *const groups[] = {"dependencies", "devDependencies", "optionalDependencies",
                                         "peerDependencies"};
    read_json(manifest, groups, COUNT(groups));
}

static void read_composer(Manifest *manifest)
{
    static const char *const groups[] = {"require", "require-dev"};
    read_json(manifest, groups, COUNT(groups));
}

/* ---- Python ---- */

/* A requirement `name[extra] >=1.2; marker` or `name @ address`. */
static void add_python(Manifest *manifest, Str text)
{
    text = str_slice(text, 0, str_find_byte(text, ';'));
    size_t comment = str_find(text, STR(" #"));
    text = str_trim(str_slice(text, 0, comment));
    size_t end = 0;
    while (end < text.len && (byte_is_word(text.ptr[end]) || byte_in(text.ptr[end], "-.")))
        end++;
    Str name = str_slice(text, 0, end), version = str_trim(str_from_offset(text, end));
    if (version.len && version.ptr[0] == '[')
        version = str_trim(str_from_offset(version, str_find_byte(version, ']') + 1));
    Openness openness = OPEN_UP;
    if (!version.len)
        openness = OPEN_ALL;
    else if (version.ptr[0] == '@')
        openness = OPEN_PLACE;
    else if (str_starts(version, STR("~=")))
        openness = OPEN_PATCH;
    else if (str_starts(version, STR("==")))
        openness = str_find_byte(version, '*') == STR_NONE ? OPEN_NOT : OPEN_MINOR;
    add(manifest, name, version, openness);
}

static void read_requirements(Manifest *manifest)
{
    Str rest = manifest->text, line;
    while (str_take_line(&rest, &line)) {
        line = str_trim(line);
        bool option = str_starts(line, STR("-")) && !str_starts(line, STR("-e "));
        if (!line.len || line.ptr[0] == '#' || option)
            continue;
        line = str_trim(str_from_offset(line, str_starts(line, STR("-e ")) ? 3 : 0));
        size_t place = str_find(line, STR("://"));
        if (place == STR_NONE || str_find(line, STR(" @ ")) < place)
            add_python(manifest, line);
        else
            add(manifest, line, line, OPEN_PLACE);
    }
}

static void add_pythons(Manifest *manifest, const Json *list)
{
    for (const Json *item = list ? list->first : NULL; item; item = item->next) {
        if (item->type == JSON_STRING)
            add_python(manifest, item->text);
        else if (item->type == JSON_ARRAY)
            add_pythons(manifest, item);
    }
}

/* A table of names with versions, or with tables: Cargo, Poetry. */
static void add_table(Manifest *manifest, const Json *table, Openness usual)
{
    for (const Json *item = table ? table->first : NULL; item; item = item->next) {
        const Json *version = item->type == JSON_STRING ? item : json_get(item, STR("version"));
        const Json *git = json_get(item, STR("git"));
        Str text = version && version->type == JSON_STRING ? version->text : (Str){0};
        if (str_equal(item->key, STR("python")))
            continue;
        bool own = json_get(item, STR("path")) || json_get(item, STR("workspace"));
        Dependency *dependency = add(manifest, item->key, git ? git->text : text,
                                     git   ? OPEN_PLACE
                                     : own ? OPEN_NOT
                                           : openness_of(text, usual));
        dependency->own = own;
    }
}

static const Json *get_path(const Json *value, const char *const *keys)
{
    for (; value && *keys; keys++)
        value = json_get(value, str_from(*keys));
    return value;
}
#define GET(value, ...) get_path(value, (const char *const[]){__VA_ARGS__, NULL})

static const Json *read_toml(Manifest *manifest)
{
    Json *value;
    Err ignored = {0};
    return toml_parse(manifest->arena, manifest->text, &value, &ignored) ? value : NULL;
}

static void read_pyproject(Manifest *manifest)
{
    const Json *value = read_toml(manifest);
    add_pythons(manifest, GET(value, "project", "dependencies"));
    add_pythons(manifest, GET(value, "build-system", "requires"));
    const Json *groups[] = {GET(value, "project", "optional-dependencies"),
                            GET(value, "dependency-groups")};
    for (size_t i = 0; i < COUNT(groups); i++)
        add_pythons(manifest, groups[i]);
    add_table(manifest, GET(value, "tool", "poetry", "dependencies"), OPEN_NOT);
    add_table(manifest, GET(value, "tool", "poetry", "dev-dependencies"), OPEN_NOT);
    const Json *poetry = GET(value, "tool", "poetry", "group");
    for (const Json *group = poetry ? poetry->first : NULL; group; group = group->next)
        add_table(manifest, json_get(group, STR("dependencies")), OPEN_NOT);
}

/* ---- Rust ---- */

static void add_crates(Manifest *manifest, const Json *value)
{
    static const char *const names[] = {"dependencies", "dev-dependencies", "build-dependencies"};
    for (size_t i = 0; i < COUNT(names); i++)
        add_table(manifest, json_get(value, str_from(names[i])), OPEN_MINOR);
}

static void read_cargo(Manifest *manifest)
{
    const Json *value = read_toml(manifest), *targets = GET(value, "target");
    if (!value)
        return;
    add_crates(manifest, value);
    add_table(manifest, GET(value, "workspace", "dependencies"), OPEN_MINOR);
    for (const Json *target = targets ? targets->first : NULL; target; target = target->next)
        add_crates(manifest, target);
}

/* ---- formats by line ---- */

static void read_go(Manifest *manifest)
{
    Str rest = manifest->text, line;
    bool within = false;
    while (str_take_line(&rest, &line)) {
        line = str_trim(str_slice(line, 0, str_find(line, STR("//"))));
        bool one = str_starts(line, STR("require "));
        if (str_equal(line, STR("require (")))
            within = true;
        else if (str_equal(line, STR(")")))
            within = false;
        else if (within || one) {
            line = str_trim(str_from_offset(line, one ? 8 : 0));
            Str name = str_slice(line, 0, str_find_byte(line, ' '));
            add(manifest, name, str_from_offset(line, name.len), OPEN_NOT);
        }
    }
}

/* Takes the next quoted text; false at the end. */
static bool take_quoted(Str *rest, Str *text)
{
    size_t at = 0;
    while (at < rest->len && !byte_in(rest->ptr[at], "\"'"))
        at++;
    if (at == rest->len)
        return false;
    Str behind = str_from_offset(*rest, at + 1);
    size_t end = str_find_byte(behind, rest->ptr[at]);
    if (end == STR_NONE)
        return false;
    *text = str_slice(behind, 0, end);
    *rest = str_from_offset(behind, end + 1);
    return true;
}

static void read_gems(Manifest *manifest)
{
    Str rest = manifest->text, line;
    while (str_take_line(&rest, &line)) {
        line = str_trim(line);
        Str name, version = {0};
        bool gem = str_starts(line, STR("gem ")) ||
                   str_find(line, STR(".add_dependency")) != STR_NONE ||
                   str_find(line, STR(".add_runtime_dependency")) != STR_NONE;
        if (!gem || !take_quoted(&line, &name))
            continue;
        bool place =
            str_find(line, STR("git:")) != STR_NONE || str_find(line, STR("github:")) != STR_NONE;
        bool own = str_find(line, STR("path:")) != STR_NONE;
        Str behind = str_trim(line);
        behind = str_trim(str_from_offset(behind, str_starts(behind, STR(",")) ? 1 : behind.len));
        if (behind.len && byte_in(behind.ptr[0], "\"'"))
            (void)take_quoted(&line, &version);
        add(manifest, name, version, place ? OPEN_PLACE : openness_of(version, OPEN_NOT))->own =
            own;
    }
}

/* The text between <tag> and </tag>. */
static Str element(Str text, const char *tag)
{
    char open[32], close[32];
    snprintf(open, sizeof open, "<%s>", tag);
    snprintf(close, sizeof close, "</%s>", tag);
    size_t at = str_find(text, str_from(open));
    if (at == STR_NONE)
        return (Str){0};
    text = str_from_offset(text, at + strlen(open));
    return str_trim(str_slice(text, 0, str_find(text, str_from(close))));
}

static void read_pom(Manifest *manifest)
{
    Str rest = manifest->text;
    for (size_t at = str_find(rest, STR("<dependency>")); at != STR_NONE;
         at = str_find(rest, STR("<dependency>"))) {
        rest = str_from_offset(rest, at + 12);
        Str block = str_slice(rest, 0, str_find(rest, STR("</dependency>")));
        Str name = element(block, "artifactId"), version = element(block, "version");
        bool any = str_equal(version, STR("LATEST")) || str_equal(version, STR("RELEASE"));
        bool range = version.len && byte_in(version.ptr[0], "[(");
        add(manifest, name, version, any ? OPEN_ALL : range ? OPEN_UP : OPEN_NOT);
    }
}

/* `implementation "group:name:version"`. */
static void read_gradle(Manifest *manifest)
{
    static const Str words[] = {STR_INIT("implementation"),
                                STR_INIT("api"),
                                STR_INIT("compile"),
                                STR_INIT("runtimeOnly"),
                                STR_INIT("testImplementation"),
                                STR_INIT("kapt"),
                                STR_INIT("annotationProcessor")};
    Str rest = manifest->text, line;
    while (str_take_line(&rest, &line)) {
        Str text;
        bool is = false;
        line = str_trim(line);
        for (size_t i = 0; i < COUNT(words); i++)
            is = is || str_starts(line, words[i]);
        if (!is || !take_quoted(&line, &text))
            continue;
        size_t colon = str_find_last_byte(text, ':');
        if (colon == STR_NONE || str_find_byte(text, ':') == colon)
            continue;
        Str version = str_from_offset(text, colon + 1);
        bool any = str_find_byte(version, '+') != STR_NONE;
        add(manifest, str_slice(text, 0, colon), version, any ? OPEN_ALL : OPEN_NOT);
    }
}

/* ---- kinds by name ---- */

static const struct {
    ManifestKind kind;
    void (*read)(Manifest *manifest);
} kinds[] = {
    {{"package.json",
      {"package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "npm-shrinkwrap.json"},
      true,
      true},
     read_package},
    {{"composer.json", {"composer.lock"}, true, true}, read_composer},
    {{"Cargo.toml", {"Cargo.lock"}, true, false}, read_cargo},
    {{"pyproject.toml", {"poetry.lock", "uv.lock", "pdm.lock"}, false, true}, read_pyproject},
    {{"go.mod", {"go.sum"}, true, false}, read_go},
    {{"Gemfile", {"Gemfile.lock"}, true, true}, read_gems},
    {{"pom.xml", {NULL}, false, false}, read_pom},
    {{"build.gradle", {NULL}, false, false}, read_gradle},
    {{"build.gradle.kts", {NULL}, false, false}, read_gradle},
    {{"requirements", {NULL}, false, false}, read_requirements},
};

static size_t find_kind(Str path)
{
    Str name = path_base(path);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        bool requirements = str_equal(str_from(kinds[i].kind.name), STR("requirements"));
        if (requirements
                ? str_ends(name, STR(".txt")) && str_find(path, STR("requirements")) != STR_NONE
                : str_equal(name, str_from(kinds[i].kind.name)))
            return i;
    }
    return COUNT(kinds);
}

const ManifestKind *manifest_kind(Str path)
{
    size_t index = find_kind(path);
    return index < COUNT(kinds) ? &kinds[index].kind : NULL;
}

DependencyVec manifest_read(Arena *arena, Str path, Str text)
{
    Manifest manifest = {.arena = arena, .text = text};
    size_t index = find_kind(path);
    if (index < COUNT(kinds))
        kinds[index].read(&manifest);
    return manifest.found;
}

const char *openness_name(Openness openness)
{
    static const char *const names[] = {"one version",    "patches",
                                        "minor versions", "later versions",
                                        "any version",    "what stands at an address"};
    return names[openness];
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

/* Whether the package is reported already: one of several groups that list it is enough. */
static bool is_reported(const DependencyChangeVec *changes, Str name)
{
    for (size_t i = 0; i < changes->len; i++)
        if (str_equal(changes->ptr[i].name, name))
            return true;
    return false;
}

static void compare(Arena *arena, const DependencyVec *of, const DependencyVec *other, bool gone,
                    DependencyChangeVec *changes)
{
    for (size_t i = 0; i < of->len; i++) {
        const Dependency *one = &of->ptr[i], *partner = dependency_find(other, one);
        if ((partner && (gone || str_equal(partner->version, one->version))) ||
            is_reported(changes, one->name))
            continue;
        *VEC_PUSH(arena, changes) = (DependencyChange){
            .name = one->name,
            .old = gone ? one : partner,
            .new = gone ? NULL : one,
        };
    }
}

void manifest_compare(Arena *arena, Str path, Str old, Str new, DependencyChangeVec *changes)
{
    if (!manifest_kind(path))
        return;
    DependencyVec before = manifest_read(arena, path, old);
    DependencyVec after = manifest_read(arena, path, new);
    compare(arena, &after, &before, false, changes);
    compare(arena, &before, &after, true, changes);
}

Str dependency_shown(const Dependency *dependency)
{
    return dependency->version.len ? dependency->version : STR("(none)");
}
