/* The explore pack of a question. It is requested as JSON, which is larger than the text for the
   model, so the pack exceeds the budget; parts are taken from it while they fit. */
#include "agent/agent_state.h"
#include "agent/shown.h"
#include "search/question.h"
#include "text/secrets.h"
#include "text/tokens.h"

/* A pack as JSON is larger than its text by member names and escapes. */
#define JSON_PERCENT 150
/* If less of the budget is used, since large declarations do not fit, a larger pack may have
   smaller ones. */
#define FULL_PERCENT 90
/* Packs of one question: the second is twice as large. Further ones find only names. */
#define PACKS_MAX 2

static WindowPart part_of_body(Agent *agent, const Json *body)
{
    Arena *arena = agent->arena;
    Str path = json_text(body, STR("path")), name = json_text(body, STR("name"));
    Str why = json_text(body, STR("why")), source = json_text(body, STR("source"));
    uint64_t first = agent_number(body, "first"), end = agent_number(body, "end");
    uint64_t shown = agent_number(body, "shown_to");
    Str cut = shown ? str_format(arena, "… to line %llu\n", (unsigned long long)end) : (Str){0};
    Str place = str_format(arena, "%.*s:%llu-%llu", STR_ARG(path), (unsigned long long)first,
                           (unsigned long long)(shown ? shown : end));
    Str head = gather_signature(source);
    bool further = first > agent_number(body, "start"); /* a later piece of a large declaration */
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
static Str lines_of(Agent *agent, const Json *list)
{
    Buf out = buf_open(agent->arena, 0);
    for (const Json *item = list ? list->first : NULL; item; item = item->next) {
        if (secret_is_path(json_text(item, STR("path"))))
            continue;
        Str signature = json_text(item, STR("signature"));
        signature = signature.len ? signature : json_text(item, STR("name"));
        buf_printf(&out, "%.*s:%llu  %.*s  (%.*s)\n", STR_ARG(json_text(item, STR("path"))),
                   (unsigned long long)agent_number(item, "start"), STR_ARG(signature),
                   STR_ARG(json_text(item, STR("why"))));
    }
    return buf_str(&out);
}

static Str files_of(Agent *agent, const Json *list)
{
    Buf out = buf_open(agent->arena, 0);
    for (const Json *item = list ? list->first : NULL; item; item = item->next)
        if (!secret_is_path(json_text(item, STR("path"))))
            buf_printf(&out, "%.*s  %.*s\n", STR_ARG(json_text(item, STR("path"))),
                       STR_ARG(json_text(item, STR("declares"))));
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

/* Lists are small and always taken, so the rest of the budget is for bodies. */
static Chosen choose_parts(Agent *agent, const Json *pack, uint64_t budget)
{
    const Json *bodies = json_get(pack, STR("bodies"));
    Chosen chosen = {.bytes = strlen(WINDOW_CONTEXT_HEAD),
                     .left_out = agent_number(pack, "left_out"),
                     .note = json_text(pack, STR("note"))};
    const WindowPart lists[] = {part_of_list(agent, "What these use", WINDOW_MEDIUM,
                                             lines_of(agent, json_get(pack, STR("heads")))),
                                part_of_list(agent, "Other declarations of these files, with lines",
                                             WINDOW_LOW,
                                             files_of(agent, json_get(pack, STR("files")))),
                                part_of_list(agent, "Also near", WINDOW_LOW,
                                             lines_of(agent, json_get(pack, STR("names"))))};
    uint64_t bytes = budget * TOKEN_BYTES;
    for (size_t i = 0; i < COUNT(lists); i++)
        (void)!choose(agent, &chosen, &lists[i], bytes);
    size_t before = chosen.parts.len;
    for (const Json *body = bodies ? bodies->first : NULL; body; body = body->next) {
        WindowPart part = part_of_body(agent, body);
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

/* A text as a search question: whole if short, else its beginning and the identifiers of the
   rest. */
static Str question_of(Arena *arena, Str text)
{
    text = str_fold_space(arena, text);
    if (text.len <= QUESTION_BYTES_MAX)
        return text;
    Buf out = buf_open(arena, 0);
    size_t whole = str_char_floor(text, QUESTION_BYTES_MAX / 2);
    Str rest = str_from_offset(text, whole), word;
    buf_put(&out, str_slice(text, 0, whole));
    while (str_take_until(&rest, ' ', &word))
        if (is_code_word(word) && out.len + 1 + word.len <= QUESTION_BYTES_MAX) {
            buf_put_byte(&out, ' ');
            buf_put(&out, word);
        }
    return buf_str(&out);
}

static bool is_partial(Str note)
{
    return str_starts(note, STR("index: "));
}

/* Asks for a pack as JSON. */
static bool ask_pack(Agent *agent, Str question, uint64_t tokens, bool *is_indexed_now, Json **pack,
                     Err *err)
{
    Arena *arena = agent->arena;
    AgentCall call = {"explore",
                      {{"question", question_of(arena, question)},
                       {"budget", str_format(arena, "%llu", (unsigned long long)tokens)}}};
    if (!agent_call(arena, agent->context, &call, pack, err))
        return false;
    if (!is_partial(json_text(*pack, STR("note"))))
        return true;
    /* The first index is being built: an answer from a part of it would mislead. */
    AgentCall index = {.tool = "index"};
    Str ignored;
    *is_indexed_now = true;
    return agent_call_text(arena, agent->context, &index, &ignored, err) &&
           agent_call(arena, agent->context, &call, pack, err);
}

bool gather_question(Agent *agent, Str question, uint64_t budget, Gathered *gathered, Err *err)
{
    Chosen best = {0};
    uint64_t percent = JSON_PERCENT;
    for (unsigned i = 0; i < PACKS_MAX; i++) {
        Json *pack;
        if (!ask_pack(agent, question, budget * percent / 100, &gathered->is_indexed_now, &pack,
                      err))
            return false;
        Chosen chosen = choose_parts(agent, pack, budget);
        best = !i || chosen.bytes > best.bytes ? chosen : best;
        bool is_full = best.bytes * 100 >= budget * TOKEN_BYTES * FULL_PERCENT;
        if (is_full || !chosen.left_out)
            break;
        percent += JSON_PERCENT;
    }
    add_chosen(agent, &best, gathered);
    return true;
}
