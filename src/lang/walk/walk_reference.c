/* References: uses of names that declare no symbol, and bindings of variables. */
#include "base/buf.h"
#include "lang/import/import.h"
#include "lang/walk/declare.h"
#include "lang/walk/expression.h"
#include "lang/walk/given.h"
#include "lang/walk/type.h"
#include "lang/walk/type_head.h"
#include "lang/walk/walk_state.h"

#include <tree_sitter/api.h>

static ReferenceKind reference_kind(RuleAction action)
{
    switch (action) {
    case RULE_CALL: return REFERENCE_CALL;
    case RULE_TYPE: return REFERENCE_TYPE;
    case RULE_BASE: return REFERENCE_BASE;
    case RULE_BIND: return REFERENCE_BIND;
    case RULE_WRITE: return REFERENCE_WRITE;
    default: return REFERENCE_USE;
    }
}

/* Number of arguments, comments not counted. */
static uint16_t count_arguments(const Naming *naming, TSNode node)
{
    const RuleTable *table = naming->walk->table;
    TSNode list = tree_rule_follow(table, naming->paths->arguments, &naming->place, node, NULL);
    TSNode spread = tree_rule_follow(table, naming->paths->spread, &naming->place, node, NULL);
    TSNode count_node = tree_rule_follow(table, naming->paths->count, &naming->place, node, NULL);
    Str written = node_is_null(count_node) ? (Str){0} : walk_text(naming->walk, count_node);
    bool call = naming->rule->action == RULE_CALL;
    if (written.len == 1 && byte_is_digit(written.ptr[0]))
        return (uint16_t)(written.ptr[0] - '0');
    if (!node_is_null(spread) || (call && !naming->rule->arguments))
        return ARGUMENTS_UNKNOWN;
    uint32_t count = naming->rule->piped;
    if (node_is_null(list))
        return (uint16_t)count;
    NodeChildren children;
    TSNode child;
    node_children_open(&children, list);
    while (node_children_next(&children, &child))
        count += node_is_named(child) && !node_is_extra(child);
    return (uint16_t)MIN(count, ARGUMENTS_UNKNOWN - 1u);
}

/* `org.junit` of `org.junit.Assert`. */
static Str root_of(Str package)
{
    size_t first = str_find_byte(package, '.');
    size_t second =
        first == STR_NONE ? STR_NONE : str_find_byte(str_from_offset(package, first + 1), '.');
    return second == STR_NONE ? package : str_slice(package, 0, first + 1 + second);
}

/* Whether a call is probably to code outside of the repository. Its name is then imported from a
   package with another root than the file's own, or is a class of java.lang. */
static bool is_of_others(const Walk *walk, Str receiver, Str name)
{
    size_t len = 0;
    while (len < receiver.len && byte_is_word(receiver.ptr[len]))
        len++;
    Str head = len ? str_slice(receiver, 0, len) : name;
    const ImportVec *imports = &walk->outline->imports;
    for (size_t i = 0; i < imports->len; i++) {
        const Import *import = &imports->ptr[i];
        if (str_ends(import->name, head) && import->name.len > head.len &&
            import->name.ptr[import->name.len - head.len - 1] == '.')
            return !str_equal(root_of(import->name), root_of(walk->outline->package));
    }
    static const Str own[] = {STR_INIT("Math"),      STR_INIT("System"),  STR_INIT("String"),
                              STR_INIT("Character"), STR_INIT("Integer"), STR_INIT("Long")};
    for (size_t i = 0; i < COUNT(own); i++)
        if (str_equal(head, own[i]))
            return true;
    return false;
}

/* Whether the arguments of a call may choose among overloads. Constructors resolve to the class
   whatever their arguments are, and a call on an arbitrary expression cannot be resolved. */
static bool may_choose(const Walk *walk, const Reference *reference)
{
    return walk->language->argument && reference->kind == REFERENCE_CALL && reference->arguments &&
           reference->arguments != ARGUMENTS_UNKNOWN &&
           !str_equal(reference->receiver, STR("()")) && !str_equal(reference->name, STR("this")) &&
           !str_equal(reference->name, STR("super")) &&
           !is_of_others(walk, reference->receiver, reference->name);
}

/* The function after the arguments: `f(1) { … }`. It is the last child of the call, of its suffix,
   or of the call around it that begins with this one. */
