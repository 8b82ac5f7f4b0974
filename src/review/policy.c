/* A table has all settings with fixed names; rules, waivers and modules have free names. The line
   of a value is found from its key's position in the text. */
#include "review/policy.h"

#include "base/limits.h"
#include "git/ignore.h"
#include "review/rule.h"
#include "text/decimal.h"
#include "text/lines.h"
#include "text/nearest.h"
#include "text/toml.h"

#define DATE_LEN 10

typedef enum SettingType {
    POLICY_FLAG,
    POLICY_NUMBER,
    POLICY_SHARE, /* 0 to 1, stored in percent */
    POLICY_TEXTS,
} SettingType;

typedef struct PolicySetting {
    Str section, name; /* section empty: at top level */
    SettingType type;
    size_t offset;
    uint32_t fallback, max;
} PolicySetting;

#define AT(field) offsetof(ReviewPolicy, field)

static const PolicySetting settings[] = {
    {STR_INIT(""), STR_INIT("block_high_risk"), POLICY_FLAG, AT(block_high_risk), 0, 0},
    {STR_INIT(""), STR_INIT("warn_medium_risk"), POLICY_FLAG, AT(warn_medium_risk), 0, 0},
    {STR_INIT(""), STR_INIT("silence_in_change"), POLICY_FLAG, AT(suppress_in_change), 0, 0},
    {STR_INIT(""), STR_INIT("protected"), POLICY_TEXTS, AT(protected_paths), 0, 0},
    {STR_INIT(""), STR_INIT("accept_binary"), POLICY_TEXTS, AT(accept_binary), 0, 0},
    {STR_INIT("thresholds"), STR_INIT("max_cognitive"), POLICY_NUMBER, AT(max_cognitive), 25,
     10000},
    {STR_INIT("thresholds"), STR_INIT("max_lines"), POLICY_NUMBER, AT(max_lines), 150, 1000000},
    {STR_INIT("thresholds"), STR_INIT("max_file_kb"), POLICY_NUMBER, AT(max_file_kb), 1024,
     1000000},
    {STR_INIT("thresholds"), STR_INIT("similarity"), POLICY_SHARE, AT(similarity), 90, 100},
};

/* ---- reading ---- */

typedef struct Reader {
    Arena *arena;
    Str name, text;
    ReviewPolicy *policy;
    Err *err;
} Reader;

static uint32_t line_of(const Reader *reader, const Json *value)
{
    const char *begin = reader->text.ptr, *key = value->key.ptr ? value->key.ptr : value->text.ptr;
    bool inside = key >= begin && key < begin + reader->text.len;
    return inside ? (uint32_t)lines_at_offset(reader->text, (size_t)(key - begin)) : 1;
}

static bool fail(const Reader *reader, const Json *value, const char *why)
{
    err_set(reader->err, ERR_FAILED, "%.*s:%u: %.*s: %s", STR_ARG(reader->name),
            line_of(reader, value), STR_ARG(value->key), why);
    return err_hint(reader->err, "fix the policy; docs/review.md lists its settings");
}

static bool fail_unknown(const Reader *reader, const Json *value, const char *what, Str near)
{
    err_set(reader->err, ERR_FAILED, "%.*s:%u: there is no %s '%.*s'", STR_ARG(reader->name),
            line_of(reader, value), what, STR_ARG(value->key));
    if (near.len)
        return err_hint(reader->err, "did you mean %.*s? docs/review.md lists all", STR_ARG(near));
    return err_hint(reader->err, "docs/review.md lists all");
}

static bool read_texts(const Reader *reader, const Json *value, ReviewTexts *texts)
{
    if (value->type != JSON_ARRAY)
        return fail(reader, value, "a list of texts is needed");
    for (const Json *item = value->first; item; item = item->next) {
        if (item->type != JSON_STRING || !item->text.len)
            return fail(reader, value, "a list of texts is needed, none of them empty");
        *VEC_PUSH(reader->arena, texts) = item->text;
    }
    return true;
}

static bool read_share(const Reader *reader, const Json *value, uint32_t *percent)
{
    double share;
    if (value->type != JSON_NUMBER || !decimal_parse(value->text, &share) || share < 0 || share > 1)
        return fail(reader, value, "a number from 0 to 1 is needed");
    *percent = (uint32_t)(share * 100 + 0.5);
    return true;
}

