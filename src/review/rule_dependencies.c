/* Rules about third-party packages: requirements of manifests in both states, and lock files. */
#include "review/rule_functions.h"

#include "base/map.h"
#include "base/path.h"
#include "manifest/manifest.h"

typedef struct ManifestPair {
    const ChangedFile *file;
    const ManifestKind *kind;
    DependencyVec old, new;
} ManifestPair;

static bool read_pair(const ReviewFind *find, const ChangedFile *file, ManifestPair *pair)
{
    Arena *arena = find->review->arena;
    *pair =
        (ManifestPair){.file = file, .kind = manifest_kind_with_dependencies(review_path(file))};
    if (!pair->kind || file->unseen.len || review_class(find->review, file) == FILE_VENDORED ||
        review_is_aside(file) || !file->new.path.len)
        return false;
    Manifest was = manifest_read(arena, review_path(file), file->old.text);
    Manifest now = manifest_read(arena, review_path(file), file->new.text);
    pair->old = *manifest_dependencies(&was);
    pair->new = *manifest_dependencies(&now);
    return true;
}

static Finding *tell(const ReviewFind *find, const ManifestPair *pair, const Dependency *dependency,
                     Str message)
{
    Finding *finding = review_add(find, pair->file, message);
    finding->start = finding->end = dependency->line;
    finding->key = dependency->name;
    return finding;
}

static void visit_manifests(const ReviewFind *find,
                            void (*visit)(const ReviewFind *find, const ManifestPair *pair))
{
    for (size_t i = 0; i < find->review->set->files.len; i++) {
        ManifestPair pair;
        if (read_pair(find, &find->review->set->files.ptr[i], &pair))
            visit(find, &pair);
    }
}

/* ---- added ---- */

/* Whether another manifest of the change drops it, as when requirements move to pyproject.toml. */
static bool is_moved(const ReviewContext *review, const ChangedFile *to, Str name)
{
    for (size_t f = 0; f < review->set->files.len; f++) {
        const ChangedFile *file = &review->set->files.ptr[f];
        for (size_t i = 0; file != to && i < file->dependencies.len; i++) {
            const DependencyChange *change = &file->dependencies.ptr[i];
            if (str_equal(change->name, name) && change->old && !change->new)
                return true;
        }
    }
    return false;
}

static void visit_added(const ReviewFind *find, const ManifestPair *pair)
{
    Arena *arena = find->review->arena;
    size_t reported = 0;
    for (size_t i = 0; i < pair->new.len && pair->file->old.path.len; i++) {
        const Dependency *new = &pair->new.ptr[i];
        if (new->own || dependency_find(&pair->old, new) ||
            is_moved(find->review, pair->file, new->name) || !review_tells_line(find, &reported))
            continue;
        Finding *finding = tell(
            find, pair, new, str_format(arena, "a dependency is added: %.*s", STR_ARG(new->name)));
        review_add_evidence(find, finding,
                            str_format(arena, "%.*s%sit takes %s", STR_ARG(new->version),
                                       new->version.len ? ": " : "", openness_name(new->openness)));
        if (new->openness >= OPEN_ALL)
            finding->severity = MAX(finding->severity, REVIEW_WARNING);
        finding->suggestion = STR("look at who makes it, what it brings, and whether its name is "
                                  "the one that is meant");
    }
}

bool review_find_added_dependencies(const ReviewFind *find, Err *err)
{
    (void)err;
    visit_manifests(find, visit_added);
    return true;
}

/* ---- widened ---- */

static const char *openness_verb(Openness openness)
{
    bool many = openness == OPEN_PATCH || openness == OPEN_MINOR || openness == OPEN_UP;
    return many ? "are" : "is";
}

static void visit_widened(const ReviewFind *find, const ManifestPair *pair)
{
    Arena *arena = find->review->arena;
    for (size_t i = 0; i < pair->new.len; i++) {
        const Dependency *new = &pair->new.ptr[i], *old = dependency_find(&pair->old, new);
        bool moved = old && old->openness == OPEN_PLACE && !str_equal(old->version, new->version);
        if (!old || new->own || (new->openness <= old->openness && !(moved && new->openness)))
            continue;
        Finding *finding =
            tell(find, pair, new,
                 str_format(arena, "%.*s: %s %s taken now", STR_ARG(new->name),
                            openness_name(new->openness), openness_verb(new->openness)));
        review_add_evidence(find, finding,
                            str_format(arena, "%.*s → %.*s", STR_ARG(dependency_shown(old)),
                                       STR_ARG(dependency_shown(new))));
        finding->suggestion = STR("say which versions were tried");
    }
}

bool review_find_widened_dependencies(const ReviewFind *find, Err *err)
{
    (void)err;
    visit_manifests(find, visit_widened);
    return true;
}

/* ---- locks ---- */

static bool is_locked(const Dependency *dependency)
{
    return !dependency->own && !dependency->peer;
}

