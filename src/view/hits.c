/* View of text-search hits: the answer is written with one plan after another until one fits. A
   plan fixes the width of lines, whether lines between hits are shown, and the number of hits.
   Blocks are the same for every format. */
#include "view/hits.h"

#include "text/address.h"
#include "text/tokens.h"

#define ELLIPSIS STR("\xE2\x80\xA6")
/* Directories named for the hits that are not shown: as many as fit a line or two. */
#define PLACES_SHOWN 6
#define CURSOR_DIGITS 16

typedef struct Plan {
    size_t width;
    bool between; /* lines between hits are shown */
    uint64_t hits;
} Plan;

typedef struct Block {
    size_t file, first, last; /* lines of the file */
    uint64_t hits;
    const HitSymbol *symbol;
} Block;
typedef VEC(Block) BlockVec;

/* ---- cursor ---- */

Str hits_cursor(Arena *arena, HitCursor cursor)
{
    return str_format(arena, "%016llx%016llx%llx", (unsigned long long)cursor.query,
                      (unsigned long long)cursor.stamp, (unsigned long long)cursor.line);
}

static bool parse_number(Str digits, uint64_t *value)
{
    return str_is_lower_hex(digits) && str_parse_hex(digits, value);
}

bool hits_cursor_parse(Str text, HitCursor *cursor)
{
    return parse_number(str_slice(text, 0, CURSOR_DIGITS), &cursor->query) &&
           parse_number(str_slice(text, CURSOR_DIGITS, 2 * CURSOR_DIGITS), &cursor->stamp) &&
           parse_number(str_from_offset(text, 2 * CURSOR_DIGITS), &cursor->line);
}

/* ---- blocks ---- */

static bool is_shown(const HitAnswer *answer, const Plan *plan, const TextLine *line)
{
    return line->matches || line->goes_on || plan->between || answer->context;
}

/* Splits the lines of a file into blocks, up to `*left` hits. A block ends where a line is left
   out, and before a hit in another symbol. */
static void add_blocks(Arena *arena, const HitAnswer *answer, const Plan *plan, size_t file,
                       uint64_t *left, BlockVec *blocks)
{
    const HitFile *of = &answer->list.ptr[file];
    Block *block = NULL;
    for (size_t i = 0; i < of->count; i++) {
        const TextLine *line = &of->lines[i];
        bool is_hit = line->matches > 0;
        if (is_hit && !*left)
            break;
        if (!is_shown(answer, plan, line))
            continue;
        bool joins = block && line->line == of->lines[block->last].line + 1;
        if (joins && is_hit && block->hits && of->symbols[i] != block->symbol)
            joins = false;
        if (!joins) {
            block = VEC_PUSH(arena, blocks);
            *block = (Block){.file = file, .first = i};
        }
        block->last = i;
        if (!is_hit)
            continue;
        block->symbol = block->hits ? block->symbol : of->symbols[i];
        block->hits++;
        --*left;
    }
    if (block && !block->hits) /* lines before a hit that does not fit */
        blocks->len--;
}

/* Removes lines after the last hit of a block: they led to a hit that is in another block. */
static void trim_blocks(const HitAnswer *answer, BlockVec *blocks)
{
    for (size_t i = 0; i < blocks->len && !answer->context; i++) {
        Block *block = &blocks->ptr[i];
        const TextLine *lines = answer->list.ptr[block->file].lines;
        while (!lines[block->last].matches && !lines[block->last].goes_on)
            block->last--;
    }
}

static BlockVec make_blocks(Arena *arena, const HitAnswer *answer, const Plan *plan)
{
    BlockVec blocks = {0};
    uint64_t left = plan->hits;
    for (size_t i = 0; i < answer->list.len && left; i++)
        add_blocks(arena, answer, plan, i, &left, &blocks);
    trim_blocks(answer, &blocks);
    return blocks;
}

