/* Vim script, legacy and Vim9: functions, classes, commands, global settings, autocommand
   groups; sourced files are imports.

   Why not tree-sitter: no grammar for Vim script was found on npm. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"

typedef enum VimBlock {
    VIM_FUNCTION,
    VIM_DEF,
    VIM_CLASS,
    VIM_GROUP
} VimBlock;

typedef struct Vim {
    Scan *scan;
    Str text;
    VimBlock blocks[SYMBOL_DEPTH_MAX];
    size_t depth;
    Lead lead;
    Str heredoc;   /* delimiter that ends the heredoc; empty outside */
    size_t guards; /* number of open blocks that declare nothing: `if`, `for`, `while`, `try` */
} Vim;

/* Whether the word is the command or an abbreviation of at least `shortest` bytes: `fu`, `func`,
   `function!`. */
static bool is_command(Str word, const char *full, size_t shortest)
{
    if (word.len && word.ptr[word.len - 1] == '!')
        word.len--;
    return word.len >= shortest && str_starts(str_from(full), word);
}

static void open_block(Vim *vim, VimBlock block, SymbolKind kind, Str name, size_t at,
                       const Line *line)
{
    Scan *scan = vim->scan;
    if (vim->depth == COUNT(vim->blocks))
        return;
    scan_cut(scan, lead_start(&vim->lead, at), (uint32_t)scan->depth);
    Symbol *symbol =
        scan_symbol_open(scan, kind, str_slice(name, 0, MIN(name.len, NAME_BYTES_MAX)), at);
    symbol->signature = scan_signature(scan, at, line->end);
    lead_take(scan, &vim->lead, symbol);
    vim->blocks[vim->depth++] = block;
}

static void close_block(Vim *vim, VimBlock block, size_t end)
{
    for (size_t i = vim->depth; i-- > 0;) {
        if (vim->blocks[i] != block)
            continue;
        while (vim->depth > i) {
            vim->depth--;
            scan_symbol_close(vim->scan, end);
        }
        return;
    }
}

static void add_leaf(Vim *vim, SymbolKind kind, Str name, size_t at, const Line *line, bool value)
{
    Scan *scan = vim->scan;
    scan_cut(scan, lead_start(&vim->lead, at), (uint32_t)scan->depth);
    Symbol *symbol =
        scan_symbol(scan, kind, str_slice(name, 0, MIN(name.len, NAME_BYTES_MAX)), at, line->end);
    symbol->signature = scan_signature(scan, at, line->end);
    symbol->is_value = value;
    lead_take(scan, &vim->lead, symbol);
}

static bool in_function(const Vim *vim)
{
    return vim->depth &&
           (vim->blocks[vim->depth - 1] == VIM_FUNCTION || vim->blocks[vim->depth - 1] == VIM_DEF);
}

/* Follows the blocks in which `finish` may not be reached. One on a single line ends there. */
static void follow_guard(Vim *vim, Str word, const Line *line)
{
    static const char *const opens[] = {"if", "for", "while", "try", NULL};
    static const char *const closes[] = {"endif",    "endi", "en",     "endfor", "endfo",
                                         "endwhile", "endw", "endtry", "endt",   NULL};
    Str rest = str_slice(vim->text, line->start, line->end);
    bool one_line =
        str_find(rest, STR("| end")) != STR_NONE || str_find(rest, STR("|end")) != STR_NONE;
    if (word_in(word, opens) && !one_line)
        vim->guards++;
    else if (word_in(word, closes) && vim->guards)
        vim->guards--;
}

/* Whether the line is a `finish` that is always reached: nothing after it is read. */
static bool ends_script(const Vim *vim, Str content)
{
    if (content.len && content.ptr[0] == ':')
        content = str_trim(str_from_offset(content, 1));
    Str word = word_at(content, 0, content.len, "");
    Str rest = str_trim(str_from_offset(content, word.len));
    return !vim->guards && !in_function(vim) && is_command(word, "finish", 4) &&
           (!rest.len || byte_in(rest.ptr[0], "\"|"));
}

