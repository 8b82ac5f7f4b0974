/* A recursive descent over whole numbers, with the operators and precedence that the languages
   share. Whatever else is in an expression, a name or a fraction, makes its value unknown. */
#include "change/constant_value.h"

#include "text/lines.h"

/* Operands of one expression, and so the depth of its brackets. */
#define DEPTH_MAX 20
/* Values above, or intermediate ones, may overflow in one language and not in another. */
#define NUMBER_MAX ((int64_t)1 << 31)

typedef struct Expression {
    Str text;
    size_t at;
    bool known;
    int depth;
    Str counter; /* a word that stands for `count` */
    int64_t count;
} Expression;

static char peek(Expression *expression)
{
    while (expression->at < expression->text.len &&
           byte_is_space(expression->text.ptr[expression->at]))
        expression->at++;
    return expression->at < expression->text.len ? expression->text.ptr[expression->at] : '\0';
}

static int64_t bound(Expression *expression, int64_t value)
{
    expression->known &= value < NUMBER_MAX && value > -NUMBER_MAX;
    return expression->known ? value : 0;
}

/* The value of a digit; 99: another byte. */
static int digit_of(char c)
{
    return byte_is_digit(c)                         ? c - '0'
           : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                    : 99;
}

static int64_t read_number(Expression *expression)
{
    Str text = expression->text;
    size_t end = expression->at;
    while (end < text.len && (byte_is_word(text.ptr[end]) || byte_in(text.ptr[end], ".'")))
        end++;
    Str digits = str_slice(text, expression->at, end);
    expression->at = end;
    int base = 10;
    bool prefixed = digits.len > 2 && digits.ptr[0] == '0' && !byte_is_digit(digits.ptr[1]);
    if (prefixed)
        base = (digits.ptr[1] | 0x20) == 'x' ? 16 : (digits.ptr[1] | 0x20) == 'b' ? 2 : 8;
    else if (digits.len > 1 && digits.ptr[0] == '0')
        expression->known = false; /* octal in some languages */
    digits = str_from_offset(digits, prefixed ? 2 : 0);
    while (digits.len > 1 && byte_in(digits.ptr[digits.len - 1], "uUlL"))
        digits.len--;
    int64_t value = 0;
    for (size_t i = 0; i < digits.len && expression->known; i++) {
        int digit = digit_of(digits.ptr[i]);
        bool gap = digits.ptr[i] == '_' || (digits.ptr[i] == '\'' && i);
        expression->known &= gap || digit < base;
        value = gap ? value : bound(expression, value * base + (digit < base ? digit : 0));
    }
    expression->known &= digits.len > 0;
    return value;
}

static int64_t read_sum(Expression *expression, int level);

static int64_t read_one(Expression *expression)
{
    char c = peek(expression);
    if (++expression->depth > DEPTH_MAX || !c) {
        expression->known = false;
        return 0;
    }
    if (byte_in(c, "-+~")) {
        expression->at++;
        int64_t value = read_one(expression);
        return c == '-' ? -value : c == '~' ? ~value : value;
    }
    if (c == '(') {
        expression->at++;
        int64_t value = read_sum(expression, 0);
        expression->known &= peek(expression) == ')';
        expression->at++;
        return value;
    }
    size_t end = str_word_end(expression->text, expression->at);
    if (expression->counter.len &&
        str_equal(str_slice(expression->text, expression->at, end), expression->counter)) {
        expression->at = end;
        return expression->count;
    }
    if (byte_is_digit(c))
        return read_number(expression);
    expression->known = false;
    return 0;
}

/* Operators by level, from those that bind least. */
static const char *const levels[] = {"|", "^", "&", "<>", "+-", "*/%"};

static int64_t apply(Expression *expression, char mark, int64_t a, int64_t b)
{
    bool shift = byte_in(mark, "<>"), divide = byte_in(mark, "/%");
    if ((shift && (b < 0 || b > 31)) || (divide && (b <= 0 || a < 0 || (mark == '/' && a % b)))) {
        expression->known = false;
        return 0;
    }
    switch (mark) {
    case '|': return a | b;
    case '^': return a ^ b;
    case '&': return a & b;
    case '<': return a * ((int64_t)1 << b);
    case '>': return a / ((int64_t)1 << b);
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    default: return a % b;
    }
}