static uint64_t hits_of(const BlockVec *blocks, size_t file)
{
    uint64_t hits = 0;
    for (size_t i = 0; i < blocks->len; i++)
        if (blocks->ptr[i].file == file || file == SIZE_MAX)
            hits += blocks->ptr[i].hits;
    return hits;
}

/* A cursor after the last hit shown; empty after the last hit. */
static Str next_cursor(Arena *arena, const HitAnswer *answer, const BlockVec *blocks)
{
    if (!blocks->len || answer->first + hits_of(blocks, SIZE_MAX) >= answer->hits)
        return (Str){0};
    const Block *last = &blocks->ptr[blocks->len - 1];
    const HitFile *file = &answer->list.ptr[last->file];
    size_t at = last->last;
    while (!file->lines[at].matches)
        at--;
    return hits_cursor(arena, (HitCursor){answer->query, file->stamp, file->lines[at].line});
}

/* ---- lines ---- */

static size_t indent_of(Str text)
{
    size_t at = 0;
    while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
        at++;
    return at;
}

static size_t char_ceiling(Str text, size_t at)
{
    while (at < text.len && ((unsigned char)text.ptr[at] & 0xC0) == 0x80)
        at++;
    return at;
}

static Str excerpt(Arena *arena, const TextLine *line, size_t indent, size_t width)
{
    Str text = line->text;
    size_t from = line->more_before ? 0 : MIN(indent, text.len), to = text.len;
    if (line->more_before || line->more_behind || to - from > width) {
        size_t room = MAX(width, 2 * ELLIPSIS.len + 8) - 2 * ELLIPSIS.len;
        size_t hit = MIN(line->match_end - line->match_start, room);
        size_t lead = (room - hit) / 3, start = line->match_start;
        start = start > from + lead ? start - lead : from;
        start = MAX(MIN(start, text.len - MIN(room, text.len)), from);
        from = char_ceiling(text, start);
        to = str_char_floor(text, MIN(start + room, text.len));
    }
    Buf out = buf_open(arena, 0);
    bool cut_before = line->more_before || from > MIN(indent, text.len);
    bool cut_behind = line->more_behind || to < text.len;
    if (cut_before)
        buf_put(&out, ELLIPSIS);
    view_put_line_text(&out, str_trim_end(str_slice(text, from, MAX(from, to))));
    if (cut_behind)
        buf_put(&out, ELLIPSIS);
    if ((cut_before || cut_behind) && line->matches > 1)
        buf_printf(&out, " [%u matches]", line->matches);
    return buf_str(&out);
}

Str hits_excerpt(Arena *arena, const TextLine *line, size_t width)
{
    return excerpt(arena, line, indent_of(line->text), width);
}

/* Number of leading blanks that all lines of the block share. */
static size_t block_indent(const HitFile *file, const Block *block)
{
    size_t indent = SIZE_MAX;
    for (size_t i = block->first; i <= block->last; i++) {
        Str text = file->lines[i].text;
        if (!file->lines[i].more_before && str_trim(text).len)
            indent = MIN(indent, indent_of(text));
    }
    return indent == SIZE_MAX ? 0 : indent;
}

/* ---- as text ---- */

static void put_count(Buf *out, uint64_t count, const char *one, const char *many)
{
    buf_put_thousands(out, count);
    buf_printf(out, " %s", count == 1 ? one : many);
}

static void put_left_out(Buf *out, const HitAnswer *answer)
{
    const struct {
        uint64_t count;
        const char *what;
    } parts[] = {{answer->binary, "binary"},
                 {answer->unreadable, "unreadable"},
                 {answer->given_up, "given up: too many steps of the pattern"}};
    for (size_t i = 0; i < COUNT(parts); i++)
        if (parts[i].count) {
            buf_put(out, STR(", "));
            buf_put_thousands(out, parts[i].count);
            buf_printf(out, " %s", parts[i].what);
        }
}

