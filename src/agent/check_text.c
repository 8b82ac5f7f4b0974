/* The wording of findings. Texts of the edit and of the repository are shown in one plain line, and
   never if they look like a secret. */
#include "agent/check_state.h"

#include "text/address.h"
#include "text/plain.h"
#include "text/secrets.h"

/* Findings and symbols in a text; a model repairs no more at once, and JSON has them all. */
#define FINDINGS_SHOWN 40
#define TOUCHED_SHOWN 100
/* Characters shown of a message. */
#define MESSAGE_CHARS 600

/* ---- for the other files ---- */

/* A symbol, place or text of a checked file, in one plain line and without secrets. */
static Str check_plain(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    if (secret_find(text))
        return STR("(not shown: it looks like a secret)");
    plain_put(&out, text);
    return str_cut_chars(arena, buf_str(&out), MESSAGE_CHARS);
}

Str check_path(const Checking *checking, Str path)
{
    Str prefix = checking->prefix;
    if (str_starts(path, prefix))
        return str_from_offset(path, prefix.len);
    Buf out = buf_open(checking->request->arena, 0);
    for (size_t i = 0; i < prefix.len; i++)
        if (prefix.ptr[i] == '/')
            buf_put(&out, STR("../"));
    buf_put(&out, path);
    return buf_str(&out);
}

void check_add(Checking *checking, const CheckFinding *finding)
{
    Arena *arena = checking->arena;
    CheckFinding *added = VEC_PUSH(arena, &checking->report->findings);
    *added = *finding;
    added->path = str_copy(arena, check_path(checking, finding->path));
    added->symbol = str_copy(arena, finding->symbol);
    added->message = str_copy(arena, check_plain(checking->request->arena, finding->message));
}

void check_note_unseen(Checking *checking, Str what, Str why)
{
    Str shown = address_shown(checking->request->arena, what);
    Str reason = check_plain(checking->request->arena, why);
    Str note = str_format(checking->request->arena, "%.*s: %.*s", STR_ARG(shown), STR_ARG(reason));
    if (str_find(buf_str(&checking->unseen), note) != STR_NONE)
        return;
    if (checking->unseen.len)
        buf_put(&checking->unseen, STR("; "));
    buf_put(&checking->unseen, note);
}

/* ---- texts ---- */

static const char *const kinds[CHECK_KIND_COUNT] = {
    [CHECK_SYNTAX] = "syntax",
    [CHECK_LOST] = "lost",
    [CHECK_CALLERS] = "callers",
    [CHECK_RULE] = "rule",
};

static void put_finding(Buf *out, Arena *arena, const CheckFinding *finding)
{
    Str path = address_shown(arena, finding->path);
    Str label = finding->rule.len ? finding->rule : str_from(kinds[finding->kind]);
    buf_put(out, path);
    if (finding->line)
        buf_printf(out, ":%u", finding->line);
    buf_printf(out, ": %s [%.*s]", finding->blocks ? "error" : "warning", STR_ARG(label));
    if (finding->symbol.len && finding->kind != CHECK_RULE) {
        buf_put(out, STR(" in "));
        plain_put(out, finding->symbol);
    }
    buf_put(out, STR(": "));
    plain_put(out, finding->message);
    buf_put_byte(out, '\n');
}

static void put_count(Buf *out, size_t count, const char *what)
{
    if (count)
        buf_printf(out, "%s%zu %s%s", out->len ? ", " : "", count, what, count == 1 ? "" : "s");
}

