/* Chunking by a sliding-window minimum. A window of the size of a chunk slides over the text. Each
   chunk ends at the candidate cut with the smallest rank in its window (chunk_bounds.h), and at the
   last one of those. So a declaration that fits is never cut: its start or its end is in the
   window, and has a smaller rank than any cut inside it.

   Candidates come from three ascending streams: bounds of the structure, paragraphs, lines. The
   minimum is kept by a monotonic queue, in which offsets and ranks rise: a new candidate removes
   all before it whose rank is not smaller. Each enters and leaves once, so time is linear. Memory
   is needed only for the bounds of the structure, the queue and the result. */
#include "lang/chunk/chunk.h"

#include "lang/chunk/chunk_bounds.h"
#include "text/tokens.h"

/* A chunk smaller than 1/THIN_SHARE of the window is thin. It is joined with the following text,
   unless that cuts a declaration which fits. */
#define THIN_SHARE 8
/* A line that is too long is cut at a separator in the last 1/SEPARATOR_SHARE of the window, if it
   has one. */
#define SEPARATOR_SHARE 4

typedef struct Candidate {
    uint32_t offset;
    uint32_t line;
    uint32_t rank;
    bool firm;
    bool head; /* a cut here would separate the head of a declaration from its body */
} Candidate;

typedef struct Sweep {
    Arena *arena;
    Str text;
    size_t size_max;
    ChunkBounds found;
    size_t bound;       /* next of found.bounds */
    size_t split;       /* next of found.bounds that ends a split declaration */
    size_t zone;        /* first of found.zones that does not end before the window */
    uint32_t line;      /* line of the latest candidate */
    uint32_t next_line; /* start of the line after it; 0: it is the last line */
    bool blank;         /* the latest line has only white space */
    VEC(Candidate) queue;
    size_t head; /* first live candidate */
} Sweep;

size_t chunk_bytes_max(uint64_t max_tokens)
{
    uint64_t tokens = MIN(MAX(max_tokens, CHUNK_TOKENS_MIN), CHUNK_TOKENS_MAX);
    return (size_t)tokens * TOKEN_BYTES + (TOKEN_BYTES - 1);
}

/* ---- the streams ---- */

static bool line_is_blank(Str text, uint32_t start)
{
    size_t at = start;
    while (at < text.len && text.ptr[at] != '\n' && byte_is_space(text.ptr[at]))
        at++;
    return at == text.len || text.ptr[at] == '\n';
}

static void find_next_line(Sweep *sweep, uint32_t from)
{
    sweep->blank = line_is_blank(sweep->text, from);
    const char *feed = memchr(sweep->text.ptr + from, '\n', sweep->text.len - from);
    size_t next = feed ? (size_t)(feed + 1 - sweep->text.ptr) : sweep->text.len;
    sweep->next_line = next < sweep->text.len ? (uint32_t)next : 0;
}

static bool in_zone(Sweep *sweep, uint32_t offset)
{
    const ChunkZone *zones = sweep->found.zones.ptr;
    while (sweep->zone < sweep->found.zones.len && zones[sweep->zone].to < offset)
        sweep->zone++;
    return sweep->zone < sweep->found.zones.len && zones[sweep->zone].from < offset;
}

static void push(Sweep *sweep, Candidate candidate)
{
    while (sweep->queue.len > sweep->head &&
           sweep->queue.ptr[sweep->queue.len - 1].rank >= candidate.rank)
        sweep->queue.len--;
    if (sweep->head == sweep->queue.len)
        sweep->head = sweep->queue.len = 0;
    *VEC_PUSH(sweep->arena, &sweep->queue) = candidate;
}

