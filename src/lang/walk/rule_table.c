/* The rule compiler: node kinds become sets of symbol ids, paths become steps. It runs once per
   process and language, and takes about 0.1 ms. */
#include "lang/walk/rule_table.h"

#include "base/buf.h"
#include "base/map.h"
#include "lang/language_cache.h"
#include "lang/walk/rule_trim.h"

/* Address space; the rules of a language take a few KB of it. */
#define TABLE_RESERVE (4 * MB)

/* A path of a condition that is compiled already; conditions share equal paths. */
typedef struct KnownPath {
    Str text;
    PathSlice path;
} KnownPath;

typedef struct Compiler {
    Arena *arena;
    const TSLanguage *grammar;
    Buf *problems;    /* NULL: not wanted */
    const char *node; /* of the current rule, for problems */
    Map names;        /* name of a kind → its first symbol id + 1 */
    TSSymbol *same;   /* by symbol id: next id of the same name + 1 */
    VEC(TSSymbol) kinds;
    VEC(RuleStep) steps;
    VEC(Alternative) alternatives;
    VEC(Term) terms;
    VEC(Str) texts;
    VEC(KnownPath) known;
} Compiler;

static void problem(Compiler *compiler, const char *what, Str text)
{
    if (compiler->problems)
        buf_printf(compiler->problems, "%s: %s '%.*s'\n", compiler->node, what, STR_ARG(text));
}

/* Indexes the grammar's names, as the rules look up several hundred. */
static void index_names(Compiler *compiler)
{
    uint32_t count = ts_language_symbol_count(compiler->grammar);
    compiler->names = map_open(compiler->arena);
    compiler->same = NEW(compiler->arena, TSSymbol, count);
    for (uint32_t id = count; id-- > 0;) {
        const char *name = ts_language_symbol_name(compiler->grammar, (TSSymbol)id);
        uint64_t *first = map_put(&compiler->names, str_from(name), NULL);
        compiler->same[id] = (TSSymbol)*first;
        *first = id + 1;
    }
}

/* Adds all symbol ids of a name: a name may have several, for example a token and a node. */
static void add_kind(Compiler *compiler, Str name)
{
    const uint64_t *first = map_find(&compiler->names, name);
    for (uint64_t id = first ? *first : 0; id; id = compiler->same[id - 1])
        *VEC_PUSH(compiler->arena, &compiler->kinds) = (TSSymbol)(id - 1);
    bool error = str_equal(name, STR("ERROR"));
    if (!first && !error)
        problem(compiler, "unknown node kind", name);
    if (error)
        *VEC_PUSH(compiler->arena, &compiler->kinds) = (TSSymbol)-1;
}

static void compile_kinds(Compiler *compiler, Str list, RuleStep *step)
{
    Str name;
    step->kind_first = (uint32_t)compiler->kinds.len;
    while (str_take_until(&list, ',', &name))
        add_kind(compiler, name);
    step->kind_count = (uint32_t)compiler->kinds.len - step->kind_first;
}

static void compile_field(Compiler *compiler, Str name, RuleStep *step)
{
    step->op = STEP_FIELD;
    step->field = ts_language_field_id_for_name(compiler->grammar, name.ptr, (uint32_t)name.len);
    if (!step->field)
        problem(compiler, "unknown field", name);
}

static void compile_number(Compiler *compiler, Str text, RuleStep *step)
{
    int64_t value = 0;
    step->op = STEP_NTH;
    if (!str_parse_i64(text, &value) || value < -1000 || value > 1000)
        problem(compiler, "bad number", text);
    step->number = (int)value;
}

static PathSlice compile_path(Compiler *compiler, Str text);

static RuleStep compile_step(Compiler *compiler, Str text)
{
    RuleStep step = {0};
    Str rest = str_from_offset(text, 1);
    if (str_equal(text, STR("^"))) {
        step.op = STEP_PARENT;
    } else if (str_equal(text, STR("<"))) {
        step.op = STEP_PREVIOUS;
    } else if (str_starts(text, STR("^:"))) {
        step.op = STEP_ANCESTOR;
        compile_kinds(compiler, str_from_offset(text, 2), &step);
    } else if (str_equal(text, STR(">"))) {
        step.op = STEP_NEXT;
    } else if (str_starts(text, STR("**:"))) {
        step.op = STEP_DESCENDANT;
        compile_kinds(compiler, str_from_offset(text, 3), &step);
    } else if (str_starts(text, STR(":"))) {
        step.op = STEP_CHILD;
        compile_kinds(compiler, rest, &step);
    } else if (str_starts(text, STR("@"))) {
        step.op = STEP_FILTER;
        compile_kinds(compiler, rest, &step);
    } else if (str_starts(text, STR("#"))) {
        compile_number(compiler, rest, &step);
    } else if (str_starts(text, STR("{")) && str_ends(text, STR("}*"))) {
        step.op = STEP_LOOP;
        step.inner = compile_path(compiler, str_slice(text, 1, text.len - 2));
    } else {
        compile_field(compiler, text, &step);
    }
    return step;
}

