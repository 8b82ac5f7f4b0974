/* Normalisation of expressions, in one pass over their bytes. A word must follow a joint (`.`,
   `::`) or start the chain. A bracket after a part of the chain is a call or an index; any other
   bracket only groups. */
#include "lang/walk/expression_state.h"

#include "lang/walk/type.h"

size_t expression_find_close(Str text, size_t open, size_t depth)
{
    for (size_t i = open; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '"' || c == '`') {
            while (++i < text.len && text.ptr[i] != c)
                i += text.ptr[i] == '\\';
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
            return i;
        }
    }
    return STR_NONE;
}

size_t expression_close(Str text, size_t open)
{
    return expression_find_close(text, open, 0);
}

/* Takes a call of an unwrapping method, such as `unwrap()`, which becomes `?`. */
static bool take_unwrap(Expression *expression, Str word)
{
    if (last_byte(expression) != '.' || !lang_lists(expression->language->unwrappers, word))
        return false;
    size_t open = skip_blank(expression, expression->at);
    size_t close =
        byte_at(expression, open) == '(' ? expression_close(expression->text, open) : STR_NONE;
    if (close == STR_NONE)
        return false;
    if (str_ends(buf_str(&expression->out), STR("{}."))) { // a value whose type is written
        expression->out.len--;
        expression->at = close + 1;
        return true;
    }
    expression->out.ptr[expression->out.len - 1] = '?';
    expression->at = close + 1;
    return true;
}

/* TypeScript: `x as any` and `x as const` do not change the type; `x as unknown as T` is a T. */
static bool take_empty_cast(Expression *expression)
{
    static const char *const words[] = {"any", "const", "unknown", NULL};
    size_t start = skip_blank(expression, expression->at), end = start;
    while (is_name_byte(byte_at(expression, end)))
        end++;
    size_t next = skip_blank(expression, end);
    Str rest = str_from_offset(expression->text, next);
    if (!lang_lists(words, str_slice(expression->text, start, end)) ||
        !(!rest.len || rest.ptr[0] == ')' || str_starts(rest, STR("as "))))
        return false;
    expression->at = next;
    return true;
}

/* Rust: `x as &dyn Shape`, `p as *const Plot`. */
static void skip_qualifiers(Expression *expression)
{
    static const char *const words[] = {"dyn", "mut", "const", NULL};
    for (size_t start = skip_blank(expression, expression->at), end;; start = end) {
        start = skip_blank(expression, start);
        for (end = start; is_name_byte(byte_at(expression, end));)
            end++;
        bool mark = byte_at(expression, start) && byte_in(byte_at(expression, start), "&*");
        if (!mark && !lang_lists(words, str_slice(expression->text, start, end)))
            return;
        end += mark;
        expression->at = end;
    }
}

/* After `as`, `as?`, `as!`: the type replaces the expression before it. */
static void start_cast(Expression *expression)
{
    if (take_empty_cast(expression))
        return;
    char next = byte_at(expression, expression->at);
    expression->at += next == '?' || next == '!';
    expression->out.len = 0;
    expression->cast = true;
    skip_qualifiers(expression);
}

/* Ends the operand of a cast or of Go's `<-`, which takes an element from a channel. */
static void end_cast(Expression *expression)
{
    if (expression->cast)
        buf_put(&expression->out, STR("{}"));
    if (expression->receives)
        buf_put(&expression->out, STR("[]"));
    expression->cast = expression->receives = false;
}

/* JavaScript: `import("./x")` and `require('./x')` become `import(./x)`. */
static bool take_module(Expression *expression, size_t from)
{
    Str rest = str_from_offset(expression->text, from);
    LoadedModuleFunction loaded = expression->language->loaded_module;
    Str module = loaded ? loaded(expression->out.arena, &rest) : (Str){0};
    if (!module.len)
        return false;
    buf_put(&expression->out, module);
    expression->at = expression->text.len - rest.len;
    return true;
}

/* Whether the word `new` that ends here makes an instance. In Go and other languages it may name a
   variable, before a member; in Ruby it is a method. */
