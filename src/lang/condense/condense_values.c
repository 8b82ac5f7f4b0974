/* Tables: numbers and strings between commas declare nothing, and a parser makes a node and more of
   each. Those at the start of a bracket become one number. Not so what may be a name: one string
   alone in brackets (an index, a path to import), strings that a call begins with, and those in
   braces of JavaScript's family (an enum's constants). */
#include "lang/condense/condense_state.h"
#include "lang/scan/scan_text.h"

/* A shorter one costs the parser less than a gap. */
#define VALUES_BYTES_MIN 64
/* Of tables in tables. */
#define DEPTH_MAX 16

static bool is_digit_at(const Condense *condense, size_t at)
{
    return byte_is_digit(condense_byte(condense, at));
}

/* With fraction and exponent. */
static size_t skip_number(const Condense *condense, size_t at)
{
    size_t end = lexical_word_end(condense->lexical, at);
    if (condense_byte(condense, end) == '.' && is_digit_at(condense, end + 1))
        end = lexical_word_end(condense->lexical, end + 1);
    char last = condense_byte(condense, end - 1), sign = condense_byte(condense, end);
    bool exponent = (last == 'e' || last == 'E') && (sign == '-' || sign == '+');
    return exponent && is_digit_at(condense, end + 1) ? lexical_word_end(condense->lexical, end + 1)
                                                      : end;
}

/* Behind the number, string or constant there; `at` when there is none. */
static size_t skip_value(Condense *condense, size_t at)
{
    static const char *const constants[] = {"true", "false", "null", "nil", "undefined", NULL};
    char c = condense_byte(condense, at);
    bool sign = c == '-' || c == '+';
    if (is_digit_at(condense, at + sign))
        return skip_number(condense, at + sign);
    if (c == '"' || c == '\'')
        return condense_skip_string(condense, at);
    if (!byte_in(c, "tfnu"))
        return at;
    size_t end = lexical_word_end(condense->lexical, at);
    return word_in(str_slice(condense->text, at, end), constants) ? end : at;
}

/* Reads on behind a value, or where one is expected (`next`), up to what ends the bracket around
   all; closing brackets of tables in the table are values. */
typedef struct Table {
    char open[DEPTH_MAX];
    size_t depth;
    size_t next;  /* where to go on */
    bool several; /* there was a comma */
    size_t known; /* behind the last value of the outer table that a comma or its end follows */
} Table;

/* False at what is no table of values, and at its end. */
static bool take_element(Condense *condense, Table *table)
{
    static const char pairs[] = "()[]{}";
    Str text = condense->text;
    size_t at = table->next;
    char c = condense_byte(condense, at);
    const char *pair = c ? strchr(pairs, c) : NULL;
    bool opens = pair && (pair - pairs) % 2 == 0;
    if (opens && table->depth == DEPTH_MAX)
        return false;
    if (opens) {
        table->open[table->depth++] = pair[1];
        table->next = skip_space(text, at + 1, text.len);
        return true;
    }
    size_t end = pair ? at : skip_value(condense, at);
    if (condense->unsure || (end == at && !pair))
        return false;
    for (at = skip_space(text, end, text.len); table->depth; table->depth--) {
        if (condense_byte(condense, at) != table->open[table->depth - 1])
            break;
        end = at + 1;
        at = skip_space(text, end, text.len);
    }
    c = condense_byte(condense, at);
    bool closes = c == ')' || c == ']' || c == '}';
    if (end == table->next || (c != ',' && (!closes || table->depth)))
        return false;
    table->several = table->several || c == ',';
    table->known = table->depth ? table->known : end;
    table->next = closes ? at : skip_space(text, at + 1, text.len);
    return !closes;
}

static bool may_name(const Condense *condense, size_t from, size_t start)
{
    char open = condense->text.ptr[from - 1];
    bool braces = open == '{' && condense_has(condense, CONDENSE_SCRIPT);
    return (open == '(' || braces) && byte_in(condense_byte(condense, start), "\"'([{");
}

size_t condense_skip_values(Condense *condense, size_t from)
{
    size_t start = skip_space(condense->text, from, condense->text.len);
    Table table = {.next = start, .known = start};
    if (may_name(condense, from, start))
        return from;
    while (take_element(condense, &table))
        ;
    if (!table.several || table.known - start < VALUES_BYTES_MIN)
        return from;
    condense_gap(condense, start, table.known, '0');
    condense_token(condense, '0', 0);
    return table.known;
}