/* The next part up to a separator that is not inside braces. */
static bool take_part(Str *rest, char separator, Str *part)
{
    size_t depth = 0, at = 0;
    if (!rest->len)
        return false;
    for (; at < rest->len && (depth || rest->ptr[at] != separator); at++)
        depth += (rest->ptr[at] == '{') - (size_t)(rest->ptr[at] == '}');
    *part = str_slice(*rest, 0, at);
    *rest = str_from_offset(*rest, at + 1);
    return true;
}

static Alternative compile_alternative(Compiler *compiler, Str text)
{
    RuleStep steps[16];
    Str part;
    uint32_t count = 0;
    while (take_part(&text, '/', &part)) {
        if (count == COUNT(steps)) {
            problem(compiler, "too many steps", part);
            break;
        }
        steps[count++] = compile_step(compiler, part);
    }
    Alternative result = {.first = (uint32_t)compiler->steps.len, .count = count};
    for (uint32_t i = 0; i < count; i++)
        *VEC_PUSH(compiler->arena, &compiler->steps) = steps[i];
    return result;
}

/* Number of first steps that both paths have in common. */
static uint32_t shared_steps(Str a, Str b)
{
    Str step, other;
    uint32_t count = 0;
    while (count < STEPS_SHARED_MAX && take_part(&a, '/', &step) && take_part(&b, '/', &other) &&
           str_equal(step, other))
        count++;
    return count;
}

static PathSlice compile_path(Compiler *compiler, Str text)
{
    Alternative alternatives[16];
    Str part, before = {0};
    uint32_t count = 0;
    while (take_part(&text, '|', &part)) {
        if (count == COUNT(alternatives)) {
            problem(compiler, "too many alternatives", part);
            break;
        }
        alternatives[count] = compile_alternative(compiler, part);
        alternatives[count].shared = shared_steps(before, part);
        if (count)
            alternatives[count - 1].kept = alternatives[count].shared;
        before = part;
        count++;
    }
    PathSlice result = {.first = (uint32_t)compiler->alternatives.len, .count = count};
    for (uint32_t i = 0; i < count; i++)
        *VEC_PUSH(compiler->arena, &compiler->alternatives) = alternatives[i];
    return result;
}

static PathSlice compile_once(Compiler *compiler, Str text)
{
    for (size_t i = 0; i < compiler->known.len; i++)
        if (str_equal(compiler->known.ptr[i].text, text))
            return compiler->known.ptr[i].path;
    PathSlice path = compile_path(compiler, text);
    *VEC_PUSH(compiler->arena, &compiler->known) = (KnownPath){text, path};
    return path;
}

static void compile_term(Compiler *compiler, Str text)
{
    Term term = {.op = TERM_EXISTS};
    if (str_starts(text, STR("!"))) {
        term.negated = true;
        text = str_from_offset(text, 1);
    }
    size_t at = 0;
    while (at < text.len && text.ptr[at] != '=' && text.ptr[at] != '~')
        at++;
    if (at < text.len)
        term.op = text.ptr[at] == '=' ? TERM_EQUALS : TERM_STARTS;
    term.path = compile_once(compiler, str_slice(text, 0, at));
    Str list = str_from_offset(text, at + 1), word;
    term.text_first = (uint32_t)compiler->texts.len;
    while (str_take_until(&list, ',', &word)) {
        *VEC_PUSH(compiler->arena, &compiler->texts) = word;
        term.beginnings |= word.len ? byte_bit(word.ptr[0]) : UINT64_MAX;
    }
    term.text_count = (uint32_t)compiler->texts.len - term.text_first;
    *VEC_PUSH(compiler->arena, &compiler->terms) = term;
}

static void compile_rule(Compiler *compiler, const Rule *rule, RulePaths *paths)
{
    compiler->node = rule->node;
    paths->each = compile_path(compiler, str_from(rule->each));
    paths->name = compile_path(compiler, str_from(rule->name));
    paths->owner = compile_path(compiler, str_from(rule->owner));
    paths->body = compile_path(compiler, str_from(rule->body));
    paths->range = compile_path(compiler, str_from(rule->range));
    paths->doc = compile_path(compiler, str_from(rule->doc));
    paths->detail = compile_path(compiler, str_from(rule->detail));
    paths->receiver = compile_path(compiler, str_from(rule->receiver));
    paths->arguments = compile_path(compiler, str_from(rule->arguments));
    paths->count = compile_path(compiler, str_from(rule->count));
    paths->spread = compile_path(compiler, str_from(rule->spread));
    paths->type = compile_path(compiler, str_from(rule->type));
    paths->from = compile_path(compiler, str_from(rule->from));
    paths->tail = compile_path(compiler, str_from(rule->tail));
    paths->outside = compile_path(compiler, str_from(rule->outside));
    paths->when_first = (uint32_t)compiler->terms.len;
    Str when = str_from(rule->when), term;
    while (str_take_until(&when, ' ', &term))
        if (term.len)
            compile_term(compiler, term);
    paths->when_count = (uint32_t)compiler->terms.len - paths->when_first;
}

