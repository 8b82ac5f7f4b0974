/* SARIF 2.1.0, as GitHub's code scanning accepts it. */
#include "review/report_write.h"

/* The most results that code scanning accepts per run. */
#define RESULTS_MAX 5000

static Json *text_value(Arena *arena, Str text)
{
    Json *value = json_object(arena);
    json_set(value, STR("text"), json_str(arena, text));
    return value;
}

static const char *level_of(ReviewSeverity severity)
{
    static const char *const levels[] = {"note", "warning", "error"};
    return levels[severity];
}

static Json *properties_value(Arena *arena, const ReviewRule *rule)
{
    static const char *const problems[] = {"recommendation", "warning", "error"};
    static const char *const scores[] = {"3.0", "6.0", "8.0"};
    Json *value = json_object(arena), *tags = json_array(arena);
    json_add(tags, json_str(arena, review_type_name(rule->type)));
    json_set(value, STR("tags"), tags);
    json_set(value, STR("precision"), json_str(arena, STR("high")));
    json_set(value, STR("problem.severity"), json_str(arena, str_from(problems[rule->severity])));
    if (rule->type == REVIEW_SECURITY)
        json_set(value, STR("security-severity"),
                 json_str(arena, str_from(scores[rule->severity])));
    return value;
}

/* Makes a sentence of a text of the rule table. */
static Str sentence(Arena *arena, const char *text)
{
    Str copy = str_format(arena, "%s.", text);
    char *first = arena_bytes(arena, copy.len);
    memcpy(first, copy.ptr, copy.len);
    if (first[0] >= 'a' && first[0] <= 'z')
        first[0] = (char)(first[0] - 'a' + 'A');
    return (Str){first, copy.len};
}

/* `secret-added` becomes SecretAdded. */
static Str rule_name(Arena *arena, const char *id)
{
    Buf out = buf_open(arena, 0);
    bool upper = true;
    for (; *id; id++) {
        if (*id != '-')
            buf_put_byte(&out, upper ? (char)(*id - 'a' + 'A') : *id);
        upper = *id == '-';
    }
    return buf_str(&out);
}

static Json *rule_value(Arena *arena, const ReviewRule *rule)
{
    Json *value = json_object(arena), *usual = json_object(arena);
    Str looks = sentence(arena, rule->looks), why = sentence(arena, rule->why);
    Str suppression = sentence(arena, rule->suppression);
    json_set(value, STR("id"), json_str(arena, str_from(rule->id)));
    json_set(value, STR("name"), json_str(arena, rule_name(arena, rule->id)));
    json_set(value, STR("shortDescription"), text_value(arena, looks));
    json_set(value, STR("fullDescription"), text_value(arena, why));
    json_set(value, STR("help"),
             text_value(arena, str_format(arena, "%.*s %.*s To silence it: %.*s", STR_ARG(looks),
                                          STR_ARG(why), STR_ARG(suppression))));
    json_set(usual, STR("level"), json_str(arena, str_from(level_of(rule->severity))));
    json_set(value, STR("defaultConfiguration"), usual);
    json_set(value, STR("properties"), properties_value(arena, rule));
    return value;
}

static Str uri_of(Arena *arena, Str path)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < path.len; i++) {
        char c = path.ptr[i];
        if (byte_is_alpha(c) || byte_is_digit(c) || byte_in(c, "/-._~"))
            buf_put_byte(&out, c);
        else
            buf_printf(&out, "%%%02X", (unsigned)(unsigned char)c);
    }
    return buf_str(&out);
}

static Json *location_value(Arena *arena, const Finding *finding)
{
    Json *location = json_object(arena), *place = json_object(arena);
    Json *file = json_object(arena), *region = json_object(arena);
    json_set(file, STR("uri"), json_str(arena, uri_of(arena, review_shown_path(finding))));
    json_set(file, STR("uriBaseId"), json_str(arena, STR("%SRCROOT%")));
    json_set(region, STR("startLine"), json_u64(arena, review_first_line(finding)));
    json_set(region, STR("endLine"), json_u64(arena, review_last_line(finding)));
    json_set(place, STR("artifactLocation"), file);
    json_set(place, STR("region"), region);
    json_set(location, STR("physicalLocation"), place);
    if (finding->symbol.len) {
        Json *list = json_array(arena), *named = json_object(arena);
        json_set(named, STR("fullyQualifiedName"), json_str(arena, finding->symbol));
        json_add(list, named);
        json_set(location, STR("logicalLocations"), list);
    }
    return location;
}

