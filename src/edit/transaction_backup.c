/* Contents are stored as zstd frames under their content hash, so the same content is stored once:
   the next commit mostly finds what the last one wrote. */
#include "edit/transaction_state.h"

#include "base/fs.h"
#include "base/fs_output.h"
#include "base/fs_private.h"
#include "base/map.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/zstd_frame.h"

#include <errno.h>

/* A person waits, and contents are small. */
#define BACKUP_LEVEL 3
/* A frame of content that cannot be compressed is this much larger. */
#define FRAME_OVERHEAD_BYTES (1 * MB)
/* Names in the folder of contents: two for each file of each commit, and as many that a crash
   left. */
#define BACKUP_NAMES_MAX ((size_t)4 * EDIT_COMMITS_KEPT * EDIT_FILES_MAX)
#define HASH_HEX_DIGITS ((size_t)2 * HASH_CONTENT_BYTES)

static Str hash_name(Arena *arena, const EditHash hash)
{
    Buf name = buf_open(arena, 0);
    buf_put_hex(&name, (Str){(const char *)hash, HASH_CONTENT_BYTES});
    return buf_str(&name);
}

static Str backup_path(Arena *arena, const Journal *journal, const EditHash hash)
{
    Str name = hash_name(arena, hash);
    return str_format(arena, "%.*s/contents/%.*s", STR_ARG(journal->state), STR_ARG(name));
}

/* Reads a content; *whole is false when it is missing or damaged. */
static bool read_backup(Arena *arena, Str path, const EditHash hash, Str *content, bool *whole,
                        Err *err)
{
    Str frame;
    EditHash found;
    bool there;
    *whole = false;
    if (!fs_read_own(arena, path, EDIT_FILE_BYTES_MAX + FRAME_OVERHEAD_BYTES, &frame, &there, err))
        return false;
    if (!there || !zstd_frame_take(arena, frame, (Str){0}, EDIT_FILE_BYTES_MAX, content))
        return true;
    hash_content((Str){0}, *content, found);
    *whole = memcmp(found, hash, sizeof found) == 0;
    return true;
}

static bool fail_sync(Str directory, Err *err)
{
    int cause = errno;
    err_set(err, ERR_FAILED, "cannot write '%.*s': %s", (int)MIN(directory.len, PATH_SHOWN_BYTES),
            directory.ptr, strerror(cause));
    return fs_hint(cause, err);
}

static bool put_content(const Journal *journal, Str content, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    EditHash hash;
    Str known;
    bool whole;
    arena_open(&scratch, 0);
    hash_content((Str){0}, content, hash);
    Str path = backup_path(&scratch, journal, hash);
    if (!read_backup(&scratch, path, hash, &known, &whole, err))
        return false;
    if (whole)
        return true;
    Buf frame = buf_open(&scratch, 0);
    zstd_frame_put(&frame, content, (Str){0}, BACKUP_LEVEL);
    return fs_write_atomic(scratch, path, buf_str(&frame), 0600, err);
}

/* Contents stored by several threads: each waits for the disk, so their syncs overlap. */
typedef struct Storing {
    const Journal *journal;
    const EditStrVec *contents;
    unsigned threads;
    bool stored[PARALLEL_MAX];
    Err errs[PARALLEL_MAX];
} Storing;

static void store_some(void *state, unsigned thread)
{
    Storing *storing = state;
    storing->stored[thread] = true;
    for (size_t i = thread; i < storing->contents->len && storing->stored[thread];
         i += storing->threads)
        storing->stored[thread] =
            put_content(storing->journal, storing->contents->ptr[i], &storing->errs[thread]);
}

bool backup_put(const Journal *journal, const EditStrVec *contents, Err *err)
{
    Arena scratch = *journal->arena;
    Storing *storing = NEW(&scratch, Storing, 1);
    storing->journal = journal;
    storing->contents = contents;
    storing->threads = (unsigned)MIN(contents->len, PARALLEL_MAX);
    parallel_run(storing->threads, store_some, storing);
    for (unsigned i = 0; i < storing->threads; i++)
        if (!storing->stored[i]) {
            *err = storing->errs[i];
            return false;
        }
    Str directory = path_join(&scratch, journal->state, STR("contents"));
    return !contents->len || fs_sync_directory(scratch, directory) || fail_sync(directory, err);
}

bool backup_get(Arena *arena, const Journal *journal, const EditHash hash, Str *content, Err *err)
{
    bool whole;
    Str path = backup_path(arena, journal, hash);
    if (!read_backup(arena, path, hash, content, &whole, err))
        return false;
    if (whole)
        return true;
    err_set(err, ERR_FAILED, "the backup '%.*s' is missing or damaged",
            (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr);
    return err_hint(err, "this commit cannot be taken back; nothing was changed");
}

/* ---- dropping ---- */

typedef struct Content {
    uint64_t bytes;
    bool used;
} Content;

typedef struct Contents {
    Arena *arena;
    Map by_name; /* to an index in `all` */
    VEC(Content) all;
} Contents;

static Contents list_contents(Arena *arena, Str directory)
{
    Contents contents = {.arena = arena, .by_name = map_open(arena)};
    Str *names = NULL;
    size_t count = 0;
    if (!fs_list_names(arena, directory, BACKUP_NAMES_MAX, &names, &count))
        return contents;
    for (size_t i = 0; i < count; i++) {
        uint64_t *index = map_put(&contents.by_name, names[i], NULL);
        *index = contents.all.len;
        VEC_PUSH(arena, &contents.all)->bytes =
            fs_own_bytes(*arena, path_join(arena, directory, names[i]));
    }
    return contents;
}

/* Marks a content as used; returns the bytes that it adds. */
static uint64_t use_content(Contents *contents, const EditHash hash)
{
    Arena scratch = *contents->arena;
    const uint64_t *index = map_find(&contents->by_name, hash_name(&scratch, hash));
    if (!index || contents->all.ptr[*index].used)
        return 0;
    contents->all.ptr[*index].used = true;
    return contents->all.ptr[*index].bytes;
}

static uint64_t use_entry(Contents *contents, const JournalEntry *entry)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < entry->files.len; i++) {
        const JournalFile *file = &entry->files.ptr[i];
        bytes += file->from.len ? use_content(contents, file->before) : 0;
        bytes += file->to.len ? use_content(contents, file->after) : 0;
    }
    return bytes;
}

void backup_prune(Arena *arena, const Journal *journal, Str *said)
{
    Err ignored;
    JournalEntryVec entries;
    uint64_t bytes = 0;
    size_t kept = 0;
    if (!journal_list(arena, journal, &entries, &ignored))
        return;
    Str directory = path_join(arena, journal->state, STR("contents"));
    Contents contents = list_contents(arena, directory);
    while (kept < MIN(entries.len, EDIT_COMMITS_KEPT) && bytes <= EDIT_BACKUP_BYTES_MAX)
        bytes += use_entry(&contents, &entries.ptr[kept++]);
    bool full = kept < MIN(entries.len, EDIT_COMMITS_KEPT);
    for (size_t i = entries.len; i-- > kept;)
        (void)journal_remove(journal, entries.ptr[i].number);
    for (size_t i = 0; i < contents.by_name.len; i++)
        if (!contents.all.ptr[i].used)
            (void)fs_remove_own(*arena,
                                path_join(arena, directory, contents.by_name.entries[i].key));
    if (full)
        *said = str_format(arena,
                           "%zu old commits can no longer be taken back: backups exceeded %zu MB",
                           entries.len - kept, EDIT_BACKUP_BYTES_MAX / MB);
}
