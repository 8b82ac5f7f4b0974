/* Calls in expressions: their arguments, and calls whose value is that of an argument. */
#include "lang/walk/expression_state.h"
#include "lang/walk/type_head.h"

#include "lang/walk/given.h"
#include "lang/walk/type.h"

bool expression_take_infix(Expression *expression, Str word)
{
    static const char *const words[] = {"is",    "in",      "as",   "match",  "else",    "if",
                                        "for",   "while",   "with", "yield",  "extends", "do",
                                        "catch", "finally", "then", "return", NULL};
    size_t from = skip_blank(expression, expression->at);
    if (!expression->language->methods_may_be_infix || lang_lists(words, word) ||
        from == expression->at || from >= expression->text.len ||
        byte_in(byte_at(expression, from), ").=,;:"))
        return false;
    expression->at = from;
    skip_group(expression);
    Str operand = str_slice(expression->text, from, expression->at);
    Str given =
        given_text(expression->out.arena, expression->language, operand, expression->depth + 1);
    bool known = given.len && given_has_types(given);
    const Str parts[] = {STR("."), word, known ? STR("<=") : (Str){0}, known ? given : (Str){0},
                         known ? STR(">()") : STR("()")};
    buf_put(&expression->out, str_join_all(expression->out.arena, parts, COUNT(parts)));
    return true;
}

Str expression_last_word(Str path)
{
    size_t start = path.len;
    while (start && byte_is_word(path.ptr[start - 1]))
        start--;
    return str_from_offset(path, start);
}

bool expression_take_wrapped(Expression *expression, size_t close)
{
    const Language *language = expression->language;
    Str path = buf_str(&expression->out);
    bool makes = str_ends(path, STR("::new")) || str_ends(path, STR("::pin"));
    Str type = str_slice(path, 0, path.len - (makes ? strlen("::new") : 0));
    if (!makes || !language->picked || str_find_byte(path, '(') != STR_NONE ||
        !lang_lists(language->wrappers, expression_last_word(type)))
        return false;
    Str inside = str_slice(expression->text, expression->at + 1, close);
    Str held = expression_text(expression->out.arena, language, inside);
    if (!held.len)
        return false;
    expression->out = buf_open(expression->out.arena, 0);
    buf_put(&expression->out, held);
    expression->at = close + 1;
    return true;
}

bool expression_take_value(Expression *expression, size_t close)
{
    const Language *language = expression->language;
    Arena *arena = expression->out.arena;
    Str path = buf_str(&expression->out);
    Str inside = str_slice(expression->text, expression->at + 1, close);
    Str value =
        language->call_value ? language->call_value(arena, language, path, inside) : (Str){0};
    if (!value.len)
        return false;
    expression->out = buf_open(arena, 0);
    buf_put(&expression->out, value);
    expression->at = close + 1;
    return true;
}

/* The block after the arguments of a call, and Scala's further lists that are functions; both are
   arguments, too. */
static Str more_arguments(Expression *expression)
{
    const Language *language = expression->language;
    size_t open = skip_blank(expression, expression->at);
    char c = byte_at(expression, open);
    size_t close = c == '{' || c == '(' ? expression_close(expression->text, open) : STR_NONE;
    if (close == STR_NONE || !language->trailing_blocks_are_calls)
        return (Str){0};
    Str more = str_slice(expression->text, open, close + 1);
    bool function = language->arguments_come_in_lists && str_find(more, STR("=>")) != STR_NONE;
    bool short_one = language->arguments_come_in_lists && str_starts(more, STR("(_"));
    if (c == '(' && !function && !short_one)
        return (Str){0};
    expression->at = close + 1;
    return c == '{' ? more : str_slice(more, 1, more.len - 1);
}