static bool makes_instance(const Expression *expression)
{
    char next = byte_at(expression, skip_blank(expression, expression->at));
    bool method = next == '(' && expression->language->facts.classes_can_be_reopened;
    return next && next != '.' && next != '?' && !method;
}

/* Go: `[]Foo{…}`, `map[string]Foo{…}` at the start of an expression. False at anything else. */
static bool take_literal(Expression *expression)
{
    Str rest = str_from_offset(expression->text, expression->at);
    size_t at = str_starts(rest, STR("map[")) ? 3 : 0;
    while (at < rest.len && rest.ptr[at] == '[') {
        size_t close = expression_close(rest, at);
        at = close == STR_NONE ? rest.len : close + 1;
    }
    size_t brace = at;
    while (brace < rest.len && (is_name_byte(rest.ptr[brace]) || byte_in(rest.ptr[brace], ".*")))
        brace++;
    size_t close = brace > at && brace < rest.len && rest.ptr[brace] == '{'
                       ? expression_close(rest, brace)
                       : STR_NONE;
    Str type = close == STR_NONE ? (Str){0}
                                 : type_text(expression->out.arena, expression->language,
                                             str_slice(rest, 0, brace));
    if (!type.len)
        return false;
    buf_put(&expression->out, type);
    buf_put(&expression->out, STR("{}"));
    expression->at += close + 1;
    return true;
}

/* Rust: `vec![a, b]` becomes `a~`, a list of such values. */
static bool take_macro(Expression *expression, Str word)
{
    size_t open = expression->at + 1;
    if (byte_at(expression, expression->at) != '!' || expression->out.len ||
        !lang_lists(expression->language->list_macros, word) || !byte_at(expression, open) ||
        !byte_in(byte_at(expression, open), "[("))
        return false;
    size_t close = expression_close(expression->text, open);
    Str inside = close == STR_NONE ? (Str){0} : str_slice(expression->text, open + 1, close);
    size_t comma = 0;
    for (size_t depth = 0; comma < inside.len && (depth || !byte_in(inside.ptr[comma], ",;"));
         comma++) {
        depth += byte_in(inside.ptr[comma], "([{") ? 1 : 0;
        depth -= byte_in(inside.ptr[comma], ")]}") && depth ? 1 : 0;
    }
    Str first =
        expression_text(expression->out.arena, expression->language, str_slice(inside, 0, comma));
    if (!first.len || byte_is_digit(first.ptr[0]) || first.ptr[0] == '"')
        return false;
    buf_put(&expression->out, first);
    buf_put(&expression->out, STR("~"));
    expression->at = close + 1;
    return true;
}

static void read_word(Expression *expression)
{
    size_t from = expression->at;
    while (is_name_byte(byte_at(expression, expression->at)))
        expression->at++;
    Str word = str_slice(expression->text, from, expression->at);
    bool first = !expression->out.len;
    if (first && take_module(expression, from))
        return;
    bool map = first && str_equal(word, STR("map")) && byte_at(expression, expression->at) == '[';
    expression->at = map ? from : expression->at;
    if (map && take_literal(expression))
        return;
    expression->at = from + word.len;
    if (take_macro(expression, word))
        return;
    if (str_equal(word, STR("await")) && last_byte(expression) == '.')
        expression->out.len--;
    else if (is_part_end(expression) && str_equal(word, STR("as")))
        start_cast(expression);
    else if (is_part_end(expression) && str_equal(word, STR("satisfies")))
        skip_group(expression);
    else if (is_part_end(expression))
        expression->failed = !expression_take_infix(expression, word);
    else if (first && str_equal(word, STR("new")) && makes_instance(expression))
        buf_put(&expression->out, STR("new "));
    else if (first && str_equal(word, STR("try")) &&
             byte_in(byte_at(expression, expression->at), "?!"))
        expression->at++; // Swift: `try? f()`
    else if (!(first && expression_is_prefix(expression, word)) && !take_unwrap(expression, word))
        buf_put(&expression->out, word);
}

