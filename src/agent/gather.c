/* Gathering: the names in a task become parts of the window, each with smaller levels of itself.
   Everything comes from the index, so ignored files never get in. */
#include "agent/agent_state.h"
#include "agent/image.h"
#include "agent/index_lookup.h"
#include "agent/instructions.h"
#include "agent/named_files.h"
#include "agent/named_symbols.h"
#include "agent/need.h"
#include "agent/offered.h"
#include "agent/privacy.h"
#include "agent/shown.h"
#include "agent/turn.h"
#include "agent/viewed.h"
#include "relations/source_lines.h"
#include "text/secrets.h"

/* A signature is one line of a declaration, up to this length. */
#define SIGNATURE_BYTES 200
/* Larger files are shown as a map. About 4,000 tokens. */
#define WHOLE_FILE_BYTES (16 * KB)
/* Hits of one further search. */
#define SEARCH_HITS "10"
/* Tokens of one further search with its context. */
#define SEARCH_TOKENS 2000
/* One part takes at most this share of the window: a half. */
#define WINDOW_SHARE 2
/* Of the files that a task names, the first ones are shown: places with lines, and files. */
#define NAMED_MAX 12
/* Declarations that a task names get at most this share of its budget: a quarter. */
#define SYMBOLS_SHARE 4
#define NAMED_LINES_MAX 8
#define ASKED_FOR "asked for"

/* Drops what earlier turns show of a file that has changed since. */
static void drop_former(Agent *agent, Str path, Str hash)
{
    for (size_t i = 0; i < agent->window.parts.len; i++) {
        WindowPart *part = &agent->window.parts.ptr[i];
        if (part->place == WINDOW_CONTEXT && !part->pinned && str_equal(part->path, path) &&
            !str_equal(part->hash, hash))
            part->dropped = true;
    }
}

void gather_add(Agent *agent, const WindowPart *part, Str path)
{
    WindowPart clean = *part;
    const Str reason = STR_INIT("a file that is likely to hold secrets");
    if (secret_is_path(path)) {
        Redaction *made = VEC_PUSH(agent->arena, &agent->redactions);
        *made = (Redaction){.name = str_copy(agent->arena, part->name), .what = reason};
        return;
    }
    if (path.len && stage_see(&agent->stage, path, part->hash.len > 0))
        drop_former(agent, path, part->hash);
    for (size_t i = 0; i < WINDOW_LEVELS; i++)
        clean.levels[i] = redact(agent->arena, part->name, part->levels[i], &agent->redactions);
    window_add(&agent->window, &clean);
    viewed_add(agent, &clean);
}

Str gather_signature(Str text)
{
    Str line = {0};
    while (str_take_line(&text, &line) && !str_trim(line).len)
        continue;
    return str_slice(line, 0, str_char_floor(line, MIN(line.len, (size_t)SIGNATURE_BYTES)));
}

/* ---- names ---- */

static bool is_cancel(const Err *err)
{
    return err->code == ERR_INTERRUPTED;
}

bool gather_answer(Agent *agent, Str name, const AgentCallAnswer *answer, Str *said, Err *err)
{
    if (!answer->ok) {
        *said = str_format(agent->arena, "%.*s: %s", STR_ARG(name), answer->err.message);
        if (is_cancel(&answer->err))
            *err = answer->err;
        return !is_cancel(&answer->err);
    }
    Str text = need_words(agent->arena, privacy_clean_answer(agent->arena, answer->text));
    WindowPart part = {
        .place = WINDOW_CONTEXT,
        .priority = WINDOW_HIGH,
        .name = name,
        .why = STR(ASKED_FOR),
        .levels = {str_format(agent->arena, "%.*s:\n%.*s", STR_ARG(name), STR_ARG(text))}};
    gather_add(agent, &part, (Str){0});
    *said = name;
    return true;
}

