/* Rename by proof: the edits of `fovea rename`, or its refusal with the reason. The proof reads
   files from disk, so it waits until all texts are saved. */
#include "lsp/lsp_spot.h"
#include "lsp/lsp_uri.h"
#include "lsp/lsp_warm.h"
#include "refactor/relocate.h"
#include "refactor/rename_begin.h"
#include "refactor/rename_steps.h"
#include "session/answer.h"

/* ---- prepareRename ---- */

Json *lsp_rename_prepare(LspReader *reader, const Json *params, RpcFault *fault)
{
    LspSpot spot;
    if (!lsp_spot_find(reader, params, &spot, fault))
        return NULL;
    if (!spot.name.len || (!spot.is_local && !lsp_spot_subjects(reader, &spot).len)) {
        Str why = spot.name.len ? lsp_spot_unknown(reader, &spot) : STR("no name is here");
        lsp_reader_refuse(reader, fault, RPC_REQUEST_FAILED, why);
        return NULL;
    }
    Json *value = json_object(&reader->arena);
    json_set(value, STR("range"), lsp_reader_range(reader, &spot.file->text, spot.start, spot.end));
    json_set(value, STR("placeholder"), json_str(&reader->arena, spot.name));
    return value;
}

/* ---- edits ---- */

/* Adds the edit that turns bytes [start, end) of the text before into `with`. */
static void add_edit(LspReader *reader, const LspText *text, size_t start, size_t end, Str with,
                     Json *edits)
{
    Json *edit = json_object(&reader->arena);
    json_set(edit, STR("range"), lsp_reader_range(reader, text, start, end));
    json_set(edit, STR("newText"), json_str(&reader->arena, with));
    json_add(edits, edit);
}

/* Length of the same bytes at the beginnings, or at the ends. */
static size_t same_bytes(Str a, Str b, bool at_end)
{
    size_t len = 0, most = MIN(a.len, b.len);
    while (len < most &&
           (at_end ? a.ptr[a.len - 1 - len] == b.ptr[b.len - 1 - len] : a.ptr[len] == b.ptr[len]))
        len++;
    return len;
}

/* Adds the edit that turns one text into another, without what both begin and end with. Cuts are
   between words, so that a character is never split. */
static void add_difference(LspReader *reader, const LspText *text, size_t at, Str before, Str after,
                           Json *edits)
{
    if (str_equal(before, after))
        return;
    size_t head = same_bytes(before, after, false);
    while (head && (byte_is_word(before.ptr[head - 1])))
        head--;
    size_t tail = same_bytes(str_from_offset(before, head), str_from_offset(after, head), true);
    while (tail && byte_is_word(before.ptr[before.len - tail]))
        tail--;
    add_edit(reader, text, at + head, at + before.len - tail,
             str_slice(after, head, after.len - tail), edits);
}

/* The edits of a file: line by line where no line is added or removed, else one. */
static Json *edits_of(LspReader *reader, const EditFile *file)
{
    Json *edits = json_array(&reader->arena);
    LspText before, after;
    LspEncoding encoding = reader->root->server->documents.encoding;
    lsp_text_open(&reader->arena, file->before, encoding, &before);
    lsp_text_open(&reader->arena, file->after, encoding, &after);
    if (before.lines != after.lines) {
        add_difference(reader, &before, 0, file->before, file->after, edits);
        return edits;
    }
    for (size_t i = 0; i < before.lines; i++) {
        Str old = str_slice(file->before, before.starts[i], lsp_text_line_end(&before, i));
        Str new = str_slice(file->after, after.starts[i], lsp_text_line_end(&after, i));
        add_difference(reader, &before, before.starts[i], old, new, edits);
    }
    return edits;
}

static Json *edit_of_document(LspReader *reader, const EditFile *file)
{
    Arena *arena = &reader->arena;
    Json *value = json_object(arena), *named = json_object(arena);
    Str uri = lsp_root_uri(reader->root, arena, file->old_path.len ? file->old_path : file->path);
    const LspDocument *document =
        lsp_documents_find(&reader->root->server->documents, uri, (Str){0});
    json_set(named, STR("uri"), json_str(arena, uri));
    json_set(named, STR("version"),
             document ? json_i64(arena, document->version) : json_null(arena));
    json_set(value, STR("textDocument"), named);
    json_set(value, STR("edits"), edits_of(reader, file));
    return value;
}

/* The whole as one edit of the workspace. `moves`: the client moves files itself; else NULL if
   files would move, which is not offered. */
static Json *workspace_edit(LspReader *reader, const EditSet *set, bool moves)
{
    Arena *arena = &reader->arena;
    Json *all = json_object(arena), *changes = json_array(arena);
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *file = &set->files.ptr[i];
        if (file->status != EDIT_CHANGED && !moves)
            return NULL;
        if (!str_equal(file->before, file->after))
            json_add(changes, edit_of_document(reader, file));
    }
    json_set(all, STR("documentChanges"), changes);
    return all;
}

