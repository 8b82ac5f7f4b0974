/* Suppressed findings are moved to a list of their own, with the reason, so that reports can count
   them. A comment in the code that the change itself adds counts only if the policy allows it. A
   baseline identifies findings by fingerprint. */
#include "review/suppress.h"

#include "base/json.h"
#include "text/lines.h"

/* Lines of comments above a declaration that are searched for `fovea-ignore`. */
#define LINES_ABOVE_MAX 20

/* ---- waivers ---- */

static bool waiver_fits(const ReviewContext *review, const ReviewWaiver *waiver,
                        const Finding *finding)
{
    return (!waiver->rule.len || str_equal(waiver->rule, str_from(finding->rule->id))) &&
           (!waiver->symbol.len || str_equal(waiver->symbol, finding->symbol)) &&
           (!waiver->fingerprint.len || str_equal(waiver->fingerprint, finding->fingerprint)) &&
           (!waiver->path.len ||
            review_pattern_fits(*review->scratch, waiver->path, finding->path));
}

static Str find_waiver(const ReviewContext *review, const ReviewAsked *asked,
                       const Finding *finding, ReviewReport *report)
{
    for (size_t i = 0; i < review->policy->waivers.len; i++) {
        const ReviewWaiver *waiver = &review->policy->waivers.ptr[i];
        if (!waiver_fits(review, waiver, finding))
            continue;
        if (str_compare(asked->today, waiver->expires) <= 0)
            return str_format(review->arena, "waiver until %.*s: %.*s", STR_ARG(waiver->expires),
                              STR_ARG(waiver->reason));
        *VEC_PUSH(review->arena, &report->notes) =
            str_format(review->arena,
                       "%.*s:%u: the waiver ended on %.*s, so a finding of %s in %.*s counts again",
                       STR_ARG(report->policy), waiver->line, STR_ARG(waiver->expires),
                       finding->rule->id, STR_ARG(finding->path));
    }
    return (Str){0};
}

/* ---- next to the code ---- */

/* The text after `fovea-ignore: RULE`; empty if the line does not name the rule. */
static Str reason_in(Str line, Str rule)
{
    static const Str word = STR_INIT("fovea-ignore:");
    size_t at = str_find(line, word);
    if (at == STR_NONE)
        return (Str){0};
    line = str_trim(str_from_offset(line, at + word.len));
    if (!str_starts(line, rule))
        return (Str){0};
    line = str_from_offset(line, rule.len);
    if (!line.len || !byte_is_space(line.ptr[0]))
        return (Str){0};
    line = str_trim(line);
    static const Str ends[] = {STR_INIT("*/"), STR_INIT("-->"), STR_INIT("*)"), STR_INIT("-}")};
    for (size_t i = 0; i < COUNT(ends); i++)
        if (str_ends(line, ends[i]))
            line = str_trim(str_slice(line, 0, line.len - ends[i].len));
    return line;
}

static Str line_at(Str text, uint32_t line)
{
    Str rest = str_from_offset(text, lines_offset(text, line)), found = {0};
    return str_take_line(&rest, &found) ? found : (Str){0};
}

static bool is_comment(Str line)
{
    static const Str marks[] = {STR_INIT("//"), STR_INIT("#"),  STR_INIT("/*"), STR_INIT("*"),
                                STR_INIT("--"), STR_INIT(";"),  STR_INIT("%"),  STR_INIT("<!--"),
                                STR_INIT("@"),  STR_INIT("(*"), STR_INIT("{-"), STR_INIT("\"\"\"")};
    line = str_trim(line);
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_starts(line, marks[i]))
            return true;
    return false;
}

/* Searches the finding's first line and the comments above it. */
static Str find_comment(const ReviewContext *review, const Finding *finding)
{
    const ChangedFile *file = finding->gone ? NULL : review_changed_file(review, finding->path);
    Str rule = str_from(finding->rule->id);
    for (uint32_t up = 0; file && finding->start > up && up <= LINES_ABOVE_MAX; up++) {
        uint32_t number = finding->start - up;
        Str line = line_at(file->new.text, number);
        if (up && !is_comment(line))
            break;
        Str reason = reason_in(line, rule);
        if (reason.len &&
            (review->policy->suppress_in_change || !line_diff_adds(&file->hunks, number)))
            return str_format(review->arena, "fovea-ignore on line %u: %.*s", number,
                              STR_ARG(reason));
    }
    return (Str){0};
}

/* ---- baselines ---- */

static Str find_known(const ReviewAsked *asked, const Finding *finding)
{
    for (size_t i = 0; asked->known && i < asked->known->len; i++)
        if (str_equal(asked->known->ptr[i], finding->fingerprint))
            return STR("baseline");
    return (Str){0};
}

bool review_baseline_read(Arena *arena, Str name, Str text, ReviewTexts *fingerprints, Err *err)
{
    Json *value;
    Err why = {0};
    if (!json_parse(arena, text, &value, &why)) {
        err_set(err, ERR_FAILED, "%.*s: %s", STR_ARG(name), why.message);
        return err_hint(err, "write it again: fovea review --write-baseline FILE");
    }
    const Json *list = json_get(value, STR("findings"));
    if (!list || list->type != JSON_ARRAY) {
        err_set(err, ERR_FAILED, "%.*s: it is not a baseline: it has no list of findings",
                STR_ARG(name));
        return err_hint(err, "write one: fovea review --write-baseline FILE");
    }
    for (const Json *item = list->first; item; item = item->next) {
        const Json *fingerprint = json_get(item, STR("fingerprint"));
        if (fingerprint && fingerprint->type == JSON_STRING)
            *VEC_PUSH(arena, fingerprints) = fingerprint->text;
    }
    return true;
}

static Json *known_value(Arena *arena, Str fingerprint, Str rule, Str path)
{
    Json *value = json_object(arena);
    json_set(value, STR("fingerprint"), json_str(arena, fingerprint));
    json_set(value, STR("rule"), json_str(arena, rule));
    json_set(value, STR("path"), json_str(arena, path));
    return value;
}

Json *review_baseline_value(Arena *arena, const ReviewReport *report)
{
    Json *value = json_object(arena), *list = json_array(arena);
    json_set(value, STR("_type"), json_str(arena, STR("review_baseline")));
    json_set(value, STR("version"), json_u64(arena, 1));
    for (size_t i = 0; i < report->suppressed.len; i++) {
        const ReviewSuppressed *suppressed = &report->suppressed.ptr[i];
        if (str_equal(suppressed->by, STR("baseline")))
            json_add(list, known_value(arena, suppressed->fingerprint, suppressed->rule,
                                       suppressed->path));
    }
    for (size_t i = 0; i < report->findings.len; i++) {
        const Finding *finding = &report->findings.ptr[i];
        json_add(list, known_value(arena, finding->fingerprint, str_from(finding->rule->id),
                                   finding->path));
    }
    json_set(value, STR("findings"), list);
    return value;
}

/* ---- all suppressions ---- */

void review_suppress(const ReviewContext *review, const ReviewAsked *asked, ReviewReport *report)
{
    size_t kept = 0;
    for (size_t i = 0; i < report->findings.len; i++) {
        Finding finding = report->findings.ptr[i];
        Str by = find_known(asked, &finding);
        by = by.len ? by : find_comment(review, &finding);
        by = by.len ? by : find_waiver(review, asked, &finding, report);
        if (by.len)
            *VEC_PUSH(review->arena, &report->suppressed) = (ReviewSuppressed){
                finding.fingerprint, str_from(finding.rule->id), finding.path, by};
        else
            report->findings.ptr[kept++] = finding;
    }
    report->findings.len = kept;
}
