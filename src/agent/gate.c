/* A list of reasons, each from its own function; the strictest decides. It reads only its
   arguments: no file, no index. */
#include "agent/gate.h"

#include "base/map.h"
#include "base/path.h"
#include "config/config.h"
#include "edit/edit_path.h"
#include "index/catalog/classify.h"
#include "review/delicate.h"
#include "review/policy.h"
#include "text/address.h"
#include "text/plain.h"
#include "text/secrets.h"

/* At most this many reasons of a kind are listed one by one; the last one counts the others. */
#define REASONS_LISTED 10

GateLimits gate_limits(const ToolContext *context)
{
    const AgentConfig *agent = &context->config->agent;
    return (GateLimits){.ask_risk = (uint8_t)agent->ask_risk,
                        .max_risk = (uint8_t)agent->max_risk,
                        .max_files = (uint32_t)MIN(agent->max_files, UINT32_MAX),
                        .max_lines = (uint32_t)MIN(agent->max_lines, UINT32_MAX),
                        .protected_paths = agent->protected_paths.names,
                        .protected_count = agent->protected_paths.count};
}

typedef struct Gate {
    Arena *arena;
    const GateLimits *limits;
    const GateAsked *asked;
    GateAnswer *answer;
    bool needs_person; /* consent in advance is not enough */
} Gate;

static void add(Gate *gate, GateVerdict verdict, Str path, Str message)
{
    *VEC_PUSH(gate->arena, &gate->answer->reasons) =
        (GateReason){.verdict = verdict, .path = path, .message = message};
    gate->answer->verdict = MAX(gate->answer->verdict, verdict);
}

/* Adds a reason of a kind, or counts it. */
static void add_of_many(Gate *gate, size_t *count, GateVerdict verdict, Str path, Str message)
{
    gate->answer->verdict = MAX(gate->answer->verdict, verdict);
    if (++*count <= REASONS_LISTED)
        add(gate, verdict, path, message);
}

static void add_rest(Gate *gate, size_t count, GateVerdict verdict, const char *what)
{
    if (count > REASONS_LISTED)
        add(gate, verdict, (Str){0},
            str_format(gate->arena, "%zu more %s", count - REASONS_LISTED, what));
}

/* ---- paths ---- */

static const char *reason_never(const Gate *gate, Str path)
{
    Str rest = path, part;
    Arena scratch = *gate->arena;
    if (path_is_absolute(path))
        return "it is outside of the root";
    while (str_take_until(&rest, '/', &part)) {
        if (str_equal(part, STR("..")))
            return "it is outside of the root";
        if (edit_path_is_git(part))
            return "git keeps its own files there";
    }
    for (size_t i = 0; i < gate->limits->protected_count; i++)
        if (review_pattern_fits(scratch, gate->limits->protected_paths[i], path))
            return "agent.protected protects it";
    return NULL;
}

/* Weighs the change to a file at its own path, or at the path that it leaves. */
static void weigh_path(Gate *gate, const EditFile *file, Str path)
{
    const char *never = reason_never(gate, path);
    const DelicatePlace *place = delicate_find(str_lower(gate->arena, path));
    bool is_new = str_equal(path, file->path), was_there = file->status != EDIT_MOVED;
    DelicateTouch touch = {0};
    if (never) {
        add(gate, GATE_REFUSE, path, str_from(never));
        return;
    }
    for (size_t i = 0; i < gate->asked->named.len; i++) {
        if (!str_equal(gate->asked->named.ptr[i].path, path))
            continue;
        add(gate, GATE_ASK, path, gate->asked->named.ptr[i].why);
        gate->needs_person |= !delicate_is_named(gate->arena, gate->asked->task, path, &touch);
    }
    if (!place || place->reach == DELICATE_COMMAND ||
        !delicate_touches(gate->arena, place, was_there ? file->before : (Str){0},
                          is_new ? file->after : (Str){0}, &touch))
        return;
    Str what = str_from(place->what);
    if (touch.keys.len)
        what = str_format(gate->arena, "%.*s: %s", STR_ARG(touch.keys.ptr[0]), place->what);
    add(gate, GATE_ASK, path, what);
    gate->needs_person |= !delicate_is_named(gate->arena, gate->asked->task, path, &touch);
}

