/* The explore pack of a question. It is asked for a little more than the budget; parts are taken
   from it while they fit. */
#include "agent/agent_state.h"
#include "agent/shown.h"
#include "explore/explore.h"
#include "search/question.h"
#include "text/secrets.h"
#include "text/tokens.h"

/* The size of the pack, of the budget: the window takes the best of it. */
#define PACK_PERCENT 220
/* What a further declaration of the same file is worth, compared with the one before: changes that
   belong together are in several files. Measured over 60 commits (bench/agent_window.mjs). */
#define SAME_FILE_SHARE 0.9F
/* About the bytes of a body's lines and name, and of a separator. */
#define FRAME_BYTES 40
/* If less of the budget is used, since large declarations do not fit, a larger pack may have
   smaller ones. */
#define FULL_PERCENT 90
/* Packs of one question: the second is twice as large. Further ones find only names. */
#define PACKS_MAX 2

/* A pack while the repository is open, and where its parts go. */
typedef struct PackRead {
    Agent *agent;
    const ExploreAnswer *answer;
} PackRead;

static Str path_of(const PackRead *read, uint32_t file)
{
    return str_copy(read->agent->arena, read->answer->session->catalog->files.ptr[file].path);
}

static Str name_of(const PackRead *read, uint32_t file, uint32_t entry)
{
    return catalog_qualified_name(read->answer->session->catalog, read->agent->arena,
                                  explore_symbol(read->answer, file, entry));
}

static const Entry *entry_of(const PackRead *read, uint32_t file, uint32_t entry)
{
    return &catalog_row(read->answer->session->catalog, file)->entries[entry];
}

static WindowPart part_of_body(const PackRead *read, const PackBody *body)
{
    Agent *agent = read->agent;
    Arena *arena = agent->arena;
    const Entry *entry = entry_of(read, body->file, body->entry);
    Str path = path_of(read, body->file), name = name_of(read, body->file, body->entry);
    Str why = str_copy(arena, body->why), source = agent_call_copy(arena, body->text);
    Str cut = body->shown ? str_format(arena, "… to line %u\n", entry->end_line) : (Str){0};
    Str place = str_format(arena, "%.*s:%u-%u", STR_ARG(path), body->first,
                           body->shown ? body->shown : entry->end_line);
    Str head = gather_signature(source);
    bool further = body->first > entry->start_line; /* a later piece of a large declaration */
    return (WindowPart){
        .place = WINDOW_CONTEXT,
        .priority = WINDOW_HIGH,
        .name = further ? place : str_format(arena, "%.*s::%.*s", STR_ARG(path), STR_ARG(name)),
        .why = why,
        .path = path,
        .hash = shown_hash(arena, agent->context->root, path, source),
        .levels = {str_format(arena, "%.*s  %.*s (%.*s)\n%.*s%.*s", STR_ARG(place), STR_ARG(name),
                              STR_ARG(why), STR_ARG(source), STR_ARG(cut)),
                   str_format(arena, "%.*s  %.*s …\n", STR_ARG(place), STR_ARG(head)),
                   str_format(arena, "%.*s  %.*s\n", STR_ARG(place), STR_ARG(name))}};
}

/* One line for each declaration of a list: its signature, else its name. */
static Str lines_of(const PackRead *read, const PackLineVec *lines)
{
    Buf out = buf_open(read->agent->arena, 0);
    for (size_t i = 0; i < lines->len; i++) {
        const PackLine *line = &lines->ptr[i];
        Str path = path_of(read, line->file);
        if (secret_is_path(path))
            continue;
        Str signature = line->signature.len ? agent_call_copy(read->agent->arena, line->signature)
                                            : name_of(read, line->file, line->entry);
        buf_printf(&out, "%.*s:%u  %.*s  (%.*s)\n", STR_ARG(path),
                   entry_of(read, line->file, line->entry)->start_line, STR_ARG(signature),
                   STR_ARG(line->why));
    }
    return buf_str(&out);
}

static Str files_of(const PackRead *read, const PackFileVec *files)
{
    Buf out = buf_open(read->agent->arena, 0);
    for (size_t i = 0; i < files->len; i++) {
        Str path = path_of(read, files->ptr[i].file);
        if (!secret_is_path(path))
            buf_printf(&out, "%.*s  %.*s\n", STR_ARG(path), STR_ARG(files->ptr[i].names));
    }
    return buf_str(&out);
}

/* Parts of a pack that are within a budget. */
typedef struct Chosen {
    VEC(WindowPart) parts;
    size_t bodies;     /* the first of them */
    uint64_t bytes;    /* including separators */
    uint64_t left_out; /* bodies that do not fit, and candidates outside the pack */
    Str note;
} Chosen;