static Str trailing_function(const Naming *naming, uint32_t end)
{
    const Walk *walk = naming->walk;
    const Level *levels = naming->place.levels;
    TSNode call = levels[naming->place.level].node, last = call;
    if (naming->place.level) {
        TSNode around = levels[naming->place.level - 1].node;
        bool first = node_kind(around) == node_kind(call) && node_start(around) == node_start(call);
        last = first ? around : last;
    }
    for (int step = 0; step < 2 && node_named_child_count(last); step++) {
        last = node_named_child(last, node_named_child_count(last) - 1);
        if (node_start(last) >= end && walk->text.ptr[node_start(last)] == '{')
            return walk_text(walk, last);
    }
    return (Str){0};
}

/* Scala: the further lists of `f(1)(2)` are arguments of f. */
static Str further_lists(const Naming *naming, Str all)
{
    const Walk *walk = naming->walk;
    const Level *levels = naming->place.levels;
    TSNode call = levels[naming->place.level].node;
    for (size_t level = naming->place.level; level && walk->language->arguments_come_in_lists;) {
        TSNode around = levels[--level].node;
        if (node_kind(around) != node_kind(call) || node_start(around) != node_start(call))
            break;
        Str more = str_trim(str_slice(walk->text, node_end(call), node_end(around)));
        bool round = str_starts(more, STR("(")) && str_ends(more, STR(")"));
        const Str parts[] = {all, all.len ? STR(",") : (Str){0},
                             round ? str_slice(more, 1, more.len - 1) : more};
        all = str_join_all(walk->arena, parts, COUNT(parts));
        call = around;
    }
    return all;
}

/* The arguments of a call, where calls keep them. */
static Str kept_arguments(const Naming *naming, TSNode node)
{
    const Walk *walk = naming->walk;
    TSNode list =
        tree_rule_follow(walk->table, naming->paths->arguments, &naming->place, node, NULL);
    Str inside = node_is_null(list) ? (Str){0} : walk_text(walk, list);
    bool block = str_starts(inside, STR("{"));
    if (!block && inside.len > 1)
        inside = str_trim(str_slice(inside, 1, inside.len - 1));
    if (walk->language->arguments_come_in_lists)
        inside = further_lists(naming, inside);
    else if (walk->language->trailing_blocks_are_calls && !block) {
        Str last =
            trailing_function(naming, node_is_null(list) ? node_start(node) + 1 : node_end(list));
        const Str parts[] = {inside, inside.len && last.len ? STR(",") : (Str){0}, last};
        inside = str_join_all(walk->arena, parts, COUNT(parts));
    }
    return given_text(walk->arena, walk->language, inside, 1);
}

static Str given_of(const Naming *naming, TSNode node, const Reference *reference)
{
    Walk *walk = naming->walk;
    TSNode named = tree_rule_follow(walk->table, naming->paths->detail, &naming->place, node, NULL);
    if (!node_is_null(named)) // Rust: `<T as Trait>::f()`
        return type_erased(walk->arena, walk_text(walk, named));
    bool kept = walk->language->calls_keep_arguments && !walk->language->argument &&
                !walk->language->calls_name_traits; // Rust: no overloads
    if (kept && naming->rule->arguments && reference->kind == REFERENCE_CALL)
        return kept_arguments(naming, node);
    if (!may_choose(walk, reference))
        return (Str){0};
    TSNode list =
        tree_rule_follow(walk->table, naming->paths->arguments, &naming->place, node, NULL);
    Buf out = buf_open(walk->arena, 0);
    bool known = false, first = true;
    NodeChildren children;
    TSNode child;
    node_children_open(&children, list);
    while (node_children_next(&children, &child)) {
        if (!node_is_named(child) || node_is_extra(child))
            continue;
        Str text = walk->language->argument(walk->arena, walk->language, child, walk->text);
        if (!first)
            buf_put_byte(&out, ',');
        buf_put(&out, text);
        known = known || text.len;
        first = false;
    }
    return known ? buf_str(&out) : (Str){0};
}

static Str receiver_text(const Naming *naming, TSNode node)
{
    Walk *walk = naming->walk;
    TSNode found =
        tree_rule_follow(walk->table, naming->paths->receiver, &naming->place, node, NULL);
    if (node_is_null(found))
        return (Str){0};
    bool value;
    uint32_t start = walk_operand_start(walk, found);
    bool full = start && walk->text.ptr[start - 1] == '\\'; // PHP: `\A\B` is not within a namespace
    Str source = str_slice(walk->text, start - full, node_end(found));
    Str text = str_equal(source, STR("\\")) ? source
                                            : expression_text(walk->arena, walk->language, source);
    if (!text.len)
        text = given_literal(walk->arena, walk->language, source);
    if (!text.len && start == node_start(found))
        text = walk_value(walk, found, &value);
    return text.len ? text : STR("()");
}

