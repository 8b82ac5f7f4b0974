/* A plan opens every file once, edits all items in memory, and writes nothing if any of them fails.
   On removal a paragraph stays if another configured agent still reads it. A file that is not
   wholly ours is copied to a backup, named by its content, before it is written. */
#include "setup/setup_plan.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/path.h"

#define BACKUP_HASH_DIGITS 12

/* ---- files ---- */

static const char *const *item_names(const SetupRequest *request, const SetupItem *item)
{
    return request->project.len ? item->project : item->user;
}

/* The full path of an item's file; empty when HOME is needed and not set. */
static Str full_path(Arena *arena, const SetupRequest *request, const char *name)
{
    return request->project.len ? path_join(arena, request->project, str_from(name))
                                : coding_agent_path(arena, str_from(name));
}

/* The first name, or the second where only that file exists. */
static const char *choose_name(Arena scratch, const SetupRequest *request, const SetupItem *item)
{
    const char *const *names = item_names(request, item);
    if (names[1] && !fs_real_path(&scratch, full_path(&scratch, request, names[0])).len &&
        fs_real_path(&scratch, full_path(&scratch, request, names[1])).len)
        return names[1];
    return names[0];
}

static bool open_file(Arena *arena, const SetupRequest *request, const SetupItem *item,
                      SetupFile *file, Err *err)
{
    const char *name = choose_name(*arena, request, item);
    Str path = full_path(arena, request, name);
    if (!path.len) {
        err_set(err, ERR_FAILED, "there is no home directory: HOME is not set");
        return err_hint(err, "set HOME, or set up a project: --project");
    }
    file->shown = request->project.len ? str_from(name) : coding_agent_shown_path(arena, path);
    if (!fs_edit_open(arena, request->project, request->project.len ? str_from(name) : path,
                      SETUP_FILE_BYTES_MAX, &file->edit, err))
        return false;
    file->after = (EditText){file->edit.exists, file->edit.bytes};
    return true;
}

/* Adds the file's name to an error in its text. */
static bool fail_in_file(const SetupFile *file, Err *err)
{
    Err cause = *err;
    err_set(err, cause.code, "%.*s: %s", STR_ARG(file->shown), cause.message);
    return err_hint(err, "nothing was changed; %s",
                    cause.hint[0] ? cause.hint : "correct the file, then run the command again");
}

/* ---- the plan ---- */

static bool is_asked_for(const SetupRequest *request, const SetupItem *item)
{
    if (!item_names(request, item)[0])
        return false;
    return request->remove || item->when == SETUP_ALWAYS ||
           (item->when == SETUP_HOOK && request->hook) ||
           (item->when == SETUP_INSTRUCTIONS && request->instructions) ||
           (item->when == SETUP_LSP && request->lsp);
}

/* Whether the agent has the same item in the same file. */
static bool shares(const SetupRequest *request, const Agent *agent, const SetupItem *item)
{
    for (size_t i = 0; i < SETUP_ITEMS_MAX; i++) {
        const SetupItem *theirs = &agent->items[i];
        const char *name = theirs->kind == item->kind ? item_names(request, theirs)[0] : NULL;
        if (name && strcmp(name, item_names(request, item)[0]) == 0)
            return true;
    }
    return false;
}

/* Another configured agent that reads the same paragraph, or NULL. An agent whose settings cannot
   be read does not count. */
static const Agent *find_sharer(Arena *arena, const SetupRequest *request, const SetupItem *item)
{
    for (size_t i = 0; i < coding_agent_count(); i++) {
        SetupRequest other = *request;
        SetupState state;
        Str shown;
        Err ignored;
        other.agent = coding_agent_at(i);
        if (other.agent != request->agent && shares(request, other.agent, item) &&
            setup_look(arena, &other, &state, &shown, &ignored) && state != SETUP_ABSENT)
            return other.agent;
    }
    return NULL;
}

/* Opens the item's file, or finds it in the plan: two items may share one. */
static bool take_file(Arena *arena, const SetupRequest *request, SetupPlan *plan,
                      SetupChange *change, Err *err)
{
    SetupFile *file = change->file = &plan->files[plan->file_count++];
    if (!open_file(arena, request, change->item, file, err))
        return false;
    for (SetupFile *other = plan->files; other < file; other++) {
        if (!str_equal(other->shown, file->shown))
            continue;
        fs_edit_close(&file->edit);
        plan->file_count--;
        change->file = other;
    }
    return true;
}