static bool is_planned(const GateAsked *asked, Str path)
{
    for (size_t i = 0; i < asked->planned_count; i++)
        if (str_equal(asked->planned[i], path))
            return true;
    return !asked->planned_count;
}

static void weigh_paths(Gate *gate)
{
    size_t outside = 0;
    const EditFileVec *files = &gate->asked->set->files;
    for (size_t i = 0; i < files->len; i++) {
        const EditFile *file = &files->ptr[i];
        const Str both[] = {file->path, file->old_path};
        for (size_t k = 0; k < COUNT(both) && both[k].len; k++) {
            weigh_path(gate, file, both[k]);
            if (!is_planned(gate->asked, both[k]))
                add_of_many(gate, &outside, GATE_ASK, both[k], STR("the plan does not name it"));
        }
    }
    add_rest(gate, outside, GATE_ASK, "files that the plan does not name");
}

/* ---- contents ---- */

/* The lines that the files had before: a secret already in them is not new. */
static Map lines_before(Arena *arena, const EditSet *set)
{
    Map lines = map_open(arena);
    for (size_t i = 0; i < set->files.len; i++) {
        Str rest = set->files.ptr[i].before, line;
        while (str_take_line(&rest, &line))
            *map_put(&lines, str_trim(line), NULL) = 1;
    }
    return lines;
}

/* A new secret in lines that the text did not have before; *line 0: it spans lines. NULL: none
   found. */
static const char *find_secret(Arena *arena, const EditFile *file, const Map *before,
                               uint32_t *line)
{
    Str rest = file->after, text;
    Buf added = buf_open(arena, 0);
    const char *what = secret_find(file->after);
    bool known = false;
    for (*line = 1; what && str_take_line(&rest, &text); ++*line) {
        const char *found = secret_find(text);
        bool is_new = !map_find(before, str_trim(text));
        if (found && is_new)
            return found;
        known |= found != NULL;
        if (is_new)
            buf_printf(&added, "%.*s\n", STR_ARG(text));
    }
    *line = 0;
    const char *spans = what ? secret_find(buf_str(&added)) : NULL;
    return spans || known || (what && secret_find(file->before)) ? spans : what;
}

static void weigh_secrets(Gate *gate)
{
    const EditSet *set = gate->asked->set;
    Arena memory SCOPED(arena_close) = {0};
    Arena texts SCOPED(arena_close) = {0};
    arena_open(&memory, ARENA_RESERVE);
    arena_open(&texts, ARENA_RESERVE);
    Map before = lines_before(&memory, set);
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *file = &set->files.ptr[i];
        uint32_t line = 0;
        const char *what = find_secret(&texts, file, &before, &line);
        if (what && line)
            add(gate, GATE_REFUSE, file->path,
                str_format(gate->arena, "line %u of the new text holds %s", line, what));
        else if (what)
            add(gate, GATE_REFUSE, file->path,
                str_format(gate->arena, "the new text holds %s", what));
        else if (file->status == EDIT_CREATED && secret_is_path(file->path))
            add(gate, GATE_ASK, file->path, STR("files of that name usually hold secrets"));
    }
}

static bool is_text(Str text)
{
    return str_find_byte(text, '\0') == STR_NONE && str_is_utf8(text);
}

static void weigh_files(Gate *gate)
{
    const EditSet *set = gate->asked->set;
    size_t deleted = 0;
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *file = &set->files.ptr[i];
        if (file->status == EDIT_DELETED)
            add_of_many(gate, &deleted, GATE_ASK, file->path, STR("the file is deleted"));
        if (!is_text(file->after))
            add(gate, GATE_ASK, file->path, STR("the new contents are binary"));
        if (file->after.len > INDEX_FILE_BYTES_MAX)
            add(gate, GATE_ASK, file->path,
                str_format(gate->arena, "the new contents have %zu MB, more than is checked",
                           file->after.len / MB));
    }
    add_rest(gate, deleted, GATE_ASK, "files are deleted");
}

