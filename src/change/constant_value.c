/* A recursive descent over whole numbers, with the operators and precedence that the languages
   share. Whatever else is in an expression, a name or a fraction, makes its value unknown. */
#include "change/constant_value.h"

#include "text/lines.h"

/* Operands of one expression, and so the depth of its brackets. */
#define DEPTH_MAX 20
/* Values above, or intermediate ones, may overflow in one language and not in another. */
#define NUMBER_MAX ((int64_t)1 << 31)
/* Lists within lists that are compared. */
#define LISTS_DEPTH 4

typedef struct Expression {
    Str text;
    size_t at;
    bool known;
    int depth;
    Str counter; /* a word that stands for `count` */
    int64_t count;
    const ChangeSide *side; /* where names are declared */
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
static Str settled(const ChangeSide *side, Str text);

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
    Str name = str_slice(expression->text, expression->at, end);
    Str value = expression->side && name.len ? settled(expression->side, name) : name;
    if (!str_equal(value, name)) {
        Expression inner = {
            .text = value, .known = true, .depth = expression->depth, .side = expression->side};
        int64_t number = read_sum(&inner, 0);
        expression->at = end;
        expression->depth = inner.depth;
        expression->known &= inner.known && !peek(&inner);
        return number;
    }
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

/* A value as it is written, and where its names are declared. */
typedef struct WrittenValue {
    const ChangeSide *side;
    Str text;
    Str counter;
    int64_t count;
} WrittenValue;

/* The value without what only freezes it: `["a"].freeze`, `Object.freeze(["a"])`. */
static Str without_freeze(const ChangeSide *side, Str text)
{
    const char *freezes = lang_facts(side->outline.language)->freezes;
    size_t at = freezes ? str_find(text, str_from(freezes)) : STR_NONE;
    if (at == STR_NONE)
        return text;
    size_t end = at + str_from(freezes).len;
    bool behind = end == text.len && at && text.ptr[at - 1] == '.';
    size_t open = str_find_byte(text, '(');
    bool around = open == end && str_ends(text, STR(")")) &&
                  str_find_byte(str_slice(text, 0, at), '(') == STR_NONE &&
                  !byte_in(text.ptr[0], "[{\"'");
    return behind   ? str_trim(str_slice(text, 0, at - 1))
           : around ? str_trim(str_slice(text, open + 1, text.len - 1))
                    : text;
}

/* Takes the items of a list off its brackets. *words: blanks are between them. False: it is no
 * list.
 */
static bool is_list(Str text, Str *items, bool *words)
{
    static const Str begins[] = {STR_INIT("%w["), STR_INIT("%w("), STR_INIT("array("),
                                 STR_INIT("["), STR_INIT("(")};
    for (size_t i = 0; i < COUNT(begins); i++)
        if (str_starts(text, begins[i]) && text.len > begins[i].len &&
            byte_in(text.ptr[text.len - 1], "])")) {
            *items = str_slice(text, begins[i].len, text.len - 1);
            *words = i < 2;
            return true;
        }
    return false;
}

/* Takes the next item: up to a comma outside of brackets and strings, or a blank. */
static bool take_item(Str *items, bool words, Str *item)
{
    size_t depth = 0, i = 0;
    char quote = '\0';
    *items = str_trim(*items);
    for (; i < items->len; i++) {
        char c = items->ptr[i];
        if (quote) {
            quote = c == quote ? '\0' : quote;
            continue;
        }
        quote = byte_in(c, "\"'") ? c : '\0';
        depth += byte_in(c, "([{");
        depth -= depth && byte_in(c, ")]}");
        if (!depth && (words ? byte_is_space(c) : c == ','))
            break;
    }
    bool any = items->len > 0;
    *item = str_trim(str_slice(*items, 0, i));
    *items = str_from_offset(*items, i + 1);
    return any;
}

static bool are_equal(const WrittenValue *a, const WrittenValue *b, int depth);

/* Whether both are lists with the same items; *known: both are lists. */
static bool are_lists_equal(const WrittenValue *a, const WrittenValue *b, int depth, bool *known)
{
    Str first, second, one, two;
    bool words, others;
    *known = is_list(a->text, &first, &words) && is_list(b->text, &second, &others);
    if (!*known || !depth)
        return false;
    for (;;) {
        bool more = take_item(&first, words, &one);
        if (more != take_item(&second, others, &two))
            return false;
        if (!more)
            return true;
        WrittenValue x = {a->side, one, .count = 0}, y = {b->side, two, .count = 0};
        bool quoted = two.len > 2 && byte_in(two.ptr[0], "\"'");
        bool bare = one.len > 2 && byte_in(one.ptr[0], "\"'");
        if (words != others &&
            ((words && quoted && str_equal(one, str_slice(two, 1, two.len - 1))) ||
             (others && bare && str_equal(two, str_slice(one, 1, one.len - 1)))))
            continue;
        if (!are_equal(&x, &y, depth - 1))
            return false;
    }
}

/* What a name stands for: the value of a constant that the file declares. */
static Str settled(const ChangeSide *side, Str text)
{
    const SymbolVec *symbols = &side->outline.symbols;
    size_t dot = str_find_last_byte(text, ':');
    dot = dot == STR_NONE ? str_find_last_byte(text, '.') : dot;
    Str name = dot == STR_NONE ? text : str_from_offset(text, dot + 1);
    if (!name.len || str_word_end(name, 0) != name.len || byte_is_digit(name.ptr[0]))
        return text;
    for (size_t i = 0; i < symbols->len; i++)
        if (str_equal(symbols->ptr[i].name, name) &&
            (symbols->ptr[i].kind == SYMBOL_CONSTANT || symbols->ptr[i].kind == SYMBOL_VARIABLE ||
             symbols->ptr[i].kind == SYMBOL_FIELD || symbols->ptr[i].kind == SYMBOL_PROPERTY)) {
            Str value = value_after(side, &symbols->ptr[i]);
            return value.len ? value : text;
        }
    return text;
}

static bool are_texts_equal(Str first, Str second)
{
    char one[200], two[200];
    size_t len, other;
    return read_text(first, one, sizeof one, &len) && read_text(second, two, sizeof two, &other) &&
           str_equal((Str){one, len}, (Str){two, other});
}

static bool is_number(const WrittenValue *value, int64_t *number)
{
    Expression expression = {.text = value->text,
                             .known = true,
                             .counter = value->counter,
                             .count = value->count,
                             .side = value->side};
    *number = read_sum(&expression, 0);
    return expression.known && !peek(&expression);
}

/* Names within names that are followed. */
#define NAMES_DEPTH 4

static bool are_equal(const WrittenValue *a, const WrittenValue *b, int depth)
{
    WrittenValue x = *a, y = *b;
    int64_t values[2];
    bool lists;
    for (int i = 0; i < NAMES_DEPTH; i++) {
        x.text = settled(x.side, without_freeze(x.side, x.text));
        y.text = settled(y.side, without_freeze(y.side, y.text));
    }
    if (!x.text.len || !y.text.len)
        return false;
    bool first = is_number(&x, &values[0]), second = is_number(&y, &values[1]);
    if (first || second)
        return first && second && values[0] == values[1];
    bool equal = are_lists_equal(&x, &y, depth, &lists);
    return lists ? equal
                 : are_texts_equal(x.text, y.text) ||
                       (depth < LISTS_DEPTH && str_equal(x.text, y.text));
}

bool constant_values_are_equal(const ChangeSide *a, uint32_t first, const ChangeSide *b,
                               uint32_t second)
{
    WrittenValue values[2] = {{.side = a}, {.side = b}};
    const char *counter = lang_facts(b->outline.language)->heads.counter;
    for (size_t i = 0; i < 2; i++) {
        WrittenValue *value = &values[i];
        value->text = expression_of(value->side, i ? second : first, &value->count);
        uint32_t begin = (i ? second : first) - (uint32_t)value->count;
        if (has_word(value->text, counter) && begins_list(value->side, begin))
            value->counter = str_from(counter);
    }
    return are_equal(&values[0], &values[1], LISTS_DEPTH);
}