/* Adds the answer of a call as one part. Not found is reported, not an error. */
static bool add_answer(Agent *agent, const AgentCall *call, Str name, Str *said, Err *err)
{
    AgentCallAnswer answer = {0};
    answer.ok = agent_call_text(agent->arena, agent->context, call, &answer.text, &answer.err);
    return gather_answer(agent, name, &answer, said, err);
}

WindowPart *gather_shown(Agent *agent, Str name, Str path, Str text)
{
    RedactionVec ignored = {0};
    Str clean = redact(agent->arena, name, text, &ignored);
    for (size_t i = 0; i < agent->window.parts.len; i++) {
        WindowPart *part = &agent->window.parts.ptr[i];
        if (part->place == WINDOW_CONTEXT && part->level == 0 && !part->dropped &&
            str_equal(part->path, path) && str_find(part->levels[0], clean) != STR_NONE)
            return part;
    }
    return NULL;
}

/* Lines that were asked for. */
typedef struct FoundLines {
    Arena *arena;
    Str why; /* they are shown */
    SourceQuestion question;
    SourceLines lines;
    Str text;
} FoundLines;

static bool find_lines(SessionRequest *request, void *state, Err *err)
{
    FoundLines *found = state;
    IndexSession session SCOPED(session_close) = {0};
    if (!source_lines_find(request, &session, &found->question, &found->lines, &found->text, err))
        return false;
    found->lines.path = str_copy(found->arena, found->lines.path);
    found->text = agent_call_copy(found->arena, found->text);
    return true;
}

/* The message about lines that would take most of the window. */
static Str too_large(Agent *agent, const FoundLines *source, Str name)
{
    const SourceLines *lines = &source->lines;
    uint64_t tokens = window_tokens(source->text), room = turn_window_limit(agent) / WINDOW_SHARE;
    uint64_t count = lines->last - lines->first + 1, fit = MAX(count * room / (tokens + 1), 1);
    return str_format(agent->arena,
                      "%.*s: is too large: about %llu tokens, and the window has room for %llu of "
                      "it. Ask for fewer lines, such as %.*s:%llu-%llu",
                      STR_ARG(name), (unsigned long long)tokens, (unsigned long long)room,
                      STR_ARG(lines->path), (unsigned long long)lines->first,
                      (unsigned long long)(lines->first + fit - 1));
}

static bool is_too_large(Agent *agent, const FoundLines *source)
{
    return window_tokens(source->text) > turn_window_limit(agent) / WINDOW_SHARE;
}

/* Returns the message about it. */
static Str add_source(Agent *agent, const FoundLines *source, bool pinned, Str name)
{
    Arena *arena = agent->arena;
    Str path = source->lines.path, text = source->text;
    if (is_too_large(agent, source))
        return too_large(agent, source, name);
    Str place =
        str_format(arena, "%.*s:%llu-%llu", STR_ARG(path), (unsigned long long)source->lines.first,
                   (unsigned long long)source->lines.last);
    WindowPart *shown = gather_shown(agent, name, path, text);
    if (shown) {
        WindowPart again = {
            .place = WINDOW_CONTEXT, .name = name, .path = path, .hash = shown->hash};
        viewed_add(agent, &again);
        shown->used = agent->window.turn;
        shown->pinned |= pinned;
        return pinned ? name : str_format(arena, "%.*s: is shown already", STR_ARG(name));
    }
    WindowPart part = {.place = WINDOW_CONTEXT,
                       .priority = pinned ? WINDOW_CRITICAL : WINDOW_HIGH,
                       .pinned = pinned,
                       .name = name,
                       .why = pinned ? STR("pinned") : source->why,
                       .path = path,
                       .hash = shown_hash(arena, agent->context->root, path, text),
                       .levels = {str_format(arena, "%.*s\n%.*s", STR_ARG(place), STR_ARG(text)),
                                  str_format(arena, "%.*s  %.*s …\n", STR_ARG(place),
                                             STR_ARG(gather_signature(text))),
                                  str_format(arena, "%.*s\n", STR_ARG(place))}};
    gather_add(agent, &part, path);
    return name;
}