static void weigh_size(Gate *gate)
{
    const CheckReport *report = gate->asked->report;
    uint64_t lines = report->lines_added + report->lines_removed;
    size_t files = gate->asked->set->files.len;
    if (files > gate->limits->max_files)
        add(gate, GATE_ASK, (Str){0},
            str_format(gate->arena, "%zu files are changed (agent.max_files is %u)", files,
                       gate->limits->max_files));
    if (lines > gate->limits->max_lines)
        add(gate, GATE_ASK, (Str){0},
            str_format(gate->arena, "%llu lines are changed (agent.max_lines is %u)",
                       (unsigned long long)lines, gate->limits->max_lines));
}

/* ---- the results of the checks ---- */

/* Whether code of the symbol that existed before changes. */
static bool has_risk(const CheckTouched *touched)
{
    return touched->risk && !touched->is_test && !str_equal(touched->what, STR("comment")) &&
           !str_equal(touched->what, STR("format"));
}

static void weigh_risk(Gate *gate)
{
    const CheckReport *report = gate->asked->report;
    size_t asks = 0, refused = 0;
    for (size_t i = 0; i < report->touched.len; i++) {
        const CheckTouched *touched = &report->touched.ptr[i];
        bool above = has_risk(touched) && touched->risk > gate->limits->max_risk;
        bool beyond = above && gate->asked->unattended;
        gate->needs_person |= above;
        if (!has_risk(touched) || (!above && touched->risk < gate->limits->ask_risk))
            continue;
        Str message =
            str_format(gate->arena, "%.*s has risk %u (%s is %u)", STR_ARG(touched->symbol),
                       touched->risk, above ? "agent.max_risk" : "agent.ask_risk",
                       above ? gate->limits->max_risk : gate->limits->ask_risk);
        add_of_many(gate, beyond ? &refused : &asks, beyond ? GATE_REFUSE : GATE_ASK, touched->path,
                    message);
    }
    add_rest(gate, refused, GATE_REFUSE, "symbols have such a risk");
    add_rest(gate, asks, GATE_ASK, "symbols have such a risk");
}

static bool weakens_tests(const CheckFinding *finding)
{
    static const char *const rules[] = {"test-removed", "test-skipped", "assertions-weakened",
                                        "assertions-removed"};
    for (size_t i = 0; i < COUNT(rules); i++)
        if (str_equal(finding->rule, str_from(rules[i])))
            return true;
    return false;
}

static void weigh_tests(Gate *gate)
{
    const CheckReport *report = gate->asked->report;
    size_t removed = 0;
    for (size_t i = 0; i < report->touched.len; i++) {
        const CheckTouched *touched = &report->touched.ptr[i];
        if (touched->is_test && str_equal(touched->what, STR("removed")))
            add_of_many(
                gate, &removed, GATE_ASK, touched->path,
                str_format(gate->arena, "%.*s of a test is removed", STR_ARG(touched->symbol)));
    }
    add_rest(gate, removed, GATE_ASK, "symbols of tests are removed");
    for (size_t i = 0; i < report->findings.len; i++)
        if (weakens_tests(&report->findings.ptr[i]))
            add(gate, GATE_ASK, report->findings.ptr[i].path, report->findings.ptr[i].message);
}

static void weigh_checks(Gate *gate)
{
    const CheckReport *report = gate->asked->report;
    const CheckFinding *first = NULL;
    for (size_t i = 0; i < report->findings.len && !first; i++)
        if (report->findings.ptr[i].blocks)
            first = &report->findings.ptr[i];
    if (first)
        add(gate, GATE_ASK, first->path,
            str_format(gate->arena, "%zu check%s failed; the first: %.*s", report->blocking,
                       report->blocking == 1 ? "" : "s", STR_ARG(first->message)));
}

/* Reasons that a person must see: the answer may be incomplete, or nobody asked for a change. */
static void weigh_answer(Gate *gate)
{
    if (gate->asked->is_cut)
        add(gate, GATE_ASK, (Str){0},
            STR("the model's answer is not whole, so further edits may be missing"));
    if (gate->asked->is_question)
        add(gate, GATE_ASK, (Str){0}, STR("the task is a question, and asks for no change"));
    if (gate->asked->is_forbidden)
        add(gate, GATE_ASK, (Str){0}, STR("the task says to change nothing"));
    gate->needs_person |=
        gate->asked->is_cut || gate->asked->is_question || gate->asked->is_forbidden;
}