/* Swift: `.red`, `.shared.run()`: the receiver begins with what the place expects. */
static Str implied_receiver(const Naming *naming, TSNode name, Str receiver)
{
    const Walk *walk = naming->walk;
    uint32_t start = node_start(name);
    bool named = naming->rule->action == RULE_CALL || naming->rule->action == RULE_USE;
    bool chain = str_starts(receiver, STR("."));
    bool first = !receiver.len && start && walk->text.ptr[start - 1] == '.';
    if (!walk->language->members_may_be_implied || !named || (!chain && !first))
        return receiver;
    Str expected = walk_expected(naming, name);
    return expected.len ? str_join(walk->arena, expected, receiver) : STR("()");
}

/* `const { factory: f } = context` binds f to `context.factory`. */
static Str member_text(const Naming *naming, TSNode node, Str object)
{
    Walk *walk = naming->walk;
    TSNode member =
        tree_rule_follow(walk->table, naming->paths->receiver, &naming->place, node, NULL);
    Str name = node_is_null(member) ? (Str){0} : walk_text(walk, member);
    bool quoted = name.len > 2 && byte_in(name.ptr[0], "\"'");
    const Str parts[] = {object, quoted ? STR(".@") : STR("."),
                         quoted ? str_slice(name, 1, name.len - 1) : name};
    return str_join_all(walk->arena, parts, COUNT(parts));
}

/* The text of a type. Dart: with the arguments and the `?` that follow it. */
static Str type_source(const Walk *walk, TSNode type)
{
    Str text = walk_text(walk, type);
    if (!walk->language->chain_node)
        return text;
    uint32_t end = node_end(type);
    Str rest = str_from_offset(walk->text, end);
    size_t depth = 0, len = 0;
    for (; len < rest.len && len < TYPE_SOURCE_BYTES; len++) {
        char c = rest.ptr[len];
        depth += c == '<';
        depth -= c == '>' && depth;
        if (!depth && !byte_in(c, "<>?."))
            break;
    }
    Str word = str_from_offset(rest, len);
    bool path = len == 1 && rest.ptr[0] == '.'; // a prefix: `lib.Type`
    for (len = path ? len : 0; path && len - 1 < word.len && byte_is_word(rest.ptr[len]);)
        len++;
    return path ? (Str){text.ptr, text.len + len}
                : (Str){text.ptr, text.len + (size_t)(word.ptr - rest.ptr)};
}

/* The text of an expression. Dart: with the parts of the chain that follow it. */
static Str value_source(const Walk *walk, TSNode from)
{
    const char *part = walk->language->chain_node;
    TSNode last = from, next;
    while (part) {
        next = ts_node_next_named_sibling(last);
        if (node_is_null(next) || !str_equal(str_from(ts_node_type(next)), str_from(part)))
            break;
        last = next;
    }
    return str_slice(walk->text, node_start(from), node_end(last));
}

/* The rule's suffix. For a variable in a pattern with holes, `[, b]`, the index counts commas. */
static Str suffix_of(const Naming *naming)
{
    const Walk *walk = naming->walk;
    Str suffix = str_from(naming->rule->suffix);
    TSNode pattern = naming->place.levels[naming->place.level].node;
    bool indexed = suffix.len == 2 && suffix.ptr[0] == '.' && byte_is_digit(suffix.ptr[1]);
    TSNode name =
        indexed ? tree_rule_follow(walk->table, naming->paths->name, &naming->place, pattern, NULL)
                : (TSNode){0};
    Str before = node_is_null(name) ? (Str){0}
                                    : str_slice(walk->text, node_start(pattern), node_start(name));
    if (!str_starts(before, STR("[")) && !str_starts(before, STR("list(")))
        return suffix;
    size_t commas = 0;
    for (size_t i = 0; i < before.len; i++)
        commas += before.ptr[i] == ',';
    return commas < 10 ? str_format(walk->arena, ".%zu", commas) : STR("._");
}