/* Adds a part, if it fits into the bytes. */
static bool choose(Agent *agent, Chosen *chosen, const WindowPart *part, uint64_t bytes)
{
    uint64_t size = part->levels[0].len + strlen(WINDOW_SEPARATOR);
    if (!part->levels[0].len || chosen->bytes + size > bytes)
        return false;
    chosen->bytes += size;
    *VEC_PUSH(agent->arena, &chosen->parts) = *part;
    return true;
}

static WindowPart part_of_list(Agent *agent, const char *name, WindowPriority priority, Str lines)
{
    WindowPart part = {.place = WINDOW_CONTEXT,
                       .priority = priority,
                       .name = str_format(agent->arena, "%s, turn %u", name, agent->window.turn)};
    if (lines.len)
        part.levels[0] = str_format(agent->arena, "%s:\n%.*s", name, STR_ARG(lines));
    return part;
}

/* Whether a part of this turn has the body, such as a file that the task names. */
static bool is_shown(Agent *agent, const WindowPart *part, const PackBody *body)
{
    Arena scratch = *agent->arena;
    Str text = str_trim(agent_call_copy(&scratch, body->text));
    const WindowPart *shown = gather_shown(agent, part->name, part->path, text);
    return shown && shown->used == agent->window.turn && !str_equal(shown->name, part->name);
}

/* A declaration of the pack: its only body, or its pieces. */
typedef struct Whole {
    size_t first, count; /* bodies */
    uint64_t bytes;
    float worth;
} Whole;

