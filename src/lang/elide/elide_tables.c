/* Elision of tables of constants. Numbers and strings in lists declare nothing, but the parser
   makes at least a node of each. Those at the start of a bracket are replaced by one number.

   Strings that may be names are kept: a single string in brackets (an index, a path to import), and
   strings at the start of a call. In JavaScript's family strings in braces are kept, too, as they
   may be constants of an enum. */
#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* Parsing a shorter table costs less than a span. */
#define VALUES_BYTES_MIN 64
/* Nesting of tables in tables. */
#define DEPTH_MAX 16

static bool is_digit_at(const Elision *elision, size_t at)
{
    return byte_is_digit(elide_byte(elision, at));
}

/* Skips a number with its fraction and exponent. */
static size_t skip_number(const Elision *elision, size_t at)
{
    size_t end = lexical_word_end(elision->lexical, at);
    if (elide_byte(elision, end) == '.' && is_digit_at(elision, end + 1))
        end = lexical_word_end(elision->lexical, end + 1);
    char last = elide_byte(elision, end - 1), sign = elide_byte(elision, end);
    bool exponent = (last == 'e' || last == 'E') && (sign == '-' || sign == '+');
    return exponent && is_digit_at(elision, end + 1) ? lexical_word_end(elision->lexical, end + 1)
                                                     : end;
}

/* Skips a number, string or constant; returns `at` at other text. */
static size_t skip_value(Elision *elision, size_t at)
{
    static const char *const constants[] = {"true", "false", "null", "nil", "undefined", NULL};
    char c = elide_byte(elision, at);
    bool sign = c == '-' || c == '+';
    if (is_digit_at(elision, at + sign))
        return skip_number(elision, at + sign);
    if (c == '"' || c == '\'')
        return elide_skip_string(elision, at);
    if (!byte_in(c, "tfnu"))
        return at;
    size_t end = lexical_word_end(elision->lexical, at);
    return word_in(str_slice(elision->text, at, end), constants) ? end : at;
}

/* State of reading a table up to the bracket that ends it. */
typedef struct Table {
    char open[DEPTH_MAX]; /* closing brackets of the open inner tables */
    size_t depth;
    size_t next;  /* offset of the next element */
    bool several; /* there was a comma */
    size_t known; /* end of the last complete value of the outer table */
} Table;

/* Takes a value with the brackets and comma after it, or an opening bracket. False at the table's
   end, and at anything that is not a constant. */
static bool take_element(Elision *elision, Table *table)
{
    static const char pairs[] = "()[]{}";
    Str text = elision->text;
    size_t at = table->next;
    char c = elide_byte(elision, at);
    const char *pair = c ? strchr(pairs, c) : NULL;
    bool opens = pair && (pair - pairs) % 2 == 0;
    if (opens && table->depth == DEPTH_MAX)
        return false;
    if (opens) {
        table->open[table->depth++] = pair[1];
        table->next = skip_space(text, at + 1, text.len);
        return true;
    }
    size_t end = pair ? at : skip_value(elision, at);
    if (elision->unsure || (end == at && !pair))
        return false;
    for (at = skip_space(text, end, text.len); table->depth; table->depth--) {
        if (elide_byte(elision, at) != table->open[table->depth - 1])
            break;
        end = at + 1;
        at = skip_space(text, end, text.len);
    }
    c = elide_byte(elision, at);
    bool closes = c == ')' || c == ']' || c == '}';
    if (end == table->next || (c != ',' && (!closes || table->depth)))
        return false;
    table->several = table->several || c == ',';
    table->known = table->depth ? table->known : end;
    table->next = closes ? at : skip_space(text, at + 1, text.len);
    return !closes;
}

static bool may_name(const Elision *elision, size_t from, size_t start)
{
    char open = elision->text.ptr[from - 1];
    bool braces = open == '{' && elide_has(elision, ELIDE_JAVASCRIPT);
    return (open == '(' || braces) && byte_in(elide_byte(elision, start), "\"'([{");
}

size_t elide_skip_tables(Elision *elision, size_t from)
{
    size_t start = skip_space(elision->text, from, elision->text.len);
    Table table = {.next = start, .known = start};
    if (may_name(elision, from, start))
        return from;
    while (take_element(elision, &table))
        ;
    if (!table.several || table.known - start < VALUES_BYTES_MIN)
        return from;
    elide_span(elision, start, table.known, '0');
    elide_token(elision, '0', 0);
    return table.known;
}