/* Scala: an index is written as a call. Python's brackets are both. */
static bool brackets_hold_types(const Language *language)
{
    return language->type_arguments_are_in_brackets && language->types_keep_arguments &&
           language->trailing_blocks_are_calls;
}

/* Appends the type arguments of a class, `Box<User>`, and of a function, where they count. */
static void put_arguments(Expression *expression, Str arguments)
{
    Arena *arena = expression->out.arena;
    Str text = buf_str(&expression->out);
    size_t start = text.len;
    while (start && byte_is_word(text.ptr[start - 1]))
        start--;
    bool class = start < text.len && text.ptr[start] >= 'A' && text.ptr[start] <= 'Z';
    class = class || (expression->language->c_reader_types_arguments &&
                      byte_at(expression, skip_blank(expression, expression->at)) == '(');
    bool go = expression->language->functions_take_types_in_brackets;
    bool kept = go || expression_calls_function(expression, text, start, arguments) ||
                (expression->language->types_keep_arguments && class);
    if (!kept || arguments.len > TYPE_SOURCE_BYTES)
        return;
    bool square = go || brackets_hold_types(expression->language);
    const Str parts[] = {square ? STR("_Q[") : STR("_Q<"), arguments, square ? STR("]") : STR(">")};
    Str type = type_text(arena, expression->language, str_join_all(arena, parts, COUNT(parts)));
    if (str_starts(type, STR("_Q<")))
        buf_put(&expression->out, str_from_offset(type, strlen("_Q")));
}

/* Scala: `x.asInstanceOf[Foo]` and `super[Foo]` are values of Foo. */
static void take_cast(Expression *expression, Str type)
{
    const Language *language = expression->language;
    Arena *arena = expression->out.arena;
    Str text = buf_str(&expression->out);
    Str made =
        lang_lists(language->makers, expression_last_word(text)) || str_equal(text, STR("super"))
            ? type_text(arena, language, type)
            : (Str){0};
    if (!made.len)
        return;
    expression->out = buf_open(arena, 0);
    buf_put(&expression->out, made);
    buf_put(&expression->out, STR("{}"));
}

/* The word of a literal key: `"one"`, `'one'`, `:one`. */
static Str literal_key(Str inside)
{
    bool quoted = inside.len > 2 && byte_in(inside.ptr[0], "\"'");
    size_t end = 1;
    while (end < inside.len && byte_is_word(inside.ptr[end]))
        end++;
    bool whole = quoted ? end + 1 == inside.len && inside.ptr[end] == inside.ptr[0]
                        : inside.len > 1 && inside.ptr[0] == ':' && end == inside.len;
    return whole ? str_slice(inside, 1, end) : (Str){0};
}

/* `.1` for the index `[1]` and `.@one` for `["one"]`, where places are kept; `[]` for any other. */
static void put_index(Expression *expression, Str inside)
{
    inside = str_trim(inside);
    Str word = expression->language->literal_indices_are_kept ? literal_key(inside) : (Str){0};
    if (word.len) {
        buf_put(&expression->out, STR(".@"));
        buf_put(&expression->out, word);
        return;
    }
    bool kept = expression->language->literal_indices_are_kept && inside.len == 1 &&
                byte_is_digit(inside.ptr[0]);
    if (kept && str_equal(buf_str(&expression->out), STR("$_")) && str_equal(inside, STR("0"))) {
        expression->out.len = 0;
        buf_put(&expression->out, STR("shift")); // Perl: the object that the method is called on
        return;
    }
    buf_put(&expression->out, kept ? STR(".") : STR("[]"));
    buf_put(&expression->out, kept ? inside : (Str){0});
}