/* `a, b = x, y`: the value in the list that has the place of the name. */
static TSNode paired_value(const Walk *walk, TSNode visited, TSNode name, TSNode list)
{
    Str before = str_slice(walk->text, node_start(visited), node_start(name));
    uint32_t place = 0;
    for (size_t i = 0; i < before.len; i++)
        place += before.ptr[i] == ',';
    return place < node_named_child_count(list) ? node_named_child(list, place) : (TSNode){0};
}

Str walk_type(const Naming *naming, TSNode node, bool *value)
{
    Walk *walk = naming->walk;
    TSNode visited = naming->place.levels[naming->place.level].node;
    TSNode type = tree_rule_follow(walk->table, naming->paths->type, &naming->place, visited, NULL);
    TSNode from = tree_rule_follow(walk->table, naming->paths->from, &naming->place, node, NULL);
    if (naming->rule->each && node_is_null(type))
        type = tree_rule_follow(walk->table, naming->paths->type, &naming->place, node, NULL);
    if (node_is_null(from))
        from = tree_rule_follow(walk->table, naming->paths->from, &naming->place, visited, NULL);
    if (naming->rule->paired && !node_is_null(from))
        from = paired_value(walk, visited, node, from);
    Str text = {0};
    *value = false;
    bool before = naming->rule->chain && !node_is_null(from); // of a callback: what it is called on
    Str source = before               ? expression_before(walk->text, node_start(from))
                 : node_is_null(from) ? (Str){0}
                                      : value_source(walk, from);
    if (!node_is_null(type))
        text = type_text(walk->arena, walk->language, type_source(walk, type));
    if (walk->language->untyped && str_equal(text, str_from(walk->language->untyped)))
        text = (Str){0};
    bool declared = text.len;
    uint32_t operand = node_is_null(from) ? 0 : walk_operand_start(walk, from);
    bool cut = !before && !node_is_null(from) && operand > node_start(from);
    source = cut ? str_slice(walk->text, operand, node_end(from)) : source;
    bool chained = before || walk->language->chain_node || cut;
    Str suffix = str_from(naming->rule->suffix);
    if (str_starts(suffix, STR("%"))) {
        *value = true;
        return node_is_null(from) ? (Str){0} : walk_pairs(walk, from, str_from_offset(suffix, 1));
    }
    if (!declared && source.len)
        text = chained ? type_of_expression(walk->arena, walk->language, source, value)
                       : walk_value(walk, from, value);
    if (naming->rule->suffix && !*value && !declared && text.len) { // `Foo{…}`
        text = type_each(walk->arena, text, STR("{}"));
        *value = true;
    }
    bool member = naming->rule->action == RULE_BIND && naming->rule->receiver;
    if (!text.len || (member && !*value))
        return (Str){0};
    if (member && naming->rule->suffix)
        return str_join(walk->arena, member_text(naming, node, text),
                        str_from(naming->rule->suffix));
    if (member)
        return member_text(naming, node, text);
    return naming->rule->suffix ? type_each(walk->arena, text, suffix_of(naming)) : text;
}

/* Dart: `a.b()..c()..d()`: the text before the first of the cascades that the visited node is one
   of. Empty for other nodes. */
static Str before_cascade(const Naming *naming)
{
    const Walk *walk = naming->walk;
    size_t level = naming->place.level;
    TSNode node = naming->place.levels[level].node;
    Str text = walk_text(walk, node);
    if (!level || !(str_starts(text, STR("..")) || str_starts(text, STR("?.."))))
        return (Str){0};
    NodeChildren children;
    TSNode child;
    uint32_t start = 0, end = 0;
    node_children_open(&children, naming->place.levels[level - 1].node);
    while (node_children_next(&children, &child) && node_start(child) < node_start(node)) {
        bool cascade = node_kind(child) == node_kind(node), named = node_is_named(child);
        start = !named ? node_end(child) : start ? start : node_start(child);
        end = cascade ? end : node_end(child);
    }
    return start < end ? str_trim(str_slice(walk->text, start, end)) : (Str){0};
}