static Json *result_value(Arena *arena, const Finding *finding)
{
    Json *value = json_object(arena), *locations = json_array(arena), *prints = json_object(arena);
    json_set(value, STR("ruleId"), json_str(arena, str_from(finding->rule->id)));
    json_set(value, STR("ruleIndex"), json_u64(arena, review_rule_index(finding->rule)));
    json_set(value, STR("level"), json_str(arena, str_from(level_of(finding->severity))));
    json_set(value, STR("message"), text_value(arena, review_full_message(arena, finding)));
    json_add(locations, location_value(arena, finding));
    json_set(value, STR("locations"), locations);
    json_set(prints, STR("foveaFinding/v1"), json_str(arena, finding->fingerprint));
    json_set(value, STR("partialFingerprints"), prints);
    return value;
}

static Json *invocation_value(Arena *arena, const ReviewReport *report)
{
    Json *value = json_object(arena), *reported = json_array(arena), *list = json_array(arena);
    for (size_t i = 0; i < report->unseen.len; i++) {
        const ReviewUnseen *unseen = &report->unseen.ptr[i];
        Json *notice = json_object(arena);
        Str text = str_format(arena, "Not seen: %.*s%s%.*s. To do: %.*s.", STR_ARG(unseen->path),
                              unseen->path.len ? ": " : "", STR_ARG(unseen->reason),
                              STR_ARG(unseen->action));
        json_set(notice, STR("level"), json_str(arena, STR("warning")));
        json_set(notice, STR("message"), text_value(arena, text));
        json_add(reported, notice);
    }
    json_set(value, STR("executionSuccessful"), json_bool(arena, true));
    if (reported->count)
        json_set(value, STR("toolExecutionNotifications"), reported);
    json_add(list, value);
    return list;
}

static Json *tool_value(Arena *arena)
{
    Json *tool = json_object(arena), *driver = json_object(arena), *rules = json_array(arena);
    for (size_t i = 0; i < review_rule_count(); i++)
        json_add(rules, rule_value(arena, review_rule_at(i)));
    json_set(driver, STR("name"), json_str(arena, STR("fovea")));
    json_set(driver, STR("version"), json_str(arena, STR(FOVEA_VERSION)));
    json_set(driver, STR("semanticVersion"), json_str(arena, STR(FOVEA_VERSION)));
    json_set(driver, STR("rules"), rules);
    json_set(tool, STR("driver"), driver);
    return tool;
}

Json *review_sarif_value(Arena *arena, const ReviewReport *report)
{
    Json *log = json_object(arena), *runs = json_array(arena), *run = json_object(arena);
    Json *details = json_object(arena), *results = json_array(arena);
    json_set(log, STR("$schema"),
             json_str(arena, STR("https://json.schemastore.org/sarif-2.1.0.json")));
    json_set(log, STR("version"), json_str(arena, STR("2.1.0")));
    json_set(run, STR("tool"), tool_value(arena));
    json_set(details, STR("id"), json_str(arena, STR("fovea/review/")));
    json_set(run, STR("automationDetails"), details);
    json_set(run, STR("invocations"), invocation_value(arena, report));
    json_set(run, STR("columnKind"), json_str(arena, STR("utf16CodeUnits")));
    for (size_t i = 0; i < MIN(report->findings.len, (size_t)RESULTS_MAX); i++)
        json_add(results, result_value(arena, &report->findings.ptr[i]));
    json_set(run, STR("results"), results);
    json_add(runs, run);
    json_set(log, STR("runs"), runs);
    return log;
}