static Candidate take_line(Sweep *sweep)
{
    bool after_blank = sweep->blank;
    Candidate candidate = {.offset = sweep->next_line, .line = ++sweep->line};
    find_next_line(sweep, candidate.offset);
    candidate.head = in_zone(sweep, candidate.offset);
    bool paragraph = after_blank && !sweep->blank && !candidate.head;
    candidate.rank = paragraph ? CHUNK_RANK_PARAGRAPH : CHUNK_RANK_LINE;
    return candidate;
}

/* Moves all candidates up to `limit` into the queue. */
static void feed(Sweep *sweep, uint32_t limit)
{
    for (;;) {
        bool bounds_left = sweep->bound < sweep->found.bounds.len;
        uint32_t bound = bounds_left ? sweep->found.bounds.ptr[sweep->bound].offset : UINT32_MAX;
        uint32_t line = sweep->next_line ? sweep->next_line : UINT32_MAX;
        if (MIN(bound, line) > limit)
            return;
        Candidate candidate = {.offset = bound, .line = sweep->line, .rank = UINT32_MAX};
        if (line <= bound)
            candidate = take_line(sweep);
        if (bound <= line) {
            const ChunkBound *from = &sweep->found.bounds.ptr[sweep->bound++];
            candidate.rank = MIN(candidate.rank, from->rank);
            candidate.firm = from->firm;
        }
        push(sweep, candidate);
    }
}

/* ---- one cut ---- */

/* Whether the paragraph that starts at `offset` fits in a chunk. */
static bool paragraph_fits(const Sweep *sweep, uint32_t offset)
{
    Str text = str_slice(sweep->text, offset, offset + sweep->size_max + 1);
    if (text.len <= sweep->size_max)
        return true;
    for (size_t at = 0; at < text.len;) {
        const char *end = memchr(text.ptr + at, '\n', text.len - at);
        if (!end)
            return false;
        at = (size_t)(end + 1 - text.ptr);
        if (at < text.len && line_is_blank(text, (uint32_t)at))
            return true;
    }
    return false;
}

static bool may_pass_over(const Sweep *sweep, const Candidate *candidate, uint32_t start)
{
    if (candidate->firm || candidate->rank >= CHUNK_RANK_LINE ||
        candidate->offset - start >= sweep->size_max / THIN_SHARE)
        return false;
    return candidate->rank != CHUNK_RANK_PARAGRAPH || !paragraph_fits(sweep, candidate->offset);
}

/* The best candidate of the window, or NULL if it has no candidates. */
static const Candidate *best_candidate(Sweep *sweep, uint32_t start)
{
    while (sweep->head < sweep->queue.len && sweep->queue.ptr[sweep->head].offset <= start)
        sweep->head++;
    size_t i = sweep->head;
    if (i == sweep->queue.len)
        return NULL;
    while (i + 1 < sweep->queue.len && may_pass_over(sweep, &sweep->queue.ptr[i], start))
        i++;
    return &sweep->queue.ptr[i];
}

static bool is_separator(char c)
{
    return byte_is_space(c) || c == ',' || c == ';' || c == '}' || c == ']';
}

static int nesting_of(char c)
{
    return (c == '{' || c == '[' || c == '(') - (c == '}' || c == ']' || c == ')');
}

/* The best cut after a separator in the last part of the window, or 0. That is the least nested
   one, as between the elements of minified data; then one at a comma rather than a blank; then the
   last. */
static size_t cut_after_separator(const Sweep *sweep, size_t limit)
{
    const char *text = sweep->text.ptr;
    size_t best = 0;
    int64_t depth = 0, best_cost = INT64_MAX;
    char mark = ' ';
    for (size_t at = limit - sweep->size_max / SEPARATOR_SHARE; at < limit; at++) {
        depth += nesting_of(text[at]);
        mark = byte_is_space(text[at]) ? mark : text[at];
        if (!is_separator(text[at]) || is_separator(text[at + 1]))
            continue;
        int64_t cost = 2 * depth + !is_separator(mark);
        if (cost <= best_cost) {
            best_cost = cost;
            best = at + 1;
        }
    }
    return best;
}