void hits_put_head(Buf *out, const HitAnswer *answer, uint64_t shown)
{
    if (answer->hits) {
        put_count(out, answer->hits, "hit", "hits");
        buf_put(out, STR(" in "));
        put_count(out, answer->files, "file", "files");
    } else {
        buf_put(out, STR("no hits"));
    }
    buf_put(out, STR(" ("));
    put_count(out, answer->searched, "file", "files");
    buf_put(out, STR(" searched"));
    put_left_out(out, answer);
    if (!answer->searched && !answer->binary && !answer->unreadable && !answer->given_up)
        buf_put(out, STR(": none is there, or the patterns and file types fit none"));
    buf_put_byte(out, ')');
    if (shown < answer->hits) {
        buf_put(out, shown == 1 ? STR("; hit ") : STR("; hits "));
        buf_put_thousands(out, answer->first + 1);
        if (shown != 1) {
            buf_put_byte(out, '-');
            buf_put_thousands(out, answer->first + shown);
        }
    }
    buf_put_byte(out, '\n');
    if (answer->note.len)
        buf_printf(out, "[%.*s]\n", STR_ARG(answer->note));
    for (size_t i = 0; i < answer->definitions.len; i++) {
        const HitDefinition *definition = &answer->definitions.ptr[i];
        buf_printf(out, "%s: %.*s ", definition->symbol->declares ? "declared" : "defined",
                   STR_ARG(symbol_kind_name(definition->symbol->kind)));
        view_put_line_text(out, definition->symbol->name);
        buf_put_byte(out, ' ');
        view_put_address(out, definition->path);
        buf_put_byte(out, ':');
        buf_put_u64(out, definition->symbol->start_line);
        buf_put_byte(out, '\n');
    }
}

static void put_foot(Buf *out, Arena scratch, const HitAnswer *answer, const BlockVec *blocks)
{
    Str cursor = next_cursor(&scratch, answer, blocks);
    if (!cursor.len)
        return;
    buf_put(out, STR("\n["));
    put_count(out, answer->hits - answer->first - hits_of(blocks, SIZE_MAX), "more hit",
              "more hits");
    for (size_t i = 0; i < MIN(answer->places.len, PLACES_SHOWN); i++) {
        buf_put(out, i ? STR(", ") : STR(": "));
        view_put_address(out, answer->places.ptr[i].path);
        buf_put_byte(out, ' ');
        buf_put_thousands(out, answer->places.ptr[i].hits);
    }
    if (answer->places.len > PLACES_SHOWN)
        buf_put(out, STR(", …"));
    Str word = answer->cursor_word.len ? answer->cursor_word : STR("cursor");
    buf_printf(out, "; %.*s %.*s goes on%s%.*s]\n", STR_ARG(word), STR_ARG(cursor),
               answer->narrow_words.len ? ", " : "", STR_ARG(answer->narrow_words));
}

static void put_block(Buf *out, Arena scratch, const HitFile *file, const Block *block,
                      size_t width)
{
    size_t indent = block_indent(file, block);
    for (size_t i = block->first; i <= block->last; i++) {
        const TextLine *line = &file->lines[i];
        Arena temporary = scratch;
        Str text = excerpt(&temporary, line, indent, width);
        buf_put(out, block->symbol ? STR("    ") : STR("  "));
        buf_put_u64(out, line->line);
        buf_put(out, line->matches || line->goes_on ? STR(":") : STR("-"));
        if (text.len)
            buf_put_byte(out, ' ');
        buf_put(out, text);
        buf_put_byte(out, '\n');
    }
}

static void put_file(Buf *out, const HitFile *file, uint64_t shown)
{
    buf_put_byte(out, '\n');
    view_put_address(out, file->path);
    if (shown < file->hits) {
        buf_put(out, STR(" ("));
        put_count(out, file->hits, "hit", "hits");
        buf_put_byte(out, ')');
    }
    buf_put_byte(out, '\n');
}