/* Perl: `$x->{key}` is the field `@key` of the object, `$x->[0]` and `$x{key}` an element. */
static bool take_held(Expression *expression, char open)
{
    size_t close = expression_close(expression->text, expression->at);
    bool perl = expression->language->facts.package_names_are_absolute;
    bool bare = perl && open == '{' && is_part_end(expression);
    if ((last_byte(expression) != '.' && !bare) || open == '(' || close == STR_NONE)
        return false;
    Str out = buf_str(&expression->out);
    bool variable = bare && str_starts(out, STR("$")) && str_find_byte(out, '.') == STR_NONE &&
                    str_find_byte(out, '[') == STR_NONE;
    Str key = str_trim(str_slice(expression->text, expression->at + 1, close));
    bool word = key.len && !variable;
    for (size_t i = 0; i < key.len && word; i++)
        word = byte_is_word(key.ptr[i]) || byte_in(key.ptr[i], "'\"");
    if (bare && !word) {
        buf_put(&expression->out, STR("[]"));
        expression->at = close + 1;
        return true;
    }
    if (bare)
        buf_put_byte(&expression->out, '.');
    bool quoted = key.len > 2 && (key.ptr[0] == '\'' || key.ptr[0] == '"');
    key = quoted ? str_slice(key, 1, key.len - 1) : key;
    for (size_t i = 0; i < key.len && open == '{'; i++)
        if (!byte_is_word(key.ptr[i]))
            return false;
    expression->out.len -= open == '[';
    if (open == '[')
        put_index(expression, key);
    else
        buf_put(&expression->out, str_join(expression->out.arena, STR("@"), key));
    expression->at = close + 1;
    return true;
}

/* Whether the index is a part of the list: `[1:]`, `[1..n]`. A colon before a word may begin a
   symbol, one after a comma a named argument, and one after `?` is an alternative. */
static bool is_slice(Str inside)
{
    inside = str_trim(inside);
    for (size_t i = 0; i < inside.len; i++) {
        char c = inside.ptr[i], next = i + 1 < inside.len ? inside.ptr[i + 1] : '\0';
        if (byte_in(c, "\"'`,?([{"))
            return false;
        if (c == ':' && next == ':')
            i++;
        else if (c == ':')
            return i || !byte_is_word(next) || byte_is_digit(next);
        else if (c == '.' && next == '.')
            return true;
    }
    return false;
}

/* A call, an index, a literal `Foo{…}`, or a bracket that groups. */
static void read_open(Expression *expression, char open)
{
    size_t from = expression->at;
    bool asked = from > 1 && str_equal(str_slice(expression->text, from - 2, from), STR("?."));
    expression->out.len -= asked && last_byte(expression) == '.'; // `f?.(x)`, `a?.[i]`
    if (take_held(expression, open) ||
        (open == '[' && !expression->out.len &&
         (expression_take_list(expression) || expression_take_array(expression) ||
          take_literal(expression))))
        return;
    if (!is_part_end(expression)) {
        size_t close = last_byte(expression) == '.'
                           ? expression_close(expression->text, expression->at)
                           : STR_NONE;
        if (close != STR_NONE && expression_take_value(expression, close)) // Go: `x.(T)`
            return;
        expression->failed = open != '(' || last_byte(expression) == '.';
        expression->groups++;
        expression->at++;
        return;
    }
    size_t close = expression_close(expression->text, expression->at);
    Str inside =
        close == STR_NONE ? (Str){0} : str_slice(expression->text, expression->at + 1, close);
    const Language *language = expression->language;
    if (open == '[' && close != STR_NONE && brackets_hold_types(language)) {
        take_cast(expression, inside);
        put_arguments(expression, inside);
        expression->at = close + 1;
        return;
    }
    if (open == '[' && close != STR_NONE && expression_holds_types(expression, inside, close)) {
        expression->at = close + 1;
        put_arguments(expression, inside);
        return;
    }
    if (open == '(' && close != STR_NONE &&
        (expression_take_wrapped(expression, close) || expression_take_value(expression, close)))
        return;
    expression->failed = close == STR_NONE;
    if (open == '[' && close != STR_NONE && is_slice(inside)) {
        expression->at = close + 1;
        return;
    }
    Str whole = str_slice(expression->text, expression->at, close + 1);
    expression->at = close + 1;
    bool block =
        open == '{' && (language->trailing_blocks_are_calls || language->literals_are_arguments);
    if (block && language->trailing_blocks_are_calls && last_byte(expression) == ')') // f(x) { … }
        return;
    bool call = open == '(' || block;
    if (call && close != STR_NONE && expression->language->calls_keep_arguments) {
        expression_put_given(expression, whole, block);
        return;
    }
    if (open == '[')
        put_index(expression, inside);
    else
        buf_put(&expression->out, call ? STR("()") : STR("{}"));
}