/* Reads command! -nargs=1 -bang Name …. */
static void read_user_command(Vim *vim, size_t start, size_t at, const Line *line)
{
    while (at < line->end && vim->text.ptr[at] == '-') {
        while (at < line->end && !byte_is_space(vim->text.ptr[at]))
            at++;
        at = skip_blanks(vim->text, at, line->end);
    }
    Str name = word_at(vim->text, at, line->end, "");
    if (name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z')
        add_leaf(vim, SYMBOL_EVENT, name, start, line, false);
}

static void read_source(Vim *vim, size_t at, const Line *line)
{
    Str path = str_trim(str_slice(vim->text, at, line->end));
    if (str_starts(path, STR("autoload ")))
        path = str_trim(str_from_offset(path, 9));
    bool quoted = path.len > 1 && (path.ptr[0] == '\'' || path.ptr[0] == '"');
    size_t close = quoted ? find_byte_from(path, 1, path.len, path.ptr[0]) : path.len;
    scan_import(vim->scan, str_slice(path, quoted, close), line->start, line->end);
}

/* Notes a heredoc: let x =<< trim END. */
static void note_heredoc(Vim *vim, const Line *line)
{
    size_t mark = find_from(str_slice(vim->text, 0, line->end), line->start, STR("=<<"));
    if (mark == STR_NONE)
        return;
    size_t at = skip_blanks(vim->text, mark + 3, line->end);
    Str word = word_at(vim->text, at, line->end, "");
    while (str_equal(word, STR("trim")) || str_equal(word, STR("eval"))) {
        at = skip_blanks(vim->text, at + word.len, line->end);
        word = word_at(vim->text, at, line->end, "");
    }
    vim->heredoc = word;
}

/* Notes lines of another language: python3 << EOF. */
static void note_script(Vim *vim, size_t after, const Line *line)
{
    Str rest = str_trim(str_slice(vim->text, after, line->end));
    if (!str_starts(rest, STR("<<")))
        return;
    rest = str_trim(str_from_offset(rest, 2));
    if (str_starts(rest, STR("trim")))
        rest = str_trim(str_from_offset(rest, 4));
    vim->heredoc = rest.len ? word_at(rest, 0, rest.len, ".") : STR(".");
}

static void read_let(Vim *vim, size_t start, size_t at, const Line *line)
{
    Str name = word_at(vim->text, at, line->end, ":#");
    bool scoped = name.len > 2 && name.ptr[1] == ':' && byte_in(name.ptr[0], "gs");
    if (scoped && !in_function(vim))
        add_leaf(vim, SYMBOL_VARIABLE, name, start, line, true);
}

static bool read_vim9(Vim *vim, size_t start, const Line *line)
{
    Str text = vim->text, word = word_at(text, start, line->end, "!");
    size_t at = start;
    while (str_equal(word, STR("export")) || str_equal(word, STR("abstract")) ||
           str_equal(word, STR("static"))) {
        at = skip_blanks(text, at + word.len, line->end);
        word = word_at(text, at, line->end, "!");
    }
    size_t after = skip_blanks(text, at + word.len, line->end);
    Str name = word_at(text, after, line->end, ":#.");
    if (str_equal(word, STR("enddef")))
        close_block(vim, VIM_DEF, line->end);
    else if (str_equal(word, STR("endclass")) || str_equal(word, STR("endinterface")) ||
             str_equal(word, STR("endenum")))
        close_block(vim, VIM_CLASS, line->end);
    else if (is_command(word, "def", 3) && name.len)
        open_block(vim, VIM_DEF, SYMBOL_FUNCTION, name, start, line);
    else if ((str_equal(word, STR("class")) || str_equal(word, STR("interface")) ||
              str_equal(word, STR("enum"))) &&
             name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z')
        open_block(vim, VIM_CLASS, str_equal(word, STR("enum")) ? SYMBOL_ENUM : SYMBOL_CLASS, name,
                   start, line);
    else
        return false;
    return true;
}

static void read_line(Vim *vim, const Line *line)
{
    static const char *const scripts[] = {"python", "python3", "py",   "py3", "pythonx",  "pyx",
                                          "lua",    "perl",    "ruby", "tcl", "mzscheme", NULL};
    Str text = vim->text;
    size_t at = skip_blanks(text, line->start, line->end);
    if (at < line->end && text.ptr[at] == ':')
        at = skip_blanks(text, at + 1, line->end);
    Str word = word_at(text, at, line->end, "!");
    size_t after = skip_blanks(text, at + word.len, line->end);
    follow_guard(vim, word, line);
    if (word.len && word.ptr[word.len - 1] != '!' && after == at + word.len && after < line->end)
        return; /* an expression or an option, no command */
    if (word_in(word, scripts)) {
        note_script(vim, after, line);
    } else if (is_command(word, "endfunction", 4)) {
        close_block(vim, VIM_FUNCTION, line->end);
    } else if (is_command(word, "function", 2)) {
        if (word_is(str_slice(text, after, MIN(after + 5, line->end)), "<sid>"))
            after += 5;
        Str name = word_at(text, after, line->end, ":#.<>{}");
        if (name.len && find_byte_from(text, after, line->end, '(') < line->end &&
            text.ptr[after] != '/')
            open_block(vim, VIM_FUNCTION, SYMBOL_FUNCTION, name, at, line);
    } else if (read_vim9(vim, at, line)) {
        return;
    } else if (is_command(word, "augroup", 3)) {
        Str name = word_at(text, after, line->end, "-:#");
        close_block(vim, VIM_GROUP, line->end);
        if (name.len && !word_is(name, "end"))
            open_block(vim, VIM_GROUP, SYMBOL_NAMESPACE, name, at, line);
    } else if (is_command(word, "command", 3) && !in_function(vim)) {
        read_user_command(vim, at, after, line);
    } else if (is_command(word, "source", 2) || is_command(word, "runtime", 2) ||
               is_command(word, "import", 3)) {
        read_source(vim, after, line);
    } else if (is_command(word, "let", 3) || is_command(word, "const", 4)) {
        read_let(vim, at, after, line);
        note_heredoc(vim, line);
    }
}

void scan_vim(Scan *scan)
{
    Vim vim = {.scan = scan, .text = scan->text};
    size_t at = 0, last_end = 0;
    Line line;
    while (!scan_expired(scan) && line_take(scan->text, &at, &line)) {
        size_t first = skip_blanks(scan->text, line.start, line.end);
        char c = first < line.end ? scan->text.ptr[first] : '\0';
        Str content = str_trim(str_slice(scan->text, line.start, line.end));
        if (vim.heredoc.len) {
            if (str_equal(content, vim.heredoc))
                vim.heredoc = (Str){0};
            continue;
        }
        if (ends_script(&vim, content))
            break;
        if (c == '"' || c == '#') {
            lead_add(&vim.lead, line.start, line.end);
            continue;
        }
        if (content.len && c != '\\') {
            read_line(&vim, &line);
            last_end = line.end;
        }
        lead_clear(&vim.lead);
    }
    scan_close_to(scan, 0, MAX(last_end, 1));
}