/* For a name in a macro's tokens: reads its receiver and whether it calls a macro from the text. */
static void read_chain(const Naming *naming, Reference *reference)
{
    const Walk *walk = naming->walk;
    uint32_t end = reference->start + (uint32_t)reference->name.len;
    Str before = before_cascade(naming);
    if (!before.len && reference->flags & REFERENCE_TYPED && reference->kind == REFERENCE_CALL)
        before = expression_operand(walk->text, reference->start); // of an operator
    else if (!before.len)
        before = expression_before(walk->text, reference->start);
    char joint = reference->start ? walk->text.ptr[reference->start - 1] : ' ';
    if (before.len) {
        Str text = expression_text(walk->arena, walk->language, before);
        text = text.len ? text : given_literal(walk->arena, walk->language, before);
        reference->receiver = text.len ? text : STR("()");
    } else if (joint == '.' && reference->start > 1) {
        char last = walk->text.ptr[reference->start - 2];
        reference->receiver = last == '"' || last == '\'' ? STR("\"\"") : STR("()");
    }
    if (end < walk->text.len && walk->text.ptr[end] == '!')
        reference->flags |= REFERENCE_MACRO;
}

/* Whether references inside the symbol belong to the symbol around it. A base belongs to the
   innermost type, for example, even if it is inside an embedded field. */
static bool refers_for_outer(const Symbol *symbol, RuleAction action, bool outermost)
{
    return symbol_is_self(symbol) ||
           (action == RULE_BASE && !outermost && !symbol_is_type(symbol->kind) &&
            symbol->kind != SYMBOL_OBJECT && symbol->kind != SYMBOL_ENUM_MEMBER &&
            symbol->kind != SYMBOL_MODULE);
}

static uint32_t enclosing_symbol(const Walk *walk, RuleAction action)
{
    const Symbol *symbols = walk->outline->symbols.ptr;
    size_t open = walk->open_count;
    while (open && refers_for_outer(&symbols[walk->open[open - 1]], action, open == 1))
        open--;
    return open ? walk->open[open - 1] + 1 : 0;
}

uint32_t walk_enclosing_symbol(const Walk *walk)
{
    return enclosing_symbol(walk, RULE_USE);
}

/* The referenced name. Ruby's `:name` loses its colon; a bound or assigned member is normalised as
   an expression. */
static Str reference_name(const Naming *naming, TSNode node)
{
    const Walk *walk = naming->walk;
    const Rule *rule = naming->rule;
    if (rule->label && !rule->name)
        return str_from(rule->label);
    Str text = declare_name(walk->arena, walk_text(walk, node));
    if (rule->action == RULE_TYPE && str_starts(text, STR("<"))) // a type in angle brackets
        text = type_text(walk->arena, walk->language, str_slice(text, 1, text.len - 1));
    bool symbol = text.len > 1 && text.ptr[0] == ':' && byte_is_word(text.ptr[1]);
    bool member =
        (rule->action == RULE_BIND || rule->action == RULE_WRITE) && node_child_count(node);
    if (symbol)
        text = str_from_offset(text, 1);
    Str spelled = member ? expression_text(walk->arena, walk->language, text) : (Str){0};
    text = spelled.len ? spelled : text;
    // C#: `[Check]`; Ruby: `x.f = 1` calls `f=`
    if (rule->action == RULE_CALL && rule->suffix && !str_ends(text, str_from(rule->suffix)))
        text = str_join(walk->arena, text, str_from(rule->suffix));
    return rule->label ? str_join(walk->arena, str_from(rule->label), text) : text;
}

/* `x = x.next()`: the end of the initialiser, if it comes after the name; else 0. */
static uint32_t bound_until(const Naming *naming, TSNode node, uint32_t start)
{
    Walk *walk = naming->walk;
    TSNode visited = naming->place.levels[naming->place.level].node;
    TSNode from = tree_rule_follow(walk->table, naming->paths->from, &naming->place, node, NULL);
    if (node_is_null(from))
        from = tree_rule_follow(walk->table, naming->paths->from, &naming->place, visited, NULL);
    if (node_is_null(from))
        from = naming->source;
    return node_is_null(from) || node_start(from) <= start ? 0 : node_end(from);
}

/* Whether the bound variable surely holds an object that its value makes. */
static bool is_made_once(const Naming *naming, TSNode node, const Reference *bind)
{
    TSNode visited = naming->place.levels[naming->place.level].node;
    const RulePaths *paths = naming->paths;
    TSNode from = tree_rule_follow(naming->walk->table, paths->from, &naming->place, node, NULL);
    if (node_is_null(from))
        from = tree_rule_follow(naming->walk->table, paths->from, &naming->place, visited, NULL);
    bool plain = !naming->rule->suffix && !naming->rule->paired && !naming->rule->receiver &&
                 !naming->rule->chain && bind->receiver.len;
    return plain && !node_is_null(from) &&
           walk_made_once(naming->walk, bind->name, bind->start, value_source(naming->walk, from),
                          bind->flags & REFERENCE_VALUE ? (Str){0} : bind->receiver);
}