static int64_t read_sum(Expression *expression, int level)
{
    if (level == (int)COUNT(levels))
        return read_one(expression);
    int64_t value = read_sum(expression, level + 1);
    for (char mark;
         (mark = peek(expression)) && byte_in(mark, levels[level]) && expression->known;) {
        bool twice = expression->at + 1 < expression->text.len &&
                     expression->text.ptr[expression->at + 1] == mark;
        if (twice != (bool)byte_in(mark, "<>")) { /* `**`, `&&`, `a < b` */
            expression->known = false;
            return 0;
        }
        expression->at += twice ? 2 : 1;
        int64_t other = read_sum(expression, level + 1);
        value = expression->known ? bound(expression, apply(expression, mark, value, other)) : 0;
    }
    return value;
}

/* ---- texts ---- */

/* Joins the strings of `"a" + "b"`. False: it is something else, or has escapes. */
static bool read_text(Str value, char *out, size_t cap, size_t *len)
{
    bool wanted = true;
    *len = 0;
    for (size_t i = 0; i < value.len;) {
        char c = value.ptr[i];
        if (byte_is_space(c) || (c == '+' && !wanted)) {
            wanted |= c == '+';
            i++;
            continue;
        }
        size_t end = i + 1;
        while (end < value.len && value.ptr[end] != c)
            end++;
        bool plain = byte_in(c, "\"'") && end < value.len && wanted && *len + end - i < cap;
        for (size_t k = i + 1; plain && k < end; k++)
            plain = !byte_in(value.ptr[k], "\\$#{%");
        if (!plain)
            return false;
        for (size_t k = i + 1; k < end; k++)
            out[(*len)++] = value.ptr[k];
        wanted = false;
        i = end + 1;
    }
    return !wanted;
}

/* ---- constants ---- */

static Str value_after(const ChangeSide *side, const Symbol *symbol)
{
    Str text = str_slice(side->code.text, symbol->name_end, symbol->end);
    bool macro = symbol->kind == SYMBOL_MACRO ||
                 (symbol->start < side->code.text.len && side->code.text.ptr[symbol->start] == '#');
    size_t at = str_find_byte(text, '=');
    Str value = str_trim(macro ? text : at == STR_NONE ? (Str){0} : str_from_offset(text, at + 1));
    while (value.len && byte_in(value.ptr[value.len - 1], ";,"))
        value = str_trim(str_slice(value, 0, value.len - 1));
    return value;
}

/* The expression of a constant, and its number in its list: one without a value repeats the last.
 */
static Str expression_of(const ChangeSide *side, uint32_t index, int64_t *count)
{
    const SymbolVec *symbols = &side->outline.symbols;
    const char *counter = lang_facts(side->outline.language)->heads.counter;
    Str own = value_after(side, &symbols->ptr[index]);
    uint32_t first = index;
    *count = 0;
    if (!counter)
        return own;
    while (first && symbols->ptr[first - 1].kind == symbols->ptr[index].kind &&
           symbols->ptr[first].start_line == symbols->ptr[first - 1].end_line + 1) {
        Str gap =
            str_slice(side->code.text, symbols->ptr[first - 1].end, symbols->ptr[first].start);
        if (str_trim(gap).len) /* another list, or a comment */
            break;
        first--;
        own = own.len ? own : value_after(side, &symbols->ptr[first]);
    }
    *count = index - first;
    return own;
}

static bool has_word(Str text, const char *word)
{
    return word && str_find(text, str_from(word)) != STR_NONE;
}

/* Whether a list of constants begins right before the first of those that are counted. */
static bool begins_list(const ChangeSide *side, uint32_t first)
{
    Str before = str_trim(str_slice(side->code.text, 0, side->outline.symbols.ptr[first].start));
    return str_ends(before, STR("("));
}

bool constant_values_are_equal(const ChangeSide *a, uint32_t first, const ChangeSide *b,
                               uint32_t second)
{
    int64_t counts[2], values[2];
    const char *counter = lang_facts(b->outline.language)->heads.counter;
    const Str texts[2] = {expression_of(a, first, &counts[0]),
                          expression_of(b, second, &counts[1])};
    if (!texts[0].len || !texts[1].len)
        return false;
    for (size_t i = 0; i < 2; i++) {
        uint32_t begin = (i ? second : first) - (uint32_t)counts[i];
        Expression expression = {.text = texts[i], .known = true, .count = counts[i]};
        if (has_word(texts[i], counter) && begins_list(i ? b : a, begin))
            expression.counter = str_from(counter);
        values[i] = read_sum(&expression, 0);
        if (!expression.known || peek(&expression)) {
            char one[200], two[200];
            size_t len, other;
            return read_text(texts[0], one, sizeof one, &len) &&
                   read_text(texts[1], two, sizeof two, &other) &&
                   str_equal((Str){one, len}, (Str){two, other});
        }
    }
    return values[0] == values[1];
}