static bool edit_file(Arena *arena, const SetupRequest *request, SetupChange *change, Err *err)
{
    SetupFile *file = change->file;
    EditText before = file->after, after = before;
    if (!setup_item_look(arena, change->item, request->command, before, &change->state, err))
        return fail_in_file(file, err);
    if (request->remove && change->state != SETUP_ABSENT)
        change->shared_with = find_sharer(arena, request, change->item);
    if (change->shared_with)
        return true;
    bool edited = request->remove
                      ? setup_item_remove(arena, change->item, before, &after, err)
                      : setup_item_add(arena, change->item, request->command, before, &after, err);
    if (!edited)
        return fail_in_file(file, err);
    change->changes = before.exists != after.exists || !str_equal(before.bytes, after.bytes);
    file->after = after;
    file->changes |= change->changes;
    file->foreign |= change->state == SETUP_DIFFERENT;
    return true;
}

bool setup_plan(Arena *arena, const SetupRequest *request, SetupPlan *plan, Err *err)
{
    *plan = (SetupPlan){0};
    for (size_t i = 0; i < SETUP_ITEMS_MAX; i++) {
        /* Items are removed in reverse order, so that the former bytes are restored. */
        size_t index = request->remove ? SETUP_ITEMS_MAX - 1 - i : i;
        const SetupItem *item = &request->agent->items[index];
        if (!item->kind || !is_asked_for(request, item))
            continue;
        SetupChange *change = &plan->changes[plan->count++];
        change->item = item;
        if (!take_file(arena, request, plan, change, err) ||
            !edit_file(arena, request, change, err))
            return false;
    }
    return true;
}

void setup_plan_close(SetupPlan *plan)
{
    for (size_t i = 0; i < plan->file_count; i++)
        fs_edit_close(&plan->files[i].edit);
}

bool setup_look(Arena *arena, const SetupRequest *request, SetupState *state, Str *shown, Err *err)
{
    SetupFile file = {0};
    const SetupItem *item = &request->agent->items[0];
    *state = SETUP_ABSENT;
    *shown = (Str){0};
    if (!item_names(request, item)[0])
        return true;
    bool looked = open_file(arena, request, item, &file, err);
    if (looked && !setup_item_look(arena, item, request->command, file.after, state, err))
        looked = fail_in_file(&file, err);
    *shown = file.shown;
    fs_edit_close(&file.edit);
    return looked;
}

/* ---- applying it ---- */

static bool keep_backup(Arena *arena, const SetupFile *file, Str *shown, Err *err)
{
    char hex[65];
    Str folder = coding_agent_path(arena, STR("${XDG_STATE_HOME:-~/.local/state}/fovea/backups"));
    if (!folder.len) {
        err_set(err, ERR_FAILED,
                "there is no place for a backup: neither HOME nor XDG_STATE_HOME "
                "is set");
        return err_hint(err, "set XDG_STATE_HOME to a directory of yours");
    }
    hash_sha256(file->edit.bytes, hex);
    hex[BACKUP_HASH_DIGITS] = '\0';
    Str path =
        str_format(arena, "%.*s/%.*s.%s", STR_ARG(folder), STR_ARG(path_base(file->shown)), hex);
    *shown = coding_agent_shown_path(arena, path);
    fs_make_directories(*arena, path_directory(path)); /* writing reports the failure */
    return fs_real_path(arena, path).len ||
           fs_write_atomic(*arena, path, file->edit.bytes, 0600, err);
}

/* How many components of the file's path are kept when empty directories are removed. */
static size_t kept_components(Arena *arena, const SetupFile *file)
{
    Str path = file->edit.target, home = fs_real_path(arena, fs_environment("HOME"));
    if (file->edit.beneath)
        return 0;
    Str kept = home.len && path_is_inside(path, home) ? home : path_directory(path);
    size_t count = 0;
    for (Str part; str_take_until(&kept, '/', &part);)
        count += part.len > 0;
    return count;
}

bool setup_apply(Arena *arena, const SetupFile *file, Str *backup, Err *err)
{
    *backup = (Str){0};
    bool ours = !file->after.exists && !file->foreign;
    if (file->edit.exists && !ours && !keep_backup(arena, file, backup, err))
        return false;
    if (!file->after.exists)
        return fs_edit_remove(*arena, &file->edit, kept_components(arena, file), err);
    /* The user's files may hold more than settings, such as keys. */
    unsigned mode = file->edit.beneath ? 0666 : 0600;
    return fs_edit_write(*arena, &file->edit, file->after.bytes, mode, err);
}