/* Whether the text read so far is the type of a cast, with the operand after it: `(Foo) x`. */
static bool is_type_of_cast(const Expression *expression)
{
    Str text = buf_str(&expression->out);
    size_t last = 0;
    size_t end = MIN(str_find_byte(text, '<'), text.len);
    bool typed = end < text.len && str_ends(text, STR(">"));
    for (size_t i = 0; i < (typed ? end : text.len); i++) {
        if (!byte_is_word(text.ptr[i]) && text.ptr[i] != '.')
            return false;
        last = text.ptr[i] == '.' ? i + 1 : last;
    }
    char next = byte_at(expression, skip_blank(expression, expression->at));
    bool named = last < text.len && text.ptr[last] >= 'A' && text.ptr[last] <= 'Z';
    return is_name_byte(next) || next == '"' || (next == '(' && named);
}

/* The end of a bracket that groups or holds the type of a cast, whose operand is then skipped. */
static void read_close(Expression *expression)
{
    expression_put_stars(expression);
    expression->groups--;
    expression->at++;
    end_cast(expression);
    if (!is_type_of_cast(expression))
        return;
    size_t close = expression_find_close(expression->text, expression->at, 1);
    expression->failed = expression->groups && close == STR_NONE;
    expression->at = expression->groups ? close : expression->text.len;
    buf_put(&expression->out, STR("{}"));
}

/* `static_cast<Foo *>(x)`, `make_shared<Foo>(x)`: the whole call becomes `Foo{}`. */
static void take_made(Expression *expression, Str arguments)
{
    size_t open = skip_blank(expression, expression->at);
    Str name = expression_last_word(buf_str(&expression->out));
    bool lists = lang_lists(expression->language->listers, name);
    if (byte_at(expression, open) != '(' ||
        !(lists || lang_lists(expression->language->makers, name)))
        return;
    size_t close = expression_close(expression->text, open);
    Arena *arena = expression->out.arena;
    Str number = str_trim(arguments);
    if (number.len == 1 && byte_is_digit(number.ptr[0]) && close != STR_NONE) { // `std::get<0>(x)`
        Str held = expression_text(arena, expression->language,
                                   str_slice(expression->text, open + 1, close));
        const Str parts[] = {held, STR("."), number};
        expression->failed = !held.len;
        expression->at = close + 1;
        expression->out = buf_open(arena, 0);
        buf_put(&expression->out, str_join_all(arena, parts, COUNT(parts)));
        return;
    }
    Str type = type_text(arena, expression->language, arguments);
    expression->failed = close == STR_NONE || !type.len;
    expression->at = close + 1;
    expression->out = buf_open(expression->out.arena, 0);
    buf_put(&expression->out, type);
    buf_put(&expression->out, lists ? STR("[]{}") : STR("{}"));
}

/* Type arguments: text in angle brackets that looks like types, where a call may follow. Anything
   else is a comparison, and not a chain. */
static void read_angles(Expression *expression)
{
    size_t start = expression->at + 1;
    size_t depth = 0, at = expression->at;
    for (; at < expression->text.len; at++) {
        char c = byte_at(expression, at);
        if (c == '<')
            depth++;
        else if (c == '>')
            depth--;
        if (!depth)
            break;
        if (!byte_is_word(c) && !byte_is_space(c) && !byte_in(c, "<>,.:?[]&*'|()"))
            break;
    }
    size_t next = skip_blank(expression, at + 1);
    bool closed = byte_at(expression, at) == '>' && is_part_end(expression);
    expression->failed =
        !closed || (next < expression->text.len && !byte_in(byte_at(expression, next), "({[.:)"));
    expression->at = at + 1;
    size_t before = expression->at;
    Str arguments = str_slice(expression->text, start, at);
    if (!expression->failed)
        take_made(expression, arguments);
    if (!expression->failed && expression->at == before)
        put_arguments(expression, arguments);
}