static bool read_setting(const Reader *reader, const PolicySetting *setting, const Json *value)
{
    void *at = (char *)reader->policy + setting->offset;
    uint64_t number;
    switch (setting->type) {
    case POLICY_FLAG:
        if (value->type != JSON_TRUE && value->type != JSON_FALSE)
            return fail(reader, value, "true or false is needed");
        *(bool *)at = value->type == JSON_TRUE;
        return true;
    case POLICY_NUMBER:
        if (value->type != JSON_NUMBER || !str_parse_u64(value->text, &number) || !number ||
            number > setting->max)
            return fail(reader, value, "a whole number above 0 is needed");
        *(uint32_t *)at = (uint32_t)number;
        return true;
    case POLICY_SHARE: return read_share(reader, value, at);
    case POLICY_TEXTS: return read_texts(reader, value, at);
    }
    return true;
}

static bool read_named(const Reader *reader, Str section, const Json *value)
{
    Str names[COUNT(settings)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(settings); i++) {
        if (!str_equal(settings[i].section, section))
            continue;
        if (str_equal(settings[i].name, value->key))
            return read_setting(reader, &settings[i], value);
        names[count++] = settings[i].name;
    }
    return fail_unknown(reader, value, "setting", nearest_find(value->key, names, count));
}

/* ---- tables with free names ---- */

static bool is_object(const Reader *reader, const Json *value)
{
    return value->type == JSON_OBJECT || fail(reader, value, "a table is needed");
}

static bool read_thresholds(const Reader *reader, const Json *table)
{
    for (const Json *value = table->first; value; value = value->next)
        if (!read_named(reader, STR("thresholds"), value))
            return false;
    return true;
}

static bool read_rule(const Reader *reader, const Json *value)
{
    const ReviewRule *rule = review_rule_find(value->key);
    if (!rule) {
        Str *names = NEW(reader->arena, Str, review_rule_count());
        for (size_t i = 0; i < review_rule_count(); i++)
            names[i] = str_from(review_rule_at(i)->id);
        return fail_unknown(reader, value, "rule",
                            nearest_find(value->key, names, review_rule_count()));
    }
    ReviewSetting *setting = &reader->policy->rules[review_rule_index(rule)];
    bool text = value->type == JSON_STRING;
    setting->given = true;
    setting->has_severity = text && review_severity_find(value->text, &setting->severity);
    setting->on = setting->has_severity || value->type == JSON_TRUE ||
                  (text && str_equal(value->text, STR("on")));
    if (setting->on || value->type == JSON_FALSE || (text && str_equal(value->text, STR("off"))))
        return true;
    return fail(reader, value, "off, on, note, warning or error is needed");
}

static bool read_rules(const Reader *reader, const Json *table)
{
    for (const Json *value = table->first; value; value = value->next)
        if (!read_rule(reader, value))
            return false;
    return true;
}

static bool read_modules(const Reader *reader, const Json *table)
{
    for (const Json *value = table->first; value; value = value->next) {
        ReviewDirection *direction = VEC_PUSH(reader->arena, &reader->policy->directions);
        direction->module = value->key;
        direction->line = line_of(reader, value);
        if (!read_texts(reader, value, &direction->may_use))
            return false;
    }
    return true;
}

static bool is_date(Str text)
{
    bool well = text.len == DATE_LEN;
    for (size_t i = 0; well && i < text.len; i++)
        well = i == 4 || i == 7 ? text.ptr[i] == '-' : byte_is_digit(text.ptr[i]);
    return well;
}

static bool read_waiver_part(const Reader *reader, const Json *value, ReviewWaiver *waiver)
{
    const struct {
        Str name;
        Str *at;
    } parts[] = {{STR("rule"), &waiver->rule},     {STR("path"), &waiver->path},
                 {STR("symbol"), &waiver->symbol}, {STR("fingerprint"), &waiver->fingerprint},
                 {STR("reason"), &waiver->reason}, {STR("expires"), &waiver->expires}};
    for (size_t i = 0; i < COUNT(parts); i++) {
        if (!str_equal(parts[i].name, value->key))
            continue;
        if (value->type != JSON_STRING || !value->text.len)
            return fail(reader, value, "a text is needed");
        *parts[i].at = value->text;
        return true;
    }
    return fail_unknown(reader, value, "part of a waiver called", (Str){0});
}

