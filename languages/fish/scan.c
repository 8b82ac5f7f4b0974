/* fish: functions with their content, global variables, aliases, abbreviations, sourced files.
   All kinds of blocks end with `end`, so all of them are counted.

   Why not tree-sitter: the npm package was published without its parser. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"

/* Functions in deeper blocks are not shown. */
#define FISH_BLOCKS_MAX 128

typedef struct Fish {
    Scan *scan;
    Str text;
    bool functions[FISH_BLOCKS_MAX]; /* whether the open block is a function with a symbol */
    size_t depth, function_depth;
    Lead lead;
} Fish;

static void add_leaf(Fish *fish, SymbolKind kind, Str name, size_t at, size_t end, bool value)
{
    Scan *scan = fish->scan;
    if (!name.len)
        return;
    scan_cut(scan, lead_start(&fish->lead, at), (uint32_t)scan->depth);
    Symbol *symbol =
        scan_symbol(scan, kind, str_slice(name, 0, MIN(name.len, NAME_BYTES_MAX)), at, end);
    symbol->signature = scan_signature(scan, at, end);
    symbol->is_value = value;
    lead_take(scan, &fish->lead, symbol);
}

static void open_block(Fish *fish, bool function)
{
    if (fish->depth < FISH_BLOCKS_MAX)
        fish->functions[fish->depth] = function;
    else if (function)
        scan_symbol_close(fish->scan, fish->text.len);
    fish->depth++;
}

static void close_block(Fish *fish, size_t end)
{
    if (!fish->depth)
        return;
    fish->depth--;
    if (fish->depth < FISH_BLOCKS_MAX && fish->functions[fish->depth]) {
        scan_symbol_close(fish->scan, end);
        fish->function_depth--;
    }
}

static Str argument(Str text, size_t at, size_t end)
{
    at = skip_blanks(text, at, end);
    size_t from = at;
    while (at < end && !byte_is_space(text.ptr[at]) && text.ptr[at] != ';' && text.ptr[at] != '=')
        at++;
    return str_slice(text, from, at);
}

/* The first argument that is not an option. *global says whether an option contained `g` or `U`. */
static Str plain_argument(Str text, size_t at, size_t end, bool *global)
{
    Str word;
    while (str_starts(word = argument(text, at, end), STR("-"))) {
        Str letters = str_starts(word, STR("--")) ? str_slice(word, 2, 3) : word;
        *global = *global || str_find_byte(letters, 'g') != STR_NONE ||
                  str_find_byte(letters, 'U') != STR_NONE ||
                  str_find_byte(letters, 'u') != STR_NONE;
        at = (size_t)(word.ptr - text.ptr) + word.len;
    }
    return word;
}

static void read_command(Fish *fish, size_t at, size_t end, size_t line_end_at)
{
    static const char *const blocks[] = {"if", "for", "while", "switch", "begin", NULL};
    Scan *scan = fish->scan;
    bool global = false;
    Str word = word_at(fish->text, at, end, "-.");
    size_t after = at + word.len;
    if (str_equal(word, STR("function"))) {
        Str name = argument(fish->text, after, end);
        bool shown = name.len && scan->depth < SYMBOL_DEPTH_MAX && fish->depth < FISH_BLOCKS_MAX;
        if (shown) {
            scan_cut(scan, lead_start(&fish->lead, at), (uint32_t)scan->depth);
            Symbol *symbol = scan_symbol_open(
                scan, SYMBOL_FUNCTION, str_slice(name, 0, MIN(name.len, NAME_BYTES_MAX)), at);
            symbol->signature = scan_signature(scan, at, end);
            lead_take(scan, &fish->lead, symbol);
            fish->function_depth++;
        }
        open_block(fish, shown);
    } else if (word_in(word, blocks)) {
        open_block(fish, false);
    } else if (str_equal(word, STR("end"))) {
        close_block(fish, at + 3);
    } else if (str_equal(word, STR("source")) || str_equal(word, STR("."))) {
        scan_import(scan, argument(fish->text, after, end), at, end);
    } else if (str_equal(word, STR("alias")) || str_equal(word, STR("abbr"))) {
        if (!fish->function_depth)
            add_leaf(fish, SYMBOL_FUNCTION, plain_argument(fish->text, after, end, &global), at,
                     line_end_at, false);
    } else if (str_equal(word, STR("set"))) {
        Str name = plain_argument(fish->text, after, end, &global);
        if (global || (!fish->depth && name.len))
            add_leaf(fish, SYMBOL_VARIABLE, name, at, line_end_at, true);
    }
}

/* The offset after the string at `at`, which may span lines. */
static size_t string_end(Str text, size_t at)
{
    char quote = text.ptr[at];
    for (at++; at < text.len && text.ptr[at] != quote; at++)
        if (text.ptr[at] == '\\')
            at++;
    return MIN(at + 1, text.len);
}

/* The end of the command at `at`: a line end, `;`, `|` or `&` outside strings and brackets. */
static size_t command_end(Str text, size_t at)
{
    size_t depth = 0;
    while (at < text.len) {
        char c = text.ptr[at];
        if (c == '\'' || c == '"') {
            at = string_end(text, at);
            continue;
        }
        if (c == '\\') {
            at += 2;
            continue;
        }
        depth += c == '(';
        depth -= depth && c == ')';
        bool comment = c == '#' && at && byte_is_space(text.ptr[at - 1]);
        if (c == '\n' || comment || (!depth && (c == ';' || c == '|' || c == '&')))
            return at;
        at++;
    }
    return text.len;
}

void scan_fish(Scan *scan)
{
    static const char *const prefixes[] = {"and",     "or",      "not",  "else",
                                           "command", "builtin", "time", NULL};
    Fish fish = {.scan = scan, .text = scan->text};
    Str text = scan->text;
    size_t at = 0, lines = 0;
    while (!scan_expired(scan) && at < text.len) {
        char c = text.ptr[at];
        if (c == '#') {
            size_t end = line_end(text, at);
            lead_add(&fish.lead, at, end);
            at = end;
            lines = 0;
            continue;
        }
        if (byte_is_space(c) || byte_in(c, ";|&")) {
            lines += c == '\n';
            if (lines > 1)
                lead_clear(&fish.lead);
            at++;
            continue;
        }
        Str word = word_at(text, at, text.len, "-.");
        if (word_in(word, prefixes)) { /* `else if` does not open another block */
            bool chained = str_equal(word, STR("else"));
            at = skip_blanks(text, at + word.len, text.len);
            if (!chained || !str_equal(word_at(text, at, text.len, ""), STR("if")))
                continue;
            at = command_end(text, at);
            continue;
        }
        size_t end = MIN(command_end(text, at), text.len);
        read_command(&fish, at, end, end);
        lead_clear(&fish.lead);
        lines = 0;
        at = MAX(end, at + 1);
    }
    scan_close_to(scan, 0, text.len);
}