/* TypeScript: `<T>x` is a value of T. */
static void read_assertion(Expression *expression)
{
    Str rest = str_from_offset(expression->text, expression->at);
    size_t depth = 0, end = 0;
    do {
        depth += rest.ptr[end] == '<';
        depth -= rest.ptr[end] == '>';
    } while (++end < rest.len && depth);
    char next = byte_at(expression, skip_blank(expression, expression->at + end));
    bool asserts = !depth && expression->language->unions_are_kept &&
                   (is_name_byte(next) || (next && byte_in(next, "{[")));
    Str type = asserts ? type_text(expression->out.arena, expression->language,
                                   str_slice(rest, 1, end - 1))
                       : (Str){0};
    expression->failed = !type.len;
    buf_put(&expression->out, type);
    buf_put(&expression->out, STR("{}"));
    skip_group(expression);
}

/* `::`, and `::<T>` between a name and its call. */
static void read_scope(Expression *expression)
{
    expression->at += 2;
    if (byte_at(expression, expression->at) == '<' && expression->out.len)
        read_angles(expression);
    else
        buf_put(&expression->out, STR("::"));
}

/* Perl: a package may be named by a text: `'Net::Client'->new`. */
static bool names_package(const Expression *expression, Str text)
{
    bool path = text.len && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z' && !expression->out.len &&
                expression->language->facts.package_names_are_absolute;
    for (size_t i = 0; i < text.len && path; i++)
        path = byte_is_word(text.ptr[i]) || text.ptr[i] == ':';
    return path;
}

static void read_quotes(Expression *expression)
{
    char quote = byte_at(expression, expression->at);
    size_t at = expression->at + 1;
    bool alone = expression->out.len <= 2; /* f"", rb"" */
    while (at < expression->text.len && byte_at(expression, at) != quote)
        at += byte_at(expression, at) == '\\' ? 2 : 1;
    Str inside = str_slice(expression->text, expression->at + 1, MIN(at, expression->text.len));
    expression->failed = !alone || at >= expression->text.len;
    if (names_package(expression, inside)) {
        buf_put(&expression->out, inside);
        expression->at = at + 1;
        return;
    }
    bool given = expression->language->literals_are_arguments && is_part_end(expression);
    expression->failed = expression->failed && (!given || at >= expression->text.len);
    expression->out.len = given ? expression->out.len : 0;
    expression->at = at + 1;
    buf_put(&expression->out, given ? STR("()") : STR("\"\""));
}

/* Operators between the parts of a chain (`?.`, `&.`, `!!`, `?`) or before it (`&`, `*`). */
static void read_mark(Expression *expression, char c)
{
    char next = byte_at(expression, skip_blank(expression, expression->at + 1));
    bool ends = !next || byte_in(next, ".)[!") || (c == '?' && next == '-');
    bool prefix = !expression->out.len && (c == '&' || c == '*');
    bool pointer = c == '*' && expression->groups && (next == ')' || next == '*'); /* (T *) x */
    bool other = c == '?' && byte_in(byte_at(expression, expression->at + 1), "?:") &&
                 is_part_end(expression); /* a ?? b, a ?: b */
    if (other) {
        skip_group(expression);
        return;
    }
    expression->at++;
    if (prefix && c == '*' && expression->language->c_reader_types_arguments)
        expression->stars[MIN(expression->groups, EXPRESSION_STARS - 1u)]++;
    if (prefix || pointer)
        return;
    if (c == '*' || (c == '&' && next != '.') || !ends || !is_part_end(expression))
        expression->failed = true;
    else if (c == '?' && expression->language->results && last_byte(expression) != '?')
        buf_put_byte(&expression->out, '?');
}