/* Splits `Foo::Bar::run`, which is one word in Perl, into receiver and name. */
static void split_path(Reference *reference)
{
    size_t joint = str_find_last_byte(reference->name, ':');
    bool named = reference->kind == REFERENCE_CALL || reference->kind == REFERENCE_USE;
    if (!named || reference->receiver.len || joint == STR_NONE || joint < 2 ||
        reference->name.ptr[joint - 1] != ':' || joint + 1 == reference->name.len)
        return;
    reference->receiver = str_slice(reference->name, 0, joint - 1);
    reference->name = str_from_offset(reference->name, joint + 1);
}

/* Number of words that are taken from one list. */
#define LISTED_MAX 64

/* `qw(A B)`, `'f x; g y'`: replaces the reference to the list by one for each of its names. */
static void list_words(Naming *naming, size_t index)
{
    Walk *walk = naming->walk;
    Reference first = walk->outline->references.ptr[index];
    Str rest = first.name;
    size_t made = 0;
    while (rest.len && made < LISTED_MAX && walk->outline->references.len < REFERENCES_MAX) {
        size_t end = 0, start = 0, stop = 0;
        while (end < rest.len && !byte_in(rest.ptr[end], naming->rule->words))
            end++;
        Str part = str_slice(rest, 0, end);
        rest = str_from_offset(rest, end + 1);
        while (start < part.len && !byte_is_word(part.ptr[start]))
            start++;
        for (stop = start;
             stop < part.len && (byte_is_word(part.ptr[stop]) || byte_in(part.ptr[stop], ":-."));
             stop++)
            ;
        if (stop == start)
            continue;
        Reference *reference = made++ ? VEC_PUSH(walk->arena, &walk->outline->references)
                                      : &walk->outline->references.ptr[index];
        *reference = first;
        reference->name = str_slice(part, start, stop);
        split_path(reference);
    }
}

/* Whether the node belongs to a function that has a symbol, and no declared type. */
static bool returns_for_symbol(const Walk *walk, uint32_t symbol)
{
    const Symbol *function = symbol ? &walk->outline->symbols.ptr[symbol - 1] : NULL;
    for (size_t level = walk->level; level && !walk->levels[level].closes; level--)
        if (walk->levels[level].unnamed && !walk->levels[level - 1].closes)
            return false;
    return function && symbol_is_function(function->kind) && !symbol_code(function)->type.len;
}

/* Whether the last reference is the value that a function returns. Drops one of an unnamed
   function, or one that says nothing. */
static bool drop_return(Walk *walk)
{
    Reference *last = &walk->outline->references.ptr[walk->outline->references.len - 1];
    bool returned = last->kind == REFERENCE_BIND && str_equal(last->name, STR(RETURNED_NAME));
    if (returned && (!last->receiver.len || !returns_for_symbol(walk, last->symbol))) {
        walk->outline->references.len--;
        return true;
    }
    if (returned && !(last->flags & REFERENCE_VALUE)) {
        last->receiver = type_each(walk->arena, last->receiver, STR("{}"));
        last->flags |= REFERENCE_VALUE;
    }
    return returned;
}

/* Whether a variable that is bound here ends with a block, before its function does. */
static bool is_in_block(const Walk *walk)
{
    if (!walk->language->variables_end_with_blocks)
        return false;
    for (size_t level = walk->level; level > 1 && !walk->levels[level].closes; level--) {
        const Level *around = &walk->levels[level - 1];
        bool own = around->closes || around->unnamed;
        if (walk->levels[level].unnamed || (!own && walk_is_block(walk, walk->levels[level].node)))
            return true;
    }
    return false;
}

/* A block after the arguments is one of them. */
static void count_given(const Language *language, Reference *reference)
{
    size_t count = 0;
    bool spread = false;
    bool kept = language->calls_keep_arguments && !language->argument &&
                !language->calls_name_traits && reference->given.len;
    for (Str rest = reference->given, part; kept && type_head_take(&rest, ',', &part); count++)
        spread = spread || str_ends(part, STR("*"));
    if (kept && !language->arguments_come_in_lists)
        reference->arguments = spread ? ARGUMENTS_UNKNOWN : (uint16_t)count;
}