Str check_text(Arena *arena, const CheckReport *report)
{
    Buf out = buf_open(arena, 0), list = buf_open(arena, 0);
    size_t shown = 0;
    if (!report->findings.len)
        return (Str){0};
    for (int blocks = 1; blocks >= 0; blocks--)
        for (size_t i = 0; i < report->findings.len; i++)
            if (report->findings.ptr[i].blocks == blocks && shown++ < FINDINGS_SHOWN)
                put_finding(&list, arena, &report->findings.ptr[i]);
    put_count(&out, report->blocking, "error");
    put_count(&out, report->findings.len - report->blocking, "warning");
    buf_printf(&out, "%s\n",
               report->blocking ? "; nothing is written until the errors are repaired" : "");
    buf_put(&out, buf_str(&list));
    if (shown > FINDINGS_SHOWN)
        buf_printf(&out, "and %zu more\n", shown - FINDINGS_SHOWN);
    if (report->unseen.len)
        buf_printf(&out, "not checked: %.*s\n", STR_ARG(report->unseen));
    return buf_str(&out);
}

static void put_touched(Buf *out, const CheckTouched *touched)
{
    buf_put(out, STR("  "));
    plain_put(out, touched->symbol);
    buf_printf(out, "  %.*s", STR_ARG(touched->what));
    if (touched->is_test)
        buf_put(out, STR(", test"));
    if (touched->risk)
        buf_printf(out, ", risk %u", touched->risk);
    if (touched->callers)
        buf_printf(out, ", used by %u", touched->callers);
    buf_put_byte(out, '\n');
}

Str check_outline_diff(Arena *arena, const CheckReport *report)
{
    Buf out = buf_open(arena, 0);
    Str last = {0};
    for (size_t i = 0; i < MIN(report->touched.len, (size_t)TOUCHED_SHOWN); i++) {
        const CheckTouched *touched = &report->touched.ptr[i];
        Str path = address_shown(arena, touched->path);
        if (!str_equal(path, last))
            buf_printf(&out, "%.*s\n", STR_ARG(path));
        last = path;
        put_touched(&out, touched);
    }
    if (report->touched.len > TOUCHED_SHOWN)
        buf_printf(&out, "and %zu more\n", report->touched.len - TOUCHED_SHOWN);
    return buf_str(&out);
}

/* ---- JSON ---- */

static Json *finding_value(Arena *arena, const CheckFinding *finding)
{
    Json *value = json_object(arena);
    json_set(value, STR("kind"), json_str(arena, str_from(kinds[finding->kind])));
    json_set(value, STR("blocks"), json_bool(arena, finding->blocks));
    json_set_text(arena, value, STR("rule"), finding->rule);
    json_set(value, STR("path"), json_str(arena, address_value(arena, finding->path)));
    if (finding->line)
        json_set(value, STR("line"), json_u64(arena, finding->line));
    json_set_text(arena, value, STR("symbol"), finding->symbol);
    json_set(value, STR("message"), json_str(arena, finding->message));
    return value;
}

static Json *touched_value(Arena *arena, const CheckTouched *touched)
{
    Json *value = json_object(arena);
    json_set(value, STR("path"), json_str(arena, address_value(arena, touched->path)));
    json_set(value, STR("symbol"), json_str(arena, touched->symbol));
    json_set(value, STR("what"), json_str(arena, touched->what));
    json_set(value, STR("risk"), json_u64(arena, touched->risk));
    json_set(value, STR("callers"), json_u64(arena, touched->callers));
    json_set(value, STR("test"), json_bool(arena, touched->is_test));
    return value;
}

Json *check_value(Arena *arena, const CheckReport *report)
{
    Json *value = json_object(arena), *findings = json_array(arena), *touched = json_array(arena);
    for (size_t i = 0; i < report->findings.len; i++)
        json_add(findings, finding_value(arena, &report->findings.ptr[i]));
    for (size_t i = 0; i < report->touched.len; i++)
        json_add(touched, touched_value(arena, &report->touched.ptr[i]));
    json_set(value, STR("blocking"), json_u64(arena, report->blocking));
    json_set(value, STR("findings"), findings);
    json_set(value, STR("touched"), touched);
    json_set(value, STR("lines_added"), json_u64(arena, report->lines_added));
    json_set(value, STR("lines_removed"), json_u64(arena, report->lines_removed));
    json_set_text(arena, value, STR("unseen"), report->unseen);
    return value;
}