void expression_put_given(Expression *expression, Str whole, bool block)
{
    Arena *arena = expression->out.arena;
    Str inside = block ? whole : str_slice(whole, 1, whole.len - 1), more;
    while ((more = more_arguments(expression)).len) {
        const Str parts[] = {inside, str_trim(inside).len ? STR(",") : (Str){0}, more};
        inside = str_join_all(arena, parts, COUNT(parts));
    }
    bool word = byte_is_word(last_byte(expression));
    Str given =
        word ? given_text(arena, expression->language, inside, expression->depth + 1) : (Str){0};
    if (!given.len || !given_has_types(given)) {
        buf_put(&expression->out, STR("()"));
        return;
    }
    const Str parts[] = {STR("<="), given, STR(">()")};
    buf_put(&expression->out, str_join_all(arena, parts, COUNT(parts)));
}

bool expression_take_list(Expression *expression)
{
    Str rest = str_from_offset(expression->text, expression->at);
    size_t close = expression->language->dictionary ? expression_close(rest, 0) : STR_NONE;
    size_t end = close == STR_NONE || !str_starts(str_from_offset(rest, close + 1), STR("("))
                     ? STR_NONE
                     : expression_close(rest, close + 1);
    Str type = end == STR_NONE ? (Str){0}
                               : type_text(expression->out.arena, expression->language,
                                           str_slice(rest, 0, close + 1));
    if (!type.len)
        return false;
    buf_put(&expression->out, type);
    buf_put(&expression->out, STR("{}"));
    expression->at += end + 1;
    return true;
}

bool expression_take_array(Expression *expression)
{
    Str rest = str_from_offset(expression->text, expression->at), first;
    size_t close = expression->language->loaded_module ? expression_close(rest, 0) : STR_NONE;
    Str inside = close == STR_NONE || !str_starts(str_from_offset(rest, close + 1), STR("."))
                     ? (Str){0}
                     : str_slice(rest, 1, close);
    if (!type_head_take(&inside, ',', &first))
        return false;
    first = str_trim(first);
    bool spread = str_starts(first, STR("..."));
    Str text = expression_text(expression->out.arena, expression->language,
                               str_from_offset(first, spread ? 3 : 0));
    buf_put(&expression->out, text);
    buf_put(&expression->out, text.len ? spread ? STR("[*]~") : STR("~") : (Str){0});
    expression->at += text.len ? close + 1 : 0;
    return text.len > 0;
}

bool expression_calls_function(const Expression *expression, Str text, size_t start, Str arguments)
{
    return expression->language->closures_have_bars && start < text.len &&
           str_find_byte(text, '.') == STR_NONE && text.ptr[start] >= 'a' &&
           str_find_byte(arguments, '_') == STR_NONE &&
           byte_at(expression, skip_blank(expression, expression->at)) == '(';
}

bool expression_holds_types(const Expression *expression, Str inside, size_t close)
{
    static const char *const plain[] = {"string", "int", "bool", "byte", "error", "any", NULL};
    Str rest = inside, part;
    char next = byte_at(expression, close + 1);
    if (!expression->language->functions_take_types_in_brackets || (next != '(' && next != '{'))
        return false;
    while (type_head_take(&rest, ',', &part)) {
        part = str_trim(part);
        Str last = str_from_offset(part, str_find_last_byte(part, '.') + 1);
        bool type = last.len && byte_in(last.ptr[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        bool marked = part.len && (byte_in(part.ptr[0], "*[") || str_starts(part, STR("map[")));
        if (!type && !marked && !lang_lists(plain, part))
            return false;
    }
    return inside.len > 0;
}

void expression_put_stars(Expression *expression)
{
    uint8_t *count = &expression->stars[MIN(expression->groups, EXPRESSION_STARS - 1u)];
    for (; *count && expression->out.len; (*count)--)
        buf_put_byte(&expression->out, '*');
}

bool expression_is_prefix(const Expression *expression, Str word)
{
    static const char *const words[] = {"await", "mut",    "ref",   "try",      "move",
                                        "const", "struct", "union", "co_await", NULL};
    char next = byte_at(expression, skip_blank(expression, expression->at));
    bool operand = is_name_byte(next) || byte_in(next ? next : '.', "(\"'`&*!?<|");
    return operand && lang_lists(words, word);
}