/* The first requirement that differs from before, or NULL. */
static const Dependency *find_changed(const ManifestPair *pair)
{
    for (size_t i = 0; i < pair->new.len; i++) {
        const Dependency *new = &pair->new.ptr[i], *old = dependency_find(&pair->old, new);
        if (is_locked(new) && (!old || !str_equal(old->version, new->version)))
            return new;
    }
    return NULL;
}

/* The first new requirement that the lock does not contain, or NULL. */
static const Dependency *find_missing(const ManifestPair *pair, Str lock)
{
    for (size_t i = 0; i < pair->new.len && pair->kind->locks_names; i++) {
        const Dependency *new = &pair->new.ptr[i];
        if (is_locked(new) && !dependency_find(&pair->old, new) &&
            str_find(lock, new->name) == STR_NONE)
            return new;
    }
    return NULL;
}

/* Finds the lock file next to the manifest, or at the root; *path is empty if neither has one. */
static bool find_lock(const ReviewFind *find, const ManifestPair *pair, Str *path, Str *text,
                      Err *err)
{
    Str directory = path_directory(pair->file->new.path);
    const Str places[] = {directory, STR(".")};
    for (size_t i = 0; i < COUNT(places); i++)
        for (size_t k = 0; pair->kind->locks[k]; k++) {
            bool found = false;
            Str name = str_from(pair->kind->locks[k]);
            *path = str_equal(places[i], STR("."))
                        ? name
                        : path_join(find->review->arena, places[i], name);
            if (!review_read(find->review, *path, text, &found, err))
                return false;
            if (found)
                return true;
        }
    *path = (Str){0};
    return true;
}

static bool check_lock(const ReviewFind *find, const ManifestPair *pair, Err *err)
{
    Arena *arena = find->review->arena;
    Str path, text = {0};
    const Dependency *changed = find_changed(pair);
    if (!changed)
        return true;
    if (!find_lock(find, pair, &path, &text, err))
        return false;
    if (!path.len)
        return true;
    bool stale = !review_changed_file(find->review, path);
    const Dependency *missing = find_missing(pair, text);
    if (!missing && !(stale && pair->kind->locks_ranges))
        return true;
    const Dependency *about = missing ? missing : changed;
    Finding *finding = tell(
        find, pair, about,
        stale ? str_format(arena, "%.*s is not changed with the manifest", STR_ARG(path))
              : str_format(arena, "%.*s does not know %.*s", STR_ARG(path), STR_ARG(about->name)));
    review_add_evidence(find, finding,
                        str_format(arena, "the manifest asks for %.*s %.*s", STR_ARG(about->name),
                                   STR_ARG(about->version)));
    finding->suggestion = STR("let the package manager write the lock again and add it");
    return true;
}

bool review_find_locks(const ReviewFind *find, Err *err)
{
    for (size_t i = 0; i < find->review->set->files.len; i++) {
        ManifestPair pair;
        if (read_pair(find, &find->review->set->files.ptr[i], &pair) && pair.kind->locks[0] &&
            !check_lock(find, &pair, err))
            return false;
    }
    return true;
}

/* ---- where locks take packages from ---- */

/* Takes the host of the next address off the front of a text. */
static bool next_host(Str *text, Str *host)
{
    size_t at = str_find(*text, STR("://")), end;
    if (at == STR_NONE)
        return false;
    Str rest = str_from_offset(*text, at + 3);
    for (end = 0; end < rest.len && !strchr("/:?#\"' \t,)]}", rest.ptr[end]);)
        end++;
    *host = str_slice(rest, 0, end);
    size_t login = str_find_last_byte(*host, '@');
    *host = login == STR_NONE ? *host : str_from_offset(*host, login + 1);
    *text = str_from_offset(rest, end);
    return true;
}

static Map hosts_of(Arena *arena, Str text)
{
    Map hosts = map_open(arena);
    Str host;
    while (next_host(&text, &host))
        *map_put(&hosts, host, NULL) = 1;
    return hosts;
}

static void look_at_hosts(const ReviewFind *find, const ChangedFile *file)
{
    Arena *arena = find->review->arena;
    ReviewLines lines = review_lines(file, false);
    Map known = hosts_of(arena, file->old.text);
    size_t count = 0;
    Str line, host;
    while (review_next_line(&lines, &line)) {
        while (next_host(&line, &host)) {
            if (!host.len || map_find(&known, host) || !review_tells_line(find, &count))
                continue;
            Finding *finding = review_add(
                find, file,
                str_format(arena, "a package is taken from another host: %.*s", STR_ARG(host)));
            finding->start = finding->end = lines.line;
            finding->key = host;
            finding->suggestion = STR("see who runs it, and whether the manifest means it");
        }
    }
}

bool review_find_lock_sources(const ReviewFind *find, Err *err)
{
    (void)err;
    for (size_t i = 0; i < find->review->set->files.len; i++) {
        const ChangedFile *file = &find->review->set->files.ptr[i];
        Str some, old = file->old.text;
        if (manifest_is_lock(file->new.path) && next_host(&old, &some))
            look_at_hosts(find, file);
    }
    return true;
}