/* Splits `path:10-20`; the numbers are 0 if missing. */
static Str split_lines(Str text, uint64_t *from, uint64_t *to)
{
    size_t colon = str_find_last_byte(text, ':');
    *from = *to = 0;
    if (colon == STR_NONE || !colon)
        return text;
    Str range = str_from_offset(text, colon + 1);
    size_t dash = str_find_byte(range, '-');
    Str first = str_slice(range, 0, dash);
    Str last = dash == STR_NONE ? first : str_from_offset(range, dash + 1);
    bool numbers = str_parse_u64(first, from) && str_parse_u64(last, to) && *from;
    if (!numbers)
        *from = *to = 0;
    return numbers ? str_slice(text, 0, colon) : text;
}

static bool add_map(Agent *agent, Str path, Str *said, Err *err)
{
    AgentCall map = {"map", {{"path", path}}};
    Str name = str_format(agent->arena, "map of %.*s", STR_ARG(path));
    return add_answer(agent, &map, name, said, err);
}

/* A file: whole if it is small, else its map. */
static bool add_file(Agent *agent, Str path, bool pinned, Str *said, Err *err)
{
    Err why = {0};
    FoundLines source = {.arena = agent->arena,
                         .why = STR(ASKED_FOR),
                         .question = {.file = path, .first = 1, .end = UINT32_MAX}};
    if (agent_call_ask(agent->context, find_lines, &source, &why) &&
        source.text.len <= WHOLE_FILE_BYTES) {
        *said = add_source(agent, &source, pinned, path);
        return true;
    }
    return add_map(agent, path, said, err);
}

bool gather_again(Agent *agent, Str path, Err *err)
{
    Str bytes;
    bool found;
    if (!stage_read(&agent->stage, agent->arena, path, &bytes, &found, err))
        return false;
    if (!found || bytes.len > WHOLE_FILE_BYTES ||
        !privacy_may_show(*agent->arena, agent->context, path))
        return true;
    WindowPart part = {.place = WINDOW_CONTEXT,
                       .priority = WINDOW_HIGH,
                       .name = str_format(agent->arena, "%.*s as it is now", STR_ARG(path)),
                       .why = STR("it changed"),
                       .levels = {str_format(agent->arena, "%.*s as it is now:\n%.*s",
                                             STR_ARG(path), STR_ARG(bytes))}};
    stage_see_text(&agent->stage, path, bytes);
    gather_add(agent, &part, path);
    return true;
}

static bool add_handle(Agent *agent, Str handle, bool pinned, Str *said, Err *err)
{
    Arena *arena = agent->arena;
    uint64_t from, to;
    Err why = {0};
    Str path = split_lines(handle, &from, &to);
    bool is_file = index_lookup_has_file(*arena, agent->context, path);
    if (is_file && secret_is_path(path)) {
        *said =
            str_format(arena, "%.*s: is likely to hold secrets, and is not shown", STR_ARG(path));
        return true;
    }
    if (is_file && !from)
        return add_file(agent, path, pinned, said, err);
    FoundLines source = {.arena = arena, .why = STR(ASKED_FOR)};
    source.question = is_file ? (SourceQuestion){.file = path, .first = from, .end = to}
                              : (SourceQuestion){.symbol = viewed_prefer(agent, handle)};
    if (!agent_call_ask(agent->context, find_lines, &source, &why)) {
        *said = str_format(arena, "%.*s: %s", STR_ARG(handle), why.message);
        if (is_cancel(&why))
            *err = why;
        return !is_cancel(&why);
    }
    if (!is_file && !index_lookup_has_file(*arena, agent->context, source.lines.path)) {
        *said = str_format(arena, "%.*s: no such file in the index", STR_ARG(handle));
        return true;
    }
    *said = add_source(agent, &source, pinned, handle);
    Str ignored;
    return !is_too_large(agent, &source) || add_map(agent, source.lines.path, &ignored, err);
}

static Str unquote(Str text)
{
    text = str_trim(text);
    bool quoted =
        text.len > 1 && byte_in(text.ptr[0], "\"'`") && text.ptr[text.len - 1] == text.ptr[0];
    return quoted ? str_slice(text, 1, text.len - 1) : text;
}