/* References of one node, in which its call is looked for. */
#define NODE_REFERENCES_MAX 4

/* Whether the name is that of a member which the node calls: `f` of Kotlin's `a f b`. */
static bool is_called_member(const Walk *walk, TSNode name)
{
    const ReferenceVec *references = &walk->outline->references;
    size_t least = references->len - MIN(references->len, (size_t)NODE_REFERENCES_MAX);
    for (size_t i = references->len; i-- > least;) {
        const Reference *call = &references->ptr[i];
        if (call->kind == REFERENCE_CALL && call->receiver.len && call->start == node_start(name))
            return true;
    }
    return false;
}

static void add_reference(Naming *naming, TSNode node)
{
    Walk *walk = naming->walk;
    const Rule *rule = naming->rule;
    if (walk->outline->references.len >= REFERENCES_MAX)
        return;
    TSNode visited = naming->place.levels[naming->place.level].node;
    TSNode name =
        rule->name ? tree_rule_follow(walk->table, naming->paths->name, &naming->place, node, NULL)
                   : node;
    if (node_is_null(name) ||
        (rule->action == RULE_USE && !rule->receiver && is_called_member(walk, name)))
        return;
    Reference *reference = VEC_PUSH(walk->arena, &walk->outline->references);
    bool value = false;
    naming->source = (TSNode){0};
    reference->kind = reference_kind(rule->action);
    reference->name = reference_name(naming, name);
    reference->receiver = rule->action != RULE_BIND ? receiver_text(naming, node)
                          : rule->detail            ? walk_member_test(naming, node)
                                                    : walk_type(naming, node, &value);
    if (rule->action == RULE_BIND && !reference->receiver.len && !rule->from && !rule->type)
        reference->receiver = walk_pattern(naming, name, &value);
    if (rule->action == RULE_BIND && !reference->receiver.len) {
        reference->receiver = walk_passed(naming, name);
        if (!reference->receiver.len)
            reference->receiver = walk_callback(naming, node);
        value = reference->receiver.len > 0;
    }
    if (rule->action == RULE_BIND && rule->from && (value || !reference->receiver.len)) {
        Str written = walk_doc_of_statement(walk, reference->name);
        reference->receiver = written.len ? written : reference->receiver;
        value = value && !written.len;
    }
    split_path(reference);
    Str written = reference->receiver;
    reference->receiver = implied_receiver(naming, name, written);
    bool implied = rule->action == RULE_USE && reference->receiver.ptr != written.ptr;
    reference->arguments = count_arguments(naming, node);
    bool inner = rule->action == RULE_BIND && is_in_block(walk);
    reference->flags = rule->flags | (value ? REFERENCE_VALUE : 0) | (inner ? REFERENCE_INNER : 0) |
                       (implied ? REFERENCE_TYPED : 0);
    reference->given = given_of(naming, node, reference);
    count_given(walk->language, reference);
    bool placed = rule->action == RULE_BIND || rule->flags & REFERENCE_NEW;
    bool outside = placed && node_start(name) < node_start(visited);
    TSNode at = outside ? visited : name;
    reference->start = node_start(at);
    reference->line = node_row(at) + 1;
    reference->until = rule->action == RULE_BIND ? bound_until(naming, node, reference->start) : 0;
    reference->symbol = enclosing_symbol(walk, rule->action);
    if (rule->action == RULE_BIND && rule->from && is_made_once(naming, node, reference))
        reference->flags |= REFERENCE_MADE;
    bool bound = rule->action == RULE_BIND && !drop_return(walk);
    if (bound && (reference->receiver.len ? rule->type && walk_doc_says_more(walk, reference)
                                          : rule->value || walk_doc_binds(walk, reference)))
        walk->outline->references.len--;
    if (rule->ends)
        walk->levels[walk->level].ends = true;
    if (rule->chain)
        read_chain(naming, reference);
    if (rule->words)
        list_words(naming, walk->outline->references.len - 1);
}

static void add_reference_child(void *context, TSNode child)
{
    add_reference(context, child);
}

void walk_reference(Naming *naming)
{
    if (naming->rule->each)
        tree_rule_each(naming->walk->table, naming->paths->each, &naming->place,
                       add_reference_child, naming);
    else
        add_reference(naming, naming->place.levels[naming->place.level].node);
}