static void weigh_refusals(Gate *gate)
{
    const EditRefusalVec *refused = &gate->asked->set->refused;
    if (refused->len)
        add(gate, GATE_REFUSE, refused->ptr[0].path,
            str_format(gate->arena, "a part of the edit cannot be applied: %.*s",
                       STR_ARG(refused->ptr[0].message)));
}

/* ---- the answer ---- */

GateAnswer gate_decide(Arena *arena, const GateLimits *limits, const GateAsked *asked)
{
    GateAnswer answer = {0};
    Gate gate = {.arena = arena, .limits = limits, .asked = asked, .answer = &answer};
    weigh_refusals(&gate);
    weigh_answer(&gate);
    weigh_paths(&gate);
    weigh_secrets(&gate);
    weigh_files(&gate);
    weigh_tests(&gate);
    weigh_checks(&gate);
    weigh_risk(&gate);
    weigh_size(&gate);
    answer.needs_person = gate.needs_person;
    if (answer.verdict == GATE_ASK && asked->yes && !gate.needs_person)
        answer.verdict = GATE_ALLOW;
    else if (answer.verdict == GATE_ASK && asked->unattended)
        answer.verdict = GATE_REFUSE;
    return answer;
}

static const char *const verdicts[] = {
    [GATE_ALLOW] = "allow", [GATE_ASK] = "ask", [GATE_REFUSE] = "refuse"};

static void put_reason(Buf *out, Arena *arena, const GateReason *reason)
{
    buf_printf(out, "- %s: ", reason->verdict == GATE_REFUSE ? "refused" : "asks");
    if (reason->path.len) {
        buf_put(out, address_shown(arena, reason->path));
        buf_put(out, STR(": "));
    }
    plain_put(out, reason->message);
    buf_put_byte(out, '\n');
}

Str gate_text(Arena *arena, const GateAnswer *answer)
{
    Buf out = buf_open(arena, 0);
    bool asks_only = true;
    for (size_t i = 0; i < answer->reasons.len; i++)
        asks_only &= answer->reasons.ptr[i].verdict == GATE_ASK;
    if (answer->verdict == GATE_ALLOW)
        return (Str){0};
    if (answer->verdict == GATE_ASK)
        buf_put(&out, STR("This edit needs your consent:\n"));
    else if (asks_only && answer->needs_person)
        buf_put(&out, STR("Refused: this edit needs a person's consent, for which --yes does not "
                          "stand, and nobody can be asked. A task that names a file agrees to "
                          "it.\n"));
    else if (asks_only)
        buf_put(&out, STR("Refused: this edit needs consent, and nobody can be asked. --yes gives "
                          "it beforehand.\n"));
    else
        buf_put(&out, STR("Refused; nothing is written:\n"));
    for (int verdict = GATE_REFUSE; verdict > GATE_ALLOW; verdict--)
        for (size_t i = 0; i < answer->reasons.len; i++)
            if (answer->reasons.ptr[i].verdict == (GateVerdict)verdict)
                put_reason(&out, arena, &answer->reasons.ptr[i]);
    return buf_str(&out);
}

Json *gate_value(Arena *arena, const GateAnswer *answer)
{
    Json *value = json_object(arena), *reasons = json_array(arena);
    for (size_t i = 0; i < answer->reasons.len; i++) {
        const GateReason *reason = &answer->reasons.ptr[i];
        Json *item = json_object(arena);
        json_set(item, STR("verdict"), json_str(arena, str_from(verdicts[reason->verdict])));
        json_set_text(arena, item, STR("path"), address_value(arena, reason->path));
        json_set(item, STR("message"), json_str(arena, reason->message));
        json_add(reasons, item);
    }
    json_set(value, STR("verdict"), json_str(arena, str_from(verdicts[answer->verdict])));
    json_set(value, STR("reasons"), reasons);
    return value;
}