static void put_text(Buf *out, Arena scratch, const HitAnswer *answer, const Plan *plan)
{
    BlockVec blocks = make_blocks(&scratch, answer, plan);
    hits_put_head(out, answer, hits_of(&blocks, SIZE_MAX));
    const HitSymbol *symbol = NULL;
    for (size_t i = 0; i < blocks.len; i++) {
        const Block *block = &blocks.ptr[i];
        const HitFile *file = &answer->list.ptr[block->file];
        if (!i || block->file != blocks.ptr[i - 1].file) {
            put_file(out, file, hits_of(&blocks, block->file));
            symbol = NULL;
        }
        if (block->symbol && block->symbol != symbol) {
            buf_put(out, STR("  "));
            view_put_line_text(out, block->symbol->name);
            buf_put_byte(out, ' ');
            view_put_range(out, block->symbol->start_line, block->symbol->end_line);
            buf_put_byte(out, '\n');
        }
        symbol = block->symbol;
        put_block(out, scratch, file, block, plan->width);
    }
    put_foot(out, scratch, answer, &blocks);
}

/* ---- as a value ---- */

static Str clean(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    view_put_line_text(&out, text);
    return buf_str(&out);
}

static Json *block_value(Arena *arena, const HitFile *file, const Block *block, size_t width)
{
    Buf text = buf_open(arena, 0);
    size_t indent = block_indent(file, block);
    for (size_t i = block->first; i <= block->last; i++) {
        if (i > block->first)
            buf_put_byte(&text, '\n');
        buf_put(&text, excerpt(arena, &file->lines[i], indent, width));
    }
    Json *value = json_object(arena);
    json_set(value, STR("symbol"),
             json_str(arena, block->symbol ? clean(arena, block->symbol->name) : (Str){0}));
    json_set(value, STR("line"), json_u64(arena, file->lines[block->first].line));
    json_set(value, STR("hits"), json_u64(arena, block->hits));
    json_set(value, STR("text"), json_str(arena, buf_str(&text)));
    return value;
}

static Json *results_value(Arena *arena, const HitAnswer *answer, const BlockVec *blocks,
                           size_t width)
{
    Json *results = json_array(arena), *list = NULL;
    for (size_t i = 0; i < blocks->len; i++) {
        const Block *block = &blocks->ptr[i];
        const HitFile *file = &answer->list.ptr[block->file];
        if (!i || block->file != blocks->ptr[i - 1].file) {
            Json *value = json_object(arena);
            json_set(value, STR("path"), json_str(arena, address_value(arena, file->path)));
            json_set(value, STR("hits"), json_u64(arena, file->hits));
            list = json_array(arena);
            json_set(value, STR("blocks"), list);
            json_add(results, value);
        }
        json_add(list, block_value(arena, file, block, width));
    }
    return results;
}

static Json *definitions_value(Arena *arena, const HitAnswer *answer)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < answer->definitions.len; i++) {
        const HitDefinition *definition = &answer->definitions.ptr[i];
        Json *value = json_object(arena);
        json_set(value, STR("kind"), json_str(arena, symbol_kind_name(definition->symbol->kind)));
        json_set(value, STR("name"), json_str(arena, clean(arena, definition->symbol->name)));
        json_set(value, STR("path"), json_str(arena, address_value(arena, definition->path)));
        json_set(value, STR("line"), json_u64(arena, definition->symbol->start_line));
        if (definition->symbol->declares)
            json_set(value, STR("declaration"), json_bool(arena, true));
        json_add(list, value);
    }
    return list;
}

static Json *places_value(Arena *arena, const HitAnswer *answer)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < MIN(answer->places.len, PLACES_SHOWN); i++) {
        Json *value = json_object(arena);
        json_set(value, STR("path"),
                 json_str(arena, address_value(arena, answer->places.ptr[i].path)));
        json_set(value, STR("hits"), json_u64(arena, answer->places.ptr[i].hits));
        json_add(list, value);
    }
    return list;
}

