#include "session/notices.h"

#include "session/staleness.h"

/* A call is at least so long; shorter ends of notes are words. */
#define CALL_BYTES_MIN 8

/* The note without the call at its end, if the earlier ones have it. */
static Str without_known_call(Str one, Str other)
{
    size_t at = other.len;
    while (at && !(other.ptr[at - 1] == ':' && at < other.len && other.ptr[at] == ' '))
        at--;
    Str call = at ? str_from_offset(other, at + 1) : (Str){0};
    bool known = call.len >= CALL_BYTES_MIN && str_find(one, call) != STR_NONE;
    return known ? str_slice(other, 0, at - 1) : other;
}

static Str join_notes(Arena *arena, Str one, Str other)
{
    if (!one.len || !other.len)
        return one.len ? one : other;
    if (str_find(one, other) != STR_NONE)
        return one;
    other = without_known_call(one, other);
    return str_format(arena, "%.*s; %.*s", STR_ARG(one), STR_ARG(other));
}

void session_note(const SessionRequest *request, IndexSession *session, Str note)
{
    Str *shown = session->stale.len ? &session->stale : &session->notice;
    *shown = join_notes(request->arena, *shown, note);
}

void session_limit(const SessionRequest *request, IndexSession *session, Str key, Json *value)
{
    if (!value)
        return;
    if (!session->limits)
        session->limits = json_object(request->arena);
    if (!json_get(session->limits, key))
        json_set(session->limits, key, value);
}

static bool has_lexical_files(const Catalog *catalog)
{
    for (size_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].state == FILE_LEXICAL)
            return true;
    return false;
}

void session_note_stale(const SessionRequest *request, IndexSession *session, unsigned parts,
                        const Staleness *stale)
{
    Buf note = buf_open(request->arena, 0);
    staleness_put(&note, stale);
    if (has_lexical_files(session->catalog))
        buf_put(&note, STR("; of the others likely definitions from a first look"));
    else if (stale->added + stale->changed)
        buf_put(&note, STR("; what is in the others may be missing, or be as it was"));
    else
        buf_put(&note, STR("; the last ones are being joined to the rest"));
    if (parts & CATALOG_LINKS && !catalog_calls_known(session->catalog))
        buf_put(&note, STR("; calls are not known yet"));
    if (session->background && !request->notice)
        buf_put(&note, STR("; it goes on in the background"));
    session->stale = join_notes(request->arena, buf_str(&note), request->note);
}

bool session_fail_unbuilt(uint32_t files, Err *err)
{
    err_set(err, ERR_STALE, "the index is being made (%u files)", files);
    return err_hint(err, "ask again in a moment; fovea status shows how far it is");
}

Str session_ignored_by(const SessionRequest *request, Str rule)
{
    Str said = str_format(
        request->arena, "nothing to read here: the ignore rule %.*s leaves it out", STR_ARG(rule));
    return request->has_options
               ? str_join(request->arena, said, STR("; --no-ignore reads it anyway"))
               : said;
}

Str session_no_files(SessionRequest *request, const GitRepo *repo)
{
    WalkResult walk = {0};
    Err ignored;
    bool listed =
        git_walk(request->arena, *request->scratch, repo, &(WalkOptions){0}, &walk, &ignored);
    return !listed || walk.files.len || !walk.ignored_by.len
               ? STR("there are no files here")
               : session_ignored_by(request, walk.ignored_by);
}