/* Appends the rule to the list of every kind that it names. */
static void link_rule(Compiler *compiler, RuleTable *table, const Rule *rule, uint16_t *next_free,
                      RulePaths paths)
{
    Str names = str_from(rule->node), name;
    while (str_take_until(&names, '|', &name)) {
        size_t before = compiler->kinds.len;
        add_kind(compiler, name);
        for (size_t i = before; i < compiler->kinds.len; i++) {
            TSSymbol kind = compiler->kinds.ptr[i];
            if (kind >= table->kind_count)
                continue;
            uint16_t *link = &table->first[kind];
            while (*link != RULE_NONE)
                link = &table->rules[*link].next;
            *link = *next_free;
            table->rules[*next_free] = paths;
            table->rules[*next_free].next = RULE_NONE;
            (*next_free)++;
        }
    }
}

static bool leads_out(const RuleTable *table, PathSlice path)
{
    for (uint32_t i = 0; i < path.count; i++) {
        const Alternative *alternative = &table->alternatives[path.first + i];
        for (uint32_t n = 0; n < alternative->count; n++) {
            const RuleStep *step = &table->steps[alternative->first + n];
            if (step->op == STEP_PARENT || step->op == STEP_ANCESTOR || step->op == STEP_PREVIOUS ||
                step->op == STEP_NEXT || (step->op == STEP_LOOP && leads_out(table, step->inner)))
                return true;
        }
    }
    return false;
}

static size_t count_links(const Language *language)
{
    size_t links = 0;
    for (size_t i = 0; i < language->rule_count; i++) {
        links += 8;
        for (const char *p = language->rules[i].node; *p; p++)
            links += *p == '|' ? 8 : 0;
    }
    return links;
}

static RuleTable *compile_table(Arena *arena, const Language *language, Buf *problems)
{
    RuleTable *table = NEW(arena, RuleTable, 1);
    Compiler compiler = {.arena = arena, .grammar = language->grammar(), .problems = problems};
    index_names(&compiler);
    table->kind_count = ts_language_symbol_count(compiler.grammar);
    table->first = NEW(arena, uint16_t, table->kind_count);
    table->comment = NEW(arena, bool, table->kind_count);
    table->rules = NEW(arena, RulePaths, count_links(language));
    memset(table->first, 0xFF, table->kind_count * sizeof *table->first);
    for (uint32_t kind = 0; kind < table->kind_count; kind++) {
        Str name = str_from(ts_language_symbol_name(compiler.grammar, (TSSymbol)kind));
        table->comment[kind] = str_find(name, STR("comment")) != STR_NONE;
    }
    uint16_t next_free = 0;
    for (size_t i = 0; i < language->rule_count; i++) {
        RulePaths paths = {.rule = (uint16_t)i};
        compile_rule(&compiler, &language->rules[i], &paths);
        link_rule(&compiler, table, &language->rules[i], &next_free, paths);
    }
    table->kinds = compiler.kinds.ptr;
    table->steps = compiler.steps.ptr;
    table->step_count = (uint32_t)compiler.steps.len;
    table->alternatives = compiler.alternatives.ptr;
    table->terms = compiler.terms.ptr;
    table->texts = compiler.texts.ptr;
    for (size_t i = 0; i < compiler.terms.len; i++)
        table->terms[i].outside = leads_out(table, table->terms[i].path);
    table->trim = trim_table(arena, language, table);
    return table;
}

static void *make_table(Arena *arena, const Language *language)
{
    return compile_table(arena, language, NULL);
}

const RuleTable *tree_rule_table(const Language *language)
{
    static LanguageCache tables = LANGUAGE_CACHE_INIT;
    return language->grammar ? language_cached(&tables, language, make_table) : NULL;
}

Str tree_rule_problems(Arena *arena, const Language *language)
{
    Buf problems = buf_open(arena, 0);
    if (language->grammar) {
        Arena own;
        arena_open(&own, TABLE_RESERVE);
        compile_table(&own, language, &problems);
        arena_close(&own);
    }
    return buf_str(&problems);
}