/* ---- rename ---- */

typedef struct Renaming {
    LspReader *reader;
    SessionRequest request;
    Str subject, new;
    EditSet set;
    Str why;
} Renaming;

static bool plan(void *state, Err *err)
{
    Renaming *renaming = state;
    IndexSession session SCOPED(session_close) = {0};
    Rename rename SCOPED(rename_close) = {
        .request = &renaming->request, .session = &session, .new = renaming->new};
    renaming->set = (EditSet){0};
    return rename_plan(&rename, renaming->subject, &renaming->set, &renaming->why, err);
}

static bool plan_files(void *state, Err *err)
{
    Renaming *renaming = state;
    IndexSession session SCOPED(session_close) = {0};
    Rename frame SCOPED(rename_close) = {
        .request = &renaming->request, .session = &session, .new = renaming->new};
    Relocate relocate = {.frame = &frame, .old = renaming->subject, .new = renaming->new};
    if (!rename_open(&frame, err) || !relocate_plan(&relocate, err))
        return false;
    renaming->set = relocate.set;
    renaming->why = rename_refusal(&frame, &(RenameChoice){0});
    return true;
}

/* `PATH:LINE:COLUMN` of the spot, as rename_begin reads it. */
static Str subject_of(LspReader *reader, const LspSpot *spot)
{
    LspText bytes = spot->file->text;
    bytes.encoding = LSP_UTF8;
    LspPosition at = lsp_text_position(&bytes, spot->start);
    return str_format(&reader->arena, "%.*s:%u:%u", STR_ARG(spot->file->path), at.line + 1,
                      at.character + 1);
}

static Json *refuse(LspReader *reader, RpcFault *fault, Str why)
{
    lsp_reader_refuse(reader, fault, RPC_REQUEST_FAILED, why);
    return NULL;
}

/* Runs a plan on the index that the server has in memory; false with the fault. */
static bool run_plan(Renaming *renaming, bool (*plan_it)(void *state, Err *err), RpcFault *fault)
{
    LspReader *reader = renaming->reader;
    SessionWarm warm;
    SessionMemo memo = {0};
    Err err = {0};
    lsp_reader_spend(reader);
    lsp_warm_open(reader->root, &warm, &memo);
    renaming->request.warm = &warm;
    renaming->request.command = "rename";
    if (!session_answer(&renaming->request, plan_it, renaming, &err))
        renaming->why = str_copy(&reader->arena, str_from(err.message));
    return !renaming->why.len || (refuse(reader, fault, renaming->why), false);
}

static const char *const unsaved = "save all files first: the proof reads them from disk";

Json *lsp_rename(LspReader *reader, const Json *params, RpcFault *fault)
{
    LspSpot spot;
    Renaming renaming = {.reader = reader, .request = reader->request};
    if (!lsp_spot_find(reader, params, &spot, fault))
        return NULL;
    if (reader->unsaved)
        return refuse(reader, fault, str_from(unsaved));
    if (!spot.name.len || !spot.file->path.len)
        return refuse(reader, fault, STR("no name of this repository is here"));
    renaming.new = str_trim(json_text(params, STR("newName")));
    renaming.subject = subject_of(reader, &spot);
    if (!run_plan(&renaming, plan, fault))
        return NULL;
    Json *edit = workspace_edit(reader, &renaming.set, false);
    return edit ? edit
                : refuse(reader, fault,
                         STR("it would also move a file: fovea rename on the command line does"));
}

/* A path of the repository that a request about files names; empty: it is outside. */
static Str path_of(LspReader *reader, const Json *file, Str key)
{
    return lsp_root_relative(reader->root, &reader->arena,
                             lsp_uri_path(&reader->arena, json_text(file, key)));
}

Json *lsp_rename_files(LspReader *reader, const Json *params, RpcFault *fault)
{
    const Json *files = json_get(params, STR("files"));
    Renaming renaming = {.reader = reader, .request = reader->request};
    if (!lsp_tree_catalog(reader, fault))
        return NULL;
    if (reader->unsaved)
        return refuse(reader, fault, str_from(unsaved));
    if (!files || !files->first || files->first->next)
        return refuse(reader, fault,
                      STR("imports are changed for one file or directory at a time"));
    renaming.subject = path_of(reader, files->first, STR("oldUri"));
    renaming.new = path_of(reader, files->first, STR("newUri"));
    if (!renaming.subject.len || !renaming.new.len)
        return refuse(reader, fault, STR("the file is, or would be, outside of the repository"));
    return run_plan(&renaming, plan_files, fault) ? workspace_edit(reader, &renaming.set, true)
                                                  : NULL;
}
