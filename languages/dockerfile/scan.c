/* Dockerfiles: build stages with the instructions that matter to a reader of the image.
   Instructions may continue over the escape character and over here-documents. Base images are
   the imports.

   Why not tree-sitter: the npm package is a placeholder without versions. */
#include "languages_lang.h"

#include "base/buf.h"
#include "lang/scan/scan_text.h"

/* Lines from which RUN and COPY are shown: shorter ones are quicker to read than to look up. */
#define STEP_LINES_MIN 3
#define STEP_CHARS_MAX 80
#define STEP_BYTES_MAX ((size_t)1024)
#define STAGES_MAX 256

typedef struct Docker {
    Scan *scan;
    Str text;
    char escape;
    Str stages[STAGES_MAX];
    size_t stage_count;
    Lead lead;
    size_t last_end;
} Docker;

/* Skips the here-documents that the line opens (`<<EOF`, `<<-"EOF"`). Returns the instruction's
   new end. */
static size_t skip_heredocs(const Docker *docker, const Line *line, size_t end, size_t *at)
{
    Str text = docker->text;
    size_t mark = line->start;
    while ((mark = find_from(str_slice(text, 0, line->end), mark, STR("<<"))) != STR_NONE) {
        mark += 2;
        bool indented = mark < line->end && text.ptr[mark] == '-';
        size_t from = mark + indented;
        from += from < line->end && (text.ptr[from] == '"' || text.ptr[from] == '\'');
        Str word = word_at(text, from, line->end, "");
        if (!word.len || !byte_is_word(word.ptr[0]) || byte_is_digit(word.ptr[0]))
            continue;
        Line body;
        size_t ahead = *at;
        while (line_take(text, &ahead, &body)) {
            Str content = str_slice(text, body.start, body.end);
            end = body.end;
            if (str_equal(indented ? str_trim(content) : str_trim_end(content), word))
                break;
        }
        *at = ahead;
    }
    return end;
}

/* Reads the instruction at *at with its continuation lines, among which comments are allowed. */
static bool take_instruction(const Docker *docker, size_t *at, Line *line)
{
    Str text = docker->text;
    if (!line_take(text, at, line))
        return false;
    Line part = *line;
    size_t first = skip_blanks(text, part.start, part.end);
    if (first == part.end || text.ptr[first] == '#')
        return true;
    for (;;) {
        size_t last = part.end, from = skip_blanks(text, part.start, part.end);
        while (last > part.start && byte_is_space(text.ptr[last - 1]))
            last--;
        bool comment = from < part.end && text.ptr[from] == '#';
        bool goes_on = comment || (last > part.start && text.ptr[last - 1] == docker->escape);
        if (!comment)
            line->end = part.end;
        if (!goes_on || !line_take(text, at, &part))
            break;
    }
    line->end = skip_heredocs(docker, line, line->end, at);
    line->next = *at;
    return true;
}

static bool is_stage(const Docker *docker, Str name)
{
    for (size_t i = 0; i < docker->stage_count; i++)
        if (str_equal_nocase(docker->stages[i], name))
            return true;
    return false;
}

static Str argument(Str text, size_t *at, size_t end)
{
    *at = skip_blanks(text, *at, end);
    size_t from = *at;
    while (*at < end && !byte_is_space(text.ptr[*at]))
        (*at)++;
    return str_slice(text, from, *at);
}

/* Adds a stage: FROM [--platform=…] image [AS name]. */
static void add_stage(Docker *docker, const Line *line, size_t at)
{
    Scan *scan = docker->scan;
    size_t image_at;
    Str image;
    do {
        image = argument(docker->text, &at, line->end);
        image_at = at - image.len;
    } while (str_starts(image, STR("--")));
    Str as = argument(docker->text, &at, line->end);
    Str name = word_is(as, "as") ? argument(docker->text, &at, line->end) : (Str){0};
    scan_close_to(scan, 0, docker->last_end);
    scan_cut(scan, lead_start(&docker->lead, line->start), 0);
    if (image.len && !is_stage(docker, image) && !word_is(image, "scratch"))
        scan_import(scan, image, image_at, image_at + image.len);
    Symbol *stage = scan_symbol_open(scan, SYMBOL_TARGET, name.len ? name : image, line->start);
    stage->signature = scan_signature(scan, line->start, line->end);
    lead_take(scan, &docker->lead, stage);
    if (name.len && docker->stage_count < STAGES_MAX)
        docker->stages[docker->stage_count++] = name;
}

/* The offset after the value that starts at `at`. */
static size_t value_end(Str text, size_t at, size_t end)
{
    char quote = at < end ? text.ptr[at] : ' ';
    if (quote == '"' || quote == '\'')
        at = find_byte_from(text, at + 1, end, quote);
    while (at < end && !byte_is_space(text.ptr[at]))
        at++;
    return at;
}