/* The hits of a further search, like the parts of a pack: each with its path. */
static bool add_search(Agent *agent, Str question, Str name, Str *said, Err *err)
{
    Gathered gathered = {0};
    Err why = {0};
    bool found = gather_question(agent, question, SEARCH_TOKENS, &gathered, &why);
    *said = found && gathered.parts ? name
            : found                 ? str_format(agent->arena, "%.*s: nothing found", STR_ARG(name))
                    : str_format(agent->arena, "%.*s: %s", STR_ARG(name), why.message);
    if (!found && is_cancel(&why))
        *err = why;
    return found || !is_cancel(&why);
}

bool gather_call(Agent *agent, Str line, AgentCall *call)
{
    static const struct {
        Str start;
        AgentCall call; /* its first argument is the rest of the line */
    } forms[] = {
        {STR_INIT("callers of "), {"callers", {{"symbol", {0}}}}},
        {STR_INIT("callees of "), {"callees", {{"symbol", {0}}}}},
        {STR_INIT("tests of "), {"tests", {{"symbol", {0}}}}},
        {STR_INIT("implementations of "), {"implementations", {{"symbol", {0}}}}},
        {STR_INIT("grep "), {"grep", {{"pattern", {0}}, {"limit", STR_INIT(SEARCH_HITS)}}}},
    };
    for (size_t i = 0; i < COUNT(forms); i++) {
        if (!str_starts(line, forms[i].start))
            continue;
        *call = forms[i].call;
        Str value = unquote(str_from_offset(line, forms[i].start.len));
        bool is_symbol = str_equal(str_from(call->arguments[0].name), STR("symbol"));
        call->arguments[0].value = is_symbol ? viewed_prefer(agent, value) : value;
        return true;
    }
    return false;
}

bool gather_named(Agent *agent, Str line, bool pinned, Str *said, Err *err)
{
    static const Str search = STR_INIT("search ");
    AgentCall call;
    line = str_trim(line);
    if (offered_has(line))
        return offered_take(agent, line, said, err);
    if (str_starts(line, search))
        return add_search(agent, unquote(str_from_offset(line, search.len)), line, said, err);
    return gather_call(agent, line, &call) ? add_answer(agent, &call, line, said, err)
                                           : add_handle(agent, unquote(line), pinned, said, err);
}

/* ---- files that a task names ---- */

/* Shows the lines of a named file: all, or those that are meant. What does not fit into `room`
   tokens becomes a map. *used: tokens of the part. */
static bool add_named_file(Agent *agent, const NamedFile *named, uint64_t room, uint64_t *used,
                           Err *err)
{
    Arena *arena = agent->arena;
    Err why = {0};
    FoundLines source = {
        .arena = arena,
        .why = named->is_by_name   ? STR("the task names it")
               : named->symbol.len ? str_format(arena, "the task names line %u, in %.*s",
                                                named->line, STR_ARG(named->symbol))
               : named->line       ? str_format(arena, "the task names line %u", named->line)
                                   : STR("the task names it"),
        .question = {.file = named->path,
                     .first = named->line ? named->first : 1,
                     .end = named->line ? named->last : UINT32_MAX}};
    *used = 0;
    if (secret_is_path(named->path))
        return true;
    if (!agent_call_ask(agent->context, find_lines, &source, &why)) {
        if (is_cancel(&why))
            *err = why;
        return !is_cancel(&why);
    }
    *used = window_tokens(source.text);
    bool fits = *used <= room && source.text.len <= WHOLE_FILE_BYTES;
    if (!fits) {
        *used = 0;
        Str ignored;
        return named->line || add_map(agent, named->path, &ignored, err);
    }
    Str name = named->line ? str_format(arena, "%.*s:%llu-%llu", STR_ARG(named->path),
                                        (unsigned long long)source.lines.first,
                                        (unsigned long long)source.lines.last)
                           : named->path;
    (void)add_source(agent, &source, false, name);
    return true;
}