static bool check_waiver(const Reader *reader, const Json *table, const ReviewWaiver *waiver)
{
    const Json *first = table->first ? table->first : table;
    if (!waiver->reason.len || !waiver->expires.len)
        return fail(reader, first, "a waiver needs a reason and a date on which it ends (expires)");
    if (!is_date(waiver->expires))
        return fail(reader, json_get(table, STR("expires")), "a date is needed: 2026-12-31");
    if (!waiver->rule.len && !waiver->fingerprint.len)
        return fail(reader, first, "a waiver names a rule or a fingerprint");
    if (waiver->rule.len && !review_rule_find(waiver->rule))
        return fail(reader, json_get(table, STR("rule")), "there is no such rule");
    return true;
}

static bool read_waivers(const Reader *reader, const Json *list)
{
    if (list->type != JSON_ARRAY)
        return fail(reader, list, "waivers are written as [[waivers]]");
    for (const Json *table = list->first; table; table = table->next) {
        if (table->type != JSON_OBJECT)
            return fail(reader, list, "waivers are written as [[waivers]]");
        ReviewWaiver *waiver = VEC_PUSH(reader->arena, &reader->policy->waivers);
        waiver->line = line_of(reader, table->first ? table->first : list);
        for (const Json *value = table->first; value; value = value->next)
            if (!read_waiver_part(reader, value, waiver))
                return false;
        if (!check_waiver(reader, table, waiver))
            return false;
    }
    return true;
}

/* ---- the whole policy ---- */

static bool read_top(const Reader *reader, const Json *value)
{
    static const struct {
        Str name;
        bool (*read)(const Reader *reader, const Json *table);
    } tables[] = {{STR_INIT("rules"), read_rules},
                  {STR_INIT("thresholds"), read_thresholds},
                  {STR_INIT("modules"), read_modules}};
    if (str_equal(value->key, STR("waivers")))
        return read_waivers(reader, value);
    for (size_t i = 0; i < COUNT(tables); i++)
        if (str_equal(value->key, tables[i].name))
            return is_object(reader, value) && tables[i].read(reader, value);
    return read_named(reader, (Str){0}, value);
}

ReviewPolicy review_policy_default(Arena *arena)
{
    ReviewPolicy policy = {.rules = NEW(arena, ReviewSetting, review_rule_count())};
    for (size_t i = 0; i < COUNT(settings); i++) {
        void *at = (char *)&policy + settings[i].offset;
        if (settings[i].type == POLICY_NUMBER || settings[i].type == POLICY_SHARE)
            *(uint32_t *)at = settings[i].fallback;
    }
    for (size_t i = 0; i < review_rule_count(); i++)
        policy.rules[i].on = review_rule_at(i)->on;
    return policy;
}

static bool fail_syntax(const Reader *reader, const Err *why)
{
    err_set(reader->err, ERR_FAILED, "%.*s:%u: invalid TOML: %s", STR_ARG(reader->name),
            MAX(why->line, 1u), err_reason(why));
    return err_hint(reader->err, "fix the policy; docs/review.md shows one");
}

bool review_policy_parse(Arena *arena, Str name, Str text, ReviewPolicy *policy, Err *err)
{
    Json *value;
    Err why = {0};
    *policy = review_policy_default(arena);
    const Reader reader = {arena, name, text, policy, err};
    if (!toml_parse(arena, text, &value, &why))
        return fail_syntax(&reader, &why);
    for (const Json *top = value->first; top; top = top->next)
        if (!read_top(&reader, top))
            return false;
    return true;
}

bool review_pattern_fits(Arena scratch, Str pattern, Str path)
{
    IgnoreStack stack = {0};
    ignore_push(&scratch, &stack, (Str){0}, (Str){0}, pattern);
    for (size_t i = 0; i < path.len; i++)
        if (path.ptr[i] == '/' && ignore_check(&stack, str_slice(path, 0, i), true) == IGNORE_YES)
            return true;
    return ignore_check(&stack, path, false) == IGNORE_YES;
}

bool review_path_fits(Arena scratch, const ReviewTexts *patterns, Str path, Str *pattern)
{
    for (size_t i = 0; i < patterns->len; i++) {
        *pattern = patterns->ptr[i];
        if (review_pattern_fits(scratch, *pattern, path))
            return true;
    }
    return false;
}
