/* IPython's own syntax in cells of Python. A magic counts only where a statement begins, so strings
   and brackets are followed. */
#include "languages/notebook/scan_magic.h"

/* Line magics that run the rest of their line as code. */
static const Str running[] = {STR_INIT("%time"), STR_INIT("%timeit"), STR_INIT("%prun"),
                              STR_INIT("%memit"), STR_INIT("%debug")};

typedef struct Magic {
    char *text;
    size_t len, at;
    int depth;  /* of brackets */
    char quote; /* of the string that is open at `at`, or 0 */
    bool triple, joined;
} Magic;

static bool is_triple(const Magic *magic, size_t at)
{
    const char *text = magic->text;
    return at + 2 < magic->len && text[at] == text[at + 1] && text[at] == text[at + 2];
}

static size_t line_end(const Magic *magic, size_t at)
{
    const char *end = memchr(magic->text + at, '\n', magic->len - at);
    return end ? (size_t)(end - magic->text) : magic->len;
}

/* `load?`, `?load`, `np.*load*??`. */
static bool asks_for_help(Str line)
{
    if (line.ptr[0] != '?' && line.ptr[line.len - 1] != '?')
        return false;
    for (size_t i = 0; i < line.len; i++)
        if (!byte_is_word(line.ptr[i]) && !byte_in(line.ptr[i], "?.*%"))
            return false;
    return true;
}

/* Blanks the name and the options of a magic that runs code, so that the code stays. */
static bool keep_code(Str line)
{
    Str rest = line, word;
    bool runs = false, option = false;
    (void)str_take_until(&rest, ' ', &word);
    for (size_t i = 0; i < COUNT(running); i++)
        runs = runs || str_equal(word, running[i]);
    for (size_t i = 0; runs && i < word.len; i++)
        ((char *)line.ptr)[i] = ' ';
    while (runs && rest.len &&
           (byte_in(rest.ptr[0], "- ") || (option && byte_is_digit(*rest.ptr))) &&
           str_take_until(&rest, ' ', &word)) {
        option = word.len && word.ptr[0] == '-';
        memset((char *)word.ptr, ' ', word.len);
    }
    return runs;
}

/* `%time load()` becomes `0;    load()`: blanks alone would indent the code. */
static void head_with_number(Str line)
{
    if (line.len > 1) {
        ((char *)line.ptr)[0] = '0';
        ((char *)line.ptr)[1] = ';';
    }
}

static void take_statement(Magic *magic, size_t end)
{
    Str line = str_trim((Str){magic->text + magic->at, end - magic->at});
    if (!line.len)
        return;
    if (line.ptr[0] == '%' && keep_code(line))
        head_with_number(line);
    else if (byte_in(line.ptr[0], "%!") || asks_for_help(line))
        ((char *)line.ptr)[0] = '#';
}

/* `files = !ls`: no expression begins with `!` or `%`. */
static void take_assigned(Magic *magic, size_t at)
{
    size_t value = at + 1;
    while (value < magic->len && byte_in(magic->text[value], " \t"))
        value++;
    if (value + 1 >= magic->len || !byte_in(magic->text[value], "!%") ||
        magic->text[value + 1] == '=')
        return;
    magic->text[value] = '0';
    magic->text[value + 1] = '#';
}

static void take_quote(Magic *magic)
{
    char c = magic->text[magic->at];
    bool triple = is_triple(magic, magic->at);
    if (!magic->quote) {
        magic->quote = c;
        magic->triple = triple;
        magic->at += triple ? 2 : 0;
    } else if (c == magic->quote && (!magic->triple || triple)) {
        magic->at += magic->triple ? 2 : 0;
        magic->quote = 0;
    }
}

static void take_byte(Magic *magic)
{
    char c = magic->text[magic->at];
    if (c == '\\' && magic->at + 1 < magic->len) {
        magic->at++;
        magic->joined = !magic->quote && magic->text[magic->at] == '\n';
    } else if (c == '"' || c == '\'')
        take_quote(magic);
    else if (magic->quote)
        magic->quote = c == '\n' && !magic->triple ? 0 : magic->quote;
    else if (c == '#')
        magic->at = line_end(magic, magic->at) - 1;
    else if (c == '=' && !magic->depth)
        take_assigned(magic, magic->at);
    else
        magic->depth = MAX(0, magic->depth + (byte_in(c, "([{") ? 1 : byte_in(c, ")]}") ? -1 : 0));
}

void magic_hide(char *text, size_t len)
{
    Magic magic = {.text = text, .len = len};
    bool begins = true;
    for (; magic.at < len; magic.at++) {
        if (begins && !magic.quote && !magic.depth && !magic.joined)
            take_statement(&magic, line_end(&magic, magic.at));
        magic.joined = false;
        take_byte(&magic);
        begins = magic.at < len && text[magic.at] == '\n';
    }
}