/* Cuts within a line that is longer than a chunk. */
static uint32_t cut_in_line(const Sweep *sweep, uint32_t start)
{
    size_t limit = start + sweep->size_max, at = cut_after_separator(sweep, limit);
    bool splits_line_end = sweep->text.ptr[limit - 1] == '\r' && sweep->text.ptr[limit] == '\n';
    if (!at)
        at = splits_line_end ? limit - 1 : str_char_floor(sweep->text, limit);
    return (uint32_t)(at > start ? at : limit);
}

/* End of the first split declaration that does not make a thin chunk; UINT32_MAX if none. */
static uint32_t next_split_end(Sweep *sweep, uint32_t start)
{
    const ChunkBound *bounds = sweep->found.bounds.ptr;
    size_t least = start + sweep->size_max / THIN_SHARE;
    while (sweep->split < sweep->found.bounds.len &&
           (!bounds[sweep->split].ends_split || bounds[sweep->split].offset < least))
        sweep->split++;
    return sweep->split < sweep->found.bounds.len ? bounds[sweep->split].offset : UINT32_MAX;
}

/* Whether a cut there would leave a head alone, because the line after it is too long. */
static bool leaves_head(const Sweep *sweep, const Candidate *candidate, uint32_t start)
{
    return candidate->head && candidate->rank == CHUNK_RANK_LINE && !sweep->blank &&
           candidate == &sweep->queue.ptr[sweep->queue.len - 1] &&
           candidate->offset - start < sweep->size_max / 2;
}

/* The end of the chunk that starts at `from`: the mark of the next one. */
static ChunkMark next_mark(Sweep *sweep, ChunkMark from)
{
    uint32_t end = (uint32_t)sweep->text.len, split_end = next_split_end(sweep, from.start);
    uint32_t limit = (uint32_t)MIN(end, from.start + sweep->size_max);
    if (limit == end && split_end >= end)
        return (ChunkMark){.start = end};
    feed(sweep, MIN(limit, split_end));
    const Candidate *best = split_end <= limit ? &sweep->queue.ptr[sweep->queue.len - 1]
                                               : best_candidate(sweep, from.start);
    if (best && !leaves_head(sweep, best, from.start))
        return (ChunkMark){best->offset, best->line};
    return (ChunkMark){cut_in_line(sweep, from.start), best ? best->line : from.line};
}

void chunk_plan(Arena *arena, Arena scratch, const Outline *outline, Str text, uint64_t max_tokens,
                ChunkPlan *plan)
{
    assert(text.len <= FILE_BYTES_MAX);
    *plan = (ChunkPlan){.outline = outline, .text = text};
    Sweep sweep = {
        .arena = &scratch, .text = text, .size_max = chunk_bytes_max(max_tokens), .line = 1};
    ChunkMark mark = {0, text.len ? 1 : 0};
    *VEC_PUSH(arena, &plan->marks) = mark;
    if (text.len <= sweep.size_max)
        return;
    chunk_bounds_find(&scratch, outline, text, sweep.size_max, &sweep.found);
    find_next_line(&sweep, 0);
    for (mark = next_mark(&sweep, mark); mark.start < text.len; mark = next_mark(&sweep, mark))
        *VEC_PUSH(arena, &plan->marks) = mark;
}

void chunk_outline(Arena *arena, Arena scratch, const Language *language, Str text,
                   const volatile bool *cancel, Outline *outline)
{
    OutlineOptions options = {
        .want_cuts = true, .want_docs = true, .no_ctags = true, .cancel = cancel};
    if (lang_engine(language) == ENGINE_GRAMMAR && text.len > CHUNK_PARSE_BYTES_MAX)
        *outline = (Outline){.language = language,
                             .degraded = true,
                             .note = STR("too large to parse: cut at paragraphs and lines")};
    else
        lang_outline(arena, scratch, language, text, &options, outline);
}