static int compare_wholes(const void *a, const void *b)
{
    const Whole *x = a, *y = b;
    if (x->worth != y->worth)
        return x->worth > y->worth ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static Whole *wholes_of(const PackRead *read, size_t *count)
{
    const PackBodyVec *bodies = &read->answer->pack->bodies;
    Whole *wholes = NEW(read->agent->arena, Whole, bodies->len + 1);
    *count = 0;
    for (size_t i = 0; i < bodies->len; i++) {
        const PackBody *body = &bodies->ptr[i];
        bool continues =
            i && body[-1].file == body->file && body[-1].entry == body->entry && body->further;
        if (!continues)
            wholes[(*count)++] = (Whole){.first = i, .worth = body->score};
        wholes[*count - 1].count++;
        wholes[*count - 1].bytes +=
            path_of(read, body->file).len + body->text.len + body->why.len + FRAME_BYTES;
    }
    return wholes;
}

/* Which bodies to show within the bytes: the best declarations, of more than one file. */
static bool *choose_bodies(const PackRead *read, uint64_t bytes)
{
    const PackBodyVec *bodies = &read->answer->pack->bodies;
    bool *taken = NEW(read->agent->arena, bool, bodies->len + 1);
    size_t count;
    Whole *wholes = wholes_of(read, &count);
    qsort(wholes, count, sizeof *wholes, compare_wholes);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (bodies->ptr[wholes[k].first].file == bodies->ptr[wholes[i].first].file)
                wholes[i].worth *= SAME_FILE_SHARE;
    qsort(wholes, count, sizeof *wholes, compare_wholes);
    for (size_t i = 0; i < count; i++) {
        if (wholes[i].bytes > bytes)
            continue;
        bytes -= wholes[i].bytes;
        for (size_t k = 0; k < wholes[i].count; k++)
            taken[wholes[i].first + k] = true;
    }
    return taken;
}

/* Lists are small and always taken, so the rest of the budget is for bodies. */
static Chosen choose_parts(const PackRead *read, uint64_t budget)
{
    Agent *agent = read->agent;
    const Pack *pack = read->answer->pack;
    Chosen chosen = {.bytes = strlen(WINDOW_CONTEXT_HEAD),
                     .left_out = pack->left_out,
                     .note = str_copy(agent->arena, query_note(read->answer->session))};
    const WindowPart lists[] = {
        part_of_list(agent, "What these use", WINDOW_MEDIUM, lines_of(read, &pack->heads)),
        part_of_list(agent, "Other declarations of these files, with lines", WINDOW_LOW,
                     files_of(read, &pack->files)),
        part_of_list(agent, "Also near", WINDOW_LOW, lines_of(read, &pack->names))};
    uint64_t bytes = budget * TOKEN_BYTES;
    for (size_t i = 0; i < COUNT(lists); i++)
        (void)!choose(agent, &chosen, &lists[i], bytes);
    size_t before = chosen.parts.len;
    bool *taken = choose_bodies(read, bytes - MIN(bytes, chosen.bytes));
    for (size_t i = 0; i < pack->bodies.len; i++) {
        const PackBody *body = &pack->bodies.ptr[i];
        if (!taken[i]) {
            chosen.left_out++;
            continue;
        }
        WindowPart part = part_of_body(read, body);
        if (!is_shown(agent, &part, body))
            chosen.left_out += !choose(agent, &chosen, &part, bytes);
    }
    chosen.bodies = chosen.parts.len - before;
    return chosen;
}

/* Bodies first, as the model reads them in this order. */
static void add_chosen(Agent *agent, const Chosen *chosen, Gathered *gathered)
{
    size_t lists = chosen->parts.len - chosen->bodies;
    for (size_t i = 0; i < chosen->parts.len; i++) {
        const WindowPart *part = &chosen->parts.ptr[(i + lists) % chosen->parts.len];
        gather_add(agent, part, part->path);
    }
    gathered->parts += chosen->bodies;
    gathered->left_out += chosen->left_out;
    gathered->note = chosen->note;
}

/* Whether a word is likely to be an identifier in this spelling. */
static bool is_code_word(Str word)
{
    bool inner = false;
    for (size_t i = 1; i < word.len; i++)
        inner |= byte_in(word.ptr[i], "_./:") || (word.ptr[i] >= 'A' && word.ptr[i] <= 'Z');
    return inner;
}

/* A text as a search question: whole if short, else its beginning, its end (a paste says there what
   went wrong, and a question may follow it), and the identifiers between, the last first. */
static Str question_of(Arena *arena, Str text)
{
    text = str_fold_space(arena, text);
    if (text.len <= QUESTION_BYTES_MAX)
        return text;
    Buf out = buf_open(arena, 0);
    size_t head = str_char_floor(text, QUESTION_BYTES_MAX * 3 / 8);
    size_t tail = str_char_floor(text, text.len - QUESTION_BYTES_MAX * 3 / 8);
    buf_put(&out, str_slice(text, 0, head));
    buf_put_byte(&out, ' ');
    buf_put(&out, str_from_offset(text, tail));
    for (Str rest = str_slice(text, head, tail); rest.len;) {
        size_t blank = str_find_last_byte(rest, ' ');
        Str word = str_from_offset(rest, blank == STR_NONE ? 0 : blank + 1);
        rest = str_slice(rest, 0, blank == STR_NONE ? 0 : blank);
        if (is_code_word(word) && out.len + 1 + word.len <= QUESTION_BYTES_MAX) {
            buf_put_byte(&out, ' ');
            buf_put(&out, word);
        }
    }
    return buf_str(&out);
}

static bool is_partial(Str note)
{
    return str_starts(note, STR("index: "));
}

/* A question for a pack, and the parts chosen from it. */
typedef struct PackAsk {
    Agent *agent;
    ExploreQuestion question;
    uint64_t budget; /* tokens of the parts */
    Chosen chosen;
} PackAsk;

static bool take_pack(const ExploreAnswer *answer, void *state, Err *err)
{
    PackAsk *ask = state;
    (void)err;
    ask->chosen = choose_parts(&(PackRead){ask->agent, answer}, ask->budget);
    return true;
}

static bool find_pack(SessionRequest *request, void *state, Err *err)
{
    const PackAsk *ask = state;
    return explore_ask(request, &ask->question, err);
}

static bool ask_pack(PackAsk *ask, bool *is_indexed_now, Err *err)
{
    const Agent *agent = ask->agent;
    if (!agent_call_ask(agent->context, find_pack, ask, err))
        return false;
    if (!is_partial(ask->chosen.note))
        return true;
    /* The first index is being built: an answer from a part of it would mislead. */
    AgentCall index = {.tool = "index"};
    Str ignored;
    *is_indexed_now = true;
    return agent_call_text(agent->arena, agent->context, &index, &ignored, err) &&
           agent_call_ask(agent->context, find_pack, ask, err);
}

bool gather_question(Agent *agent, Str question, uint64_t budget, Gathered *gathered, Err *err)
{
    Chosen best = {0};
    uint64_t percent = PACK_PERCENT;
    PackAsk ask = {.agent = agent,
                   .question = {.text = str_trim(question_of(agent->arena, question)),
                                .deliver = take_pack,
                                .state = &ask},
                   .budget = budget};
    for (unsigned i = 0; i < PACKS_MAX; i++) {
        ask.question.budget = budget * percent / 100 * TOKEN_BYTES;
        if (!ask_pack(&ask, &gathered->is_indexed_now, err))
            return false;
        best = !i || ask.chosen.bytes > best.bytes ? ask.chosen : best;
        bool is_full = best.bytes * 100 >= budget * TOKEN_BYTES * FULL_PERCENT;
        if (is_full || !ask.chosen.left_out)
            break;
        percent += PACK_PERCENT;
    }
    add_chosen(agent, &best, gathered);
    return true;
}