static void read_joint(Expression *expression, char c)
{
    Str rest = str_from_offset(expression->text, expression->at);
    if (str_starts(rest, STR("::"))) {
        read_scope(expression);
    } else if (str_starts(rest, STR("->"))) {
        expression->at += 2;
        expression->out.len -= str_ends(buf_str(&expression->out), STR("::")) ? 2 : 0;
        buf_put_byte(&expression->out, '.');
    } else if ((c == '.' && !str_starts(rest, STR(".."))) || c == '\\') {
        expression->at++;
        buf_put_byte(&expression->out, c);
    } else if (c == ':' && is_part_end(expression) && last_byte(expression) != '?' &&
               is_name_byte(byte_at(expression, expression->at + 1))) {
        expression->at++; // Lua: `x:f()`
        buf_put_byte(&expression->out, '.');
    } else {
        expression->failed = true;
    }
}

/* The name of the method that an operator calls: Kotlin's `plus`, elsewhere its sign. */
static Str operator_name(const Language *language, Str sign)
{
    Str rest = str_from(language->facts.operators ? language->facts.operators : ""), name, of;
    while (str_take_until(&rest, ' ', &name) && str_take_until(&rest, ' ', &of))
        if (str_equal(of, sign))
            return name;
    return language->facts.operators ? (Str){0} : sign;
}

/* `a + b` becomes `a.plus()`, where operators are methods; the right operand decides nothing. */
static bool take_operator(Expression *expression, char c)
{
    char next = byte_at(expression, expression->at + 1);
    bool arithmetic = byte_in(c, "+-*/%") && !byte_in(next, "+-*/%=>.");
    bool first = arithmetic && !expression->out.len && c == '-';
    if (first && expression->language->operators_keep_types) { // `-a`
        expression->at++;
        return true;
    }
    if (arithmetic && expression->language->operators_keep_types && is_part_end(expression)) {
        skip_group(expression);
        return true;
    }
    if (!arithmetic || !expression->language->operators_have_types || !is_part_end(expression))
        return false;
    Str sign = str_slice(expression->text, expression->at, expression->at + 1);
    Str name = operator_name(expression->language, sign);
    if (!name.len)
        return false;
    buf_put_byte(&expression->out, '.');
    buf_put(&expression->out, name);
    buf_put(&expression->out, STR("()"));
    skip_group(expression);
    return true;
}

static void read_part(Expression *expression)
{
    char c = byte_at(expression, expression->at);
    if (take_operator(expression, c))
        return;
    if (is_name_byte(c)) {
        read_word(expression);
    } else if (c == '(' || c == '[' || c == '{') {
        read_open(expression, c);
    } else if (c == ')' && expression->groups) {
        read_close(expression);
    } else if (c == '<' && byte_at(expression, expression->at + 1) == '-' && !expression->out.len) {
        expression->receives = true;
        expression->at += 2;
    } else if (c == '<' && !expression->out.len) {
        read_assertion(expression);
    } else if (c == '<') {
        read_angles(expression);
    } else if (c == '"' || c == '\'' || c == '`') {
        read_quotes(expression);
    } else if (c == '#' && last_byte(expression) == '.' &&
               is_name_byte(byte_at(expression, expression->at + 1))) {
        buf_put_byte(&expression->out, c); /* a private member, `this.#x` */
        expression->at++;
    } else if (c == '?' || c == '!' || c == '&' || c == '*') {
        read_mark(expression, c);
    } else {
        read_joint(expression, c);
    }
}

Str expression_text(Arena *arena, const Language *language, Str source)
{
    return expression_text_in(arena, language, source, 0);
}

Str expression_text_in(Arena *arena, const Language *language, Str source, int depth)
{
    source = str_trim(source);
    if (source.len > EXPRESSION_SOURCE_BYTES)
        return (Str){0};
    Expression expression = {
        .language = language, .text = source, .out = buf_open(arena, 0), .depth = depth};
    while (!expression.failed) {
        expression.at = skip_blank(&expression, expression.at);
        if (expression.at >= source.len)
            break;
        read_part(&expression);
    }
    end_cast(&expression);
    expression_put_stars(&expression);
    if (language->facts.package_names_are_absolute && str_ends(buf_str(&expression.out), STR("::")))
        expression.out.len -= 2; // `Net::Client::`
    bool whole = !expression.failed && !expression.groups && is_part_end(&expression);
    return whole ? buf_str(&expression.out) : (Str){0};
}
