/* Conditions of Rust code: `cfg(all(test, feature = "extra"))` needs the feature `extra`. */
#include "languages/rust/project.h"

/* Features that enable others are followed this far. */
#define ENABLES_DEPTH_MAX 8
/* Conditions within each other. */
#define CONDITION_DEPTH_MAX 32

static const Json *manifest_of(Project *project, Str directory)
{
    return project_manifest(project, directory, "Cargo.toml")->root;
}

static bool enables(const Json *features, Str from, Str wanted, unsigned depth)
{
    const Json *list = json_get(features, from);
    for (const Json *item = list && list->type == JSON_ARRAY ? list->first : NULL; item;
         item = item->next)
        if (item->type == JSON_STRING &&
            (str_equal(item->text, wanted) ||
             (depth < ENABLES_DEPTH_MAX && enables(features, item->text, wanted, depth + 1))))
            return true;
    return false;
}

bool rust_has_feature(Project *project, Str directory, Str feature)
{
    const Json *root = manifest_of(project, directory);
    if (json_get(json_get(root, STR("features")), feature))
        return true;
    const Json *dependency = json_get(json_get(root, STR("dependencies")), feature);
    const Json *optional = json_get(dependency, STR("optional"));
    return optional && optional->type == JSON_TRUE;
}

static bool is_default(Project *project, Str directory, Str feature)
{
    const Json *features = json_get(manifest_of(project, directory), STR("features"));
    return enables(features, STR("default"), feature, 0);
}

static void add_once(Arena *arena, Str *list, Str word)
{
    Str rest = *list, part;
    while (str_take_until(&rest, ',', &part))
        if (str_equal(part, word))
            return;
    *list = list->len ? str_format(arena, "%.*s,%.*s", STR_ARG(*list), STR_ARG(word)) : word;
}

void rust_need(Project *project, Str directory, Str feature, RustNeeds *needs)
{
    if (!is_default(project, directory, feature))
        add_once(project->request->arena, &needs->features, feature);
}

/* ---- conditions ---- */

typedef enum Truth {
    HOLDS,
    NEEDS_FEATURES,
    NOT_KNOWN
} Truth;

typedef struct Condition {
    Project *project;
    Str directory;
    Str rest;
    unsigned depth;
} Condition;

static Str take_word(Condition *condition)
{
    Str text = str_trim(condition->rest);
    size_t end = 0;
    while (end < text.len && byte_is_word(text.ptr[end]))
        end++;
    condition->rest = str_trim(str_from_offset(text, end));
    return str_slice(text, 0, end);
}

static bool take_byte(Condition *condition, char byte)
{
    condition->rest = str_trim(condition->rest);
    if (!condition->rest.len || condition->rest.ptr[0] != byte)
        return false;
    condition->rest = str_from_offset(condition->rest, 1);
    return true;
}

static Str take_value(Condition *condition)
{
    if (!take_byte(condition, '"'))
        return (Str){0};
    size_t end = MIN(str_find_byte(condition->rest, '"'), condition->rest.len);
    Str value = str_slice(condition->rest, 0, end);
    condition->rest = str_from_offset(condition->rest, MIN(end + 1, condition->rest.len));
    return value;
}

static Truth read_condition(Condition *condition, Str *features);

/* `all(…)`, `any(…)`, `not(…)` after the parenthesis. */
static Truth read_group(Condition *condition, Str word, Str *features)
{
    Arena *arena = condition->project->request->arena;
    bool any = str_equal(word, STR("any")), not = str_equal(word, STR("not"));
    Truth result = any ? NOT_KNOWN : HOLDS;
    Str chosen = {0};
    while (!take_byte(condition, ')') && condition->rest.len) {
        Str own = {0}, part, list;
        Truth truth = read_condition(condition, &own);
        bool better = truth < result || (truth == result && !chosen.len);
        if (any ? better : truth > result)
            result = truth;
        if (any && better)
            chosen = own;
        for (list = own; !any && str_take_until(&list, ',', &part);)
            add_once(arena, &chosen, part);
        if (!take_byte(condition, ',') && !str_starts(condition->rest, STR(")")))
            break;
    }
    if (not )
        return result == HOLDS ? NOT_KNOWN : HOLDS;
    *features = result == NEEDS_FEATURES ? chosen : (Str){0};
    return result;
}

static Truth read_condition(Condition *condition, Str *features)
{
    static const char *const given[] = {"test", "debug_assertions", "unix", "true"};
    Str word = take_word(condition);
    if (condition->depth >= CONDITION_DEPTH_MAX || !word.len) {
        condition->rest = (Str){0};
        return NOT_KNOWN;
    }
    if (take_byte(condition, '(')) {
        condition->depth++;
        Truth truth = read_group(condition, word, features);
        condition->depth--;
        return truth;
    }
    if (take_byte(condition, '=')) {
        Str value = take_value(condition);
        if (!str_equal(word, STR("feature")))
            return NOT_KNOWN;
        if (is_default(condition->project, condition->directory, value))
            return HOLDS;
        *features = value;
        return NEEDS_FEATURES;
    }
    for (size_t i = 0; i < COUNT(given); i++)
        if (str_equal(word, str_from(given[i])))
            return HOLDS;
    return NOT_KNOWN;
}

void rust_read_conditions(Project *project, Str directory, Str text, RustNeeds *needs)
{
    for (size_t at = str_find(text, STR("cfg(")); at != STR_NONE;
         at = str_find(text, STR("cfg("))) {
        bool own = at && byte_in(text.ptr[at - 1], "[ ");
        text = str_from_offset(text, at + 4);
        Condition condition = {project, directory, text, 0};
        Str features = {0}, part;
        Truth truth = read_condition(&condition, &features);
        if (!own)
            continue;
        while (truth == NEEDS_FEATURES && str_take_until(&features, ',', &part))
            rust_need(project, directory, part, needs);
        if (truth == NOT_KNOWN)
            needs->only = str_trim(str_slice(text, 0, (size_t)(condition.rest.ptr - text.ptr)));
    }
}