static Json *answer_value(Arena *arena, Arena scratch, const HitAnswer *answer, const Plan *plan)
{
    BlockVec blocks = make_blocks(&scratch, answer, plan);
    const struct {
        Str name;
        uint64_t value;
    } counts[] = {{STR("hits"), answer->hits},
                  {STR("files"), answer->files},
                  {STR("searched"), answer->searched},
                  {STR("binary"), answer->binary},
                  {STR("unreadable"), answer->unreadable},
                  {STR("given_up"), answer->given_up},
                  {STR("first"), answer->first + (blocks.len > 0)},
                  {STR("shown"), hits_of(&blocks, SIZE_MAX)}};
    Json *value = json_object(arena);
    json_set(value, STR("_type"), json_str(arena, STR("grep")));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("pattern"), json_str(arena, answer->pattern));
    for (size_t i = 0; i < COUNT(counts); i++)
        json_set(value, counts[i].name, json_u64(arena, counts[i].value));
    if (answer->note.len)
        json_set(value, STR("note"), json_str(arena, answer->note));
    if (answer->definitions.len)
        json_set(value, STR("definitions"), definitions_value(arena, answer));
    json_set(value, STR("results"), results_value(arena, answer, &blocks, plan->width));
    Str cursor = next_cursor(arena, answer, &blocks);
    if (cursor.len && answer->places.len)
        json_set(value, STR("more"), places_value(arena, answer));
    if (cursor.len)
        json_set(value, STR("cursor"), json_str(arena, cursor));
    return value;
}

/* ---- fitting the limit ---- */

static void put_answer(Buf *out, Arena scratch, ViewFormat format, const HitAnswer *answer,
                       const Plan *plan)
{
    if (format == VIEW_TEXT) {
        put_text(out, scratch, answer, plan);
        return;
    }
    Arena below = scratch; /* temporaries of building the value, which is in `scratch` */
    Json *value = answer_value(out->arena, below, answer, plan);
    view_put_value(out, scratch, format, value);
}

static size_t ceiling(const HitAnswer *answer)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < answer->list.len; i++)
        for (size_t j = 0; j < answer->list.ptr[i].count; j++)
            lines += answer->context || answer->list.ptr[i].lines[j].matches ||
                     answer->list.ptr[i].lines[j].goes_on;
    uint64_t tokens = MIN(SEARCH_LINE_TOKENS * lines, SEARCH_PAGE_TOKENS);
    return (size_t)((SEARCH_FRAME_TOKENS + tokens) * TOKEN_BYTES);
}

static uint64_t count_hits(const HitAnswer *answer)
{
    uint64_t hits = 0;
    for (size_t i = 0; i < answer->list.len; i++)
        for (size_t j = 0; j < answer->list.ptr[i].count; j++)
            hits += answer->list.ptr[i].lines[j].matches > 0;
    return hits;
}

void hits_write(Buf *out, Arena scratch, ViewFormat format, const HitAnswer *answer)
{
    static const Plan plans[] = {
        {220, true, 0}, {140, true, 0}, {140, false, 0}, {90, false, 0}, {60, false, 0}};
    size_t count = answer->context ? 2 : COUNT(plans); /* context was requested: lines stay wide */
    uint64_t hits = count_hits(answer);
    if (answer->files_only) {
        hits_write_files(out, scratch, format, answer);
        return;
    }
    for (size_t i = 0;; i++) {
        Plan plan = plans[MIN(i, count - 1)];
        if (i >= count)
            hits -= MAX(hits / 8, 1);
        plan.hits = hits;
        Buf attempt = buf_open(out->arena, hits > 1 ? ceiling(answer) : 0);
        put_answer(&attempt, scratch, format, answer, &plan);
        if (attempt.overflow)
            continue;
        buf_put(out, buf_str(&attempt));
        return;
    }
}