/* Adds a symbol for each NAME=value of ARG or ENV. */
static void add_variables(Docker *docker, const Line *line, size_t at, bool environment)
{
    Scan *scan = docker->scan;
    Str text = docker->text;
    size_t start = line->start;
    for (;;) {
        Str name = word_at(text, at, line->end, "-.");
        size_t after = at + name.len;
        if (!name.len)
            break;
        bool assigns = after < line->end && text.ptr[after] == '=';
        size_t end = assigns ? value_end(text, after + 1, line->end) : line->end;
        Symbol *symbol = scan_symbol(scan, SYMBOL_VARIABLE, name, start, end);
        symbol->is_value = assigns || environment;
        symbol->signature = scan_shown(
            scan, str_format(scan->arena, "%s %.*s", environment ? "ENV" : "ARG", STR_ARG(name)));
        at = end;
        while (at < line->end && (byte_is_space(text.ptr[at]) || text.ptr[at] == docker->escape))
            at++;
        start = at;
    }
}

static uint32_t count_lines(const Docker *docker, const Line *line)
{
    uint32_t lines = 1;
    for (size_t at = line->start; lines < STEP_LINES_MIN; lines++) {
        at = find_byte_from(docker->text, at, line->end, '\n') + 1;
        if (at > line->end)
            break;
    }
    return lines;
}

/* Signature of a step: its lines without comments, escapes and here-documents. */
static Str step_signature(const Docker *docker, const Line *line)
{
    Arena *arena = docker->scan->arena;
    Str rest = str_slice(docker->text, line->start, line->end), part;
    Buf buf = buf_open(arena, STEP_BYTES_MAX);
    while (!buf.overflow && str_take_line(&rest, &part)) {
        bool heredoc = str_find(part, STR("<<")) != STR_NONE;
        part = str_trim(part);
        if (part.len && part.ptr[0] == '#')
            continue;
        if (part.len && part.ptr[part.len - 1] == docker->escape)
            part = str_trim_end(str_slice(part, 0, part.len - 1));
        buf_put(&buf, buf.len ? STR(" ") : STR(""));
        buf_put(&buf, str_slice(part, 0, str_char_floor(part, MIN(part.len, STEP_BYTES_MAX / 2))));
        if (heredoc)
            break;
    }
    Str folded = str_fold_space(arena, buf_str(&buf));
    return str_cut_chars(arena, folded, STEP_CHARS_MAX);
}

static void read_instruction(Docker *docker, const Line *line)
{
    static const char *const shown[] = {"expose",  "entrypoint", "cmd",         "workdir",
                                        "user",    "volume",     "healthcheck", "stopsignal",
                                        "onbuild", "shell",      NULL};
    static const char *const steps[] = {"run", "copy", "add", "label", NULL};
    Scan *scan = docker->scan;
    size_t at = skip_blanks(docker->text, line->start, line->end);
    Str word = word_at(docker->text, at, line->end, "");
    size_t after = skip_blanks(docker->text, at + word.len, line->end);
    Line own = {at, line->end, line->next};
    if (word_is(word, "from")) {
        add_stage(docker, &own, after);
    } else if (word_is(word, "arg") || word_is(word, "env")) {
        scan_cut(scan, at, 1);
        add_variables(docker, &own, after, word_is(word, "env"));
    } else if (word_in(word, shown) || word_in(word, steps)) {
        scan_cut(scan, at, 1);
        bool from_stage =
            str_find(str_slice(docker->text, at, line->end), STR("--from=")) != STR_NONE;
        if (word_in(word, steps) && !from_stage && count_lines(docker, line) < STEP_LINES_MIN)
            return;
        Symbol *symbol = scan_symbol(scan, SYMBOL_PROPERTY, word, at, line->end);
        symbol->signature = step_signature(docker, &own);
        lead_take(scan, &docker->lead, symbol);
    }
}

/* The continuation character, which `# escape=` at the top may change. */
static char escape_of(Str text)
{
    Str line;
    while (str_take_line(&text, &line) && str_starts(line, STR("#"))) {
        Str directive = str_trim(str_from_offset(line, 1));
        if (str_starts(directive, STR("escape=")) && directive.len > 7)
            return directive.ptr[7];
    }
    return '\\';
}

void scan_dockerfile(Scan *scan)
{
    Docker docker = {.scan = scan, .text = scan->text, .escape = escape_of(scan->text)};
    size_t at = 0;
    Line line;
    while (!scan_expired(scan) && take_instruction(&docker, &at, &line)) {
        size_t first = skip_blanks(scan->text, line.start, line.end);
        if (skip_space(scan->text, first, line.end) == line.end) {
            lead_clear(&docker.lead);
        } else if (scan->text.ptr[first] == '#') {
            lead_add(&docker.lead, line.start, line.end);
        } else {
            read_instruction(&docker, &line);
            lead_clear(&docker.lead);
            docker.last_end = line.end;
        }
    }
    scan_close_to(scan, 0, docker.last_end);
}