/* Adds the files with lines, or those without. *room: tokens that are left. */
static bool add_named_files(Agent *agent, const NamedFileVec *files, bool with_lines, bool reverse,
                            uint64_t *room, Err *err)
{
    size_t added = 0, most = with_lines ? NAMED_LINES_MAX : NAMED_MAX;
    for (size_t i = 0; i < files->len && added < most; i++) {
        const NamedFile *named = &files->ptr[reverse ? files->len - 1 - i : i];
        uint64_t tokens;
        if ((named->line != 0) != with_lines)
            continue;
        if (!add_named_file(agent, named, *room, &tokens, err))
            return false;
        *room -= MIN(*room, tokens);
        added++;
    }
    return true;
}

/* Adds the declarations that a task names, within a share of the room: the search finds more about
   them. */
static bool add_named_symbols(Agent *agent, Str task, uint64_t *room, Err *err)
{
    NamedFileVec symbols = {0};
    uint64_t share = *room / SYMBOLS_SHARE, left = share;
    if (!named_symbols_find(agent->arena, agent->context, task, &symbols))
        return true;
    bool ok = add_named_files(agent, &symbols, true, false, &left, err);
    *room -= share - left;
    return ok;
}

bool gather_task_files(Agent *agent, Str task, uint64_t budget, uint64_t *used, Err *err)
{
    TaskPlaceVec places = task_places_read(agent->arena, task);
    NamedFileVec files = {0};
    bool reverse = task_places_end_innermost(task);
    uint64_t room = budget;
    bool found = named_files_find(agent->arena, agent->context, &places, &files);
    bool ok = !found || (add_named_files(agent, &files, true, reverse, &room, err) &&
                         add_named_files(agent, &files, false, false, &room, err));
    ok = ok && add_named_symbols(agent, task, &room, err);
    *used = budget - room;
    return ok;
}

/* ---- pins ---- */

/* The text after an `@`, without punctuation that ends a sentence. */
static Str pin_at(Str text, size_t at)
{
    size_t end = at + 1;
    while (end < text.len && !byte_is_space(text.ptr[end]) && !byte_in(text.ptr[end], "\"'`()<>"))
        end++;
    while (end > at + 1 && byte_in(text.ptr[end - 1], ".,;:!?"))
        end--;
    return str_slice(text, at + 1, end);
}

bool gather_pins(Agent *agent, Str text, Err *err)
{
    for (size_t at = 0; at < text.len; at++) {
        bool begins = text.ptr[at] == '@' && (at == 0 || byte_is_space(text.ptr[at - 1]));
        Str handle = begins ? pin_at(text, at) : (Str){0};
        Str said;
        if (!handle.len)
            continue;
        if (!(image_is_named(handle) ? image_add(agent, handle, false, &said, err)
                                     : add_handle(agent, handle, true, &said, err)))
            return false;
        if (image_is_named(handle))
            continue;
        if (!str_equal(said, handle) &&
            !agent_report(agent, AGENT_NOTICE, str_format(agent->arena, "@%.*s", STR_ARG(said)),
                          NULL, err))
            return false;
    }
    return true;
}

/* ---- instructions for agents ---- */

bool gather_instructions(Agent *agent, Err *err)
{
    VEC(Str) paths = {0};
    Instructions found = {0};
    for (size_t i = 0; i < agent->window.parts.len; i++) {
        const WindowPart *part = &agent->window.parts.ptr[i];
        if (part->path.len && part->used == agent->window.turn)
            *VEC_PUSH(agent->arena, &paths) = part->path;
    }
    InstructionsWanted wanted = {paths.ptr, paths.len, INSTRUCTIONS_TOKENS};
    if (!instructions_collect(agent->arena, agent->context, &wanted, &found, err))
        return false;
    for (size_t i = 0; i < found.parts.len; i++)
        gather_add(agent, &found.parts.ptr[i], found.parts.ptr[i].path);
    agent->instructions = found;
    return true;
}
