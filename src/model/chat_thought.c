/* A line scanner. Whether a mark counts is decided line by line, since code spans, fences and
   sentences that mention a mark are recognised by their context. An end mark without a beginning
   makes all earlier text a thought; that text was passed on already, so it is retracted. Thoughts
   often contain unclosed fences, so an end mark on a line of its own in a fence is remembered until
   the fence proves to be real. */
#include "model/chat_thought.h"

struct ThoughtMark {
    Str begin, end;
    bool ends_alone; /* the beginning may be a part of the prompt */
    bool is_first; /* counts only as spelled and at the start of the answer; text if the end mark is
                      missing */
    bool is_glued; /* and not before a space or a small letter */
};

/* The marks of templates and parsers of vLLM, SGLang, llama.cpp and Open WebUI, and the tags that
   prompts ask models to write. Case is ignored. */
static const ThoughtMark marks[] = {
    {STR_INIT("<think>"), STR_INIT("</think>"), .ends_alone = true},
    {STR_INIT("<thinking>"), STR_INIT("</thinking>"), .ends_alone = true},
    {STR_INIT("<thought>"), STR_INIT("</thought>"), .ends_alone = true},
    {STR_INIT("<thoughts>"), STR_INIT("</thoughts>"), .ends_alone = true},
    {STR_INIT("<reasoning>"), STR_INIT("</reasoning>"), .ends_alone = true},
    {STR_INIT("<reflection>"), STR_INIT("</reflection>"), .ends_alone = true},
    {STR_INIT("<scratchpad>"), STR_INIT("</scratchpad>"), .ends_alone = true},
    {STR_INIT("<antthinking>"), STR_INIT("</antthinking>"), .ends_alone = true},
    {STR_INIT("<seed:think>"), STR_INIT("</seed:think>"), .ends_alone = true},
    {STR_INIT("<mm:think>"), STR_INIT("</mm:think>"), .ends_alone = true},
    {STR_INIT("[think]"), STR_INIT("[/think]"), .ends_alone = true},
    {STR_INIT("<|begin_of_thought|>"), STR_INIT("<|end_of_thought|>"), .ends_alone = true},
    {STR_INIT("<|start_thinking|>"), STR_INIT("<|end_thinking|>"), .ends_alone = true},
    {STR_INIT("<|inner_prefix|>"), STR_INIT("<|inner_suffix|>"), .ends_alone = true},
    {STR_INIT("<|think|>"), STR_INIT("<|/think|>"), .ends_alone = true},
    {STR_INIT("\xE2\x97\x81think\xE2\x96\xB7"), STR_INIT("\xE2\x97\x81/think\xE2\x96\xB7"),
     .ends_alone = true},
    {STR_INIT("<unused94>"), STR_INIT("<unused95>"), .ends_alone = true},
    {STR_INIT("<|channel>thought"), STR_INIT("<channel|>"), .ends_alone = true},
    {STR_INIT("<|channel|>analysis"), STR_INIT("<|channel|>final"), .ends_alone = true},
    {STR_INIT("<|channel|>commentary"), STR_INIT("<|channel|>final"), .ends_alone = true},
    {STR_INIT("<details type=\"reasoning\""), STR_INIT("</details>"), .ends_alone = false},
    {STR_INIT("analysis"), STR_INIT("assistantfinal"), .is_first = true, .is_glued = true},
    {STR_INIT("Here is my thought process:"), STR_INIT("Here is my response:"), .is_first = true},
    {STR_INIT("Here's my thought process:"), STR_INIT("Here's my response:"), .is_first = true},
};

/* Marks around the answer, without meaning. */
static const Str frames[] = {
    STR_INIT("<|start|>assistant"),
    STR_INIT("<|message|>"),
    STR_INIT("<|return|>"),
    STR_INIT("<|end|>"),
    STR_INIT("<|begin_of_solution|>"),
    STR_INIT("<|end_of_solution|>"),
    STR_INIT("<|start_response|>"),
    STR_INIT("<|end_response|>"),
};

/* First bytes of the marks that count anywhere. */
#define FIRST_BYTES "<[\xE2"
/* Marks of a block of an edit: at least 5, as for readers of edits. */
#define BLOCK_MARKS_MIN 5
#define FENCE_MARKS_MIN 3

void thought_open(ThoughtFilter *filter, Arena *arena)
{
    filter->line = buf_open(arena, 0);
    filter->held = buf_open(arena, 0);
}

/* ---- output ---- */

static bool is_blank(Str text)
{
    return !str_trim(text).len;
}

/* Passes text on. Empty lines between a thought and the answer are dropped. */
static void put(ThoughtFilter *filter, Str text)
{
    while (!filter->has_text && filter->thought && text.len && byte_is_space(text.ptr[0]))
        text = str_from_offset(text, 1);
    if (!text.len || filter->is_over)
        return;
    filter->has_text |= !is_blank(text);
    filter->count += text.len;
    filter->is_over = !filter->put(filter->state, text);
}

/* The first `count` bytes put are a thought. */
static void retract(ThoughtFilter *filter, size_t count)
{
    filter->thought = true;
    filter->suspect = 0;
    if (!count || filter->is_over)
        return;
    filter->count -= count;
    filter->has_text = filter->count > 0;
    filter->is_over = !filter->retract(filter->state, count);
}

/* ---- marks ---- */

static bool has_at(Str text, size_t at, Str mark)
{
    return at + mark.len <= text.len && str_equal_nocase(str_slice(text, at, at + mark.len), mark);
}

/* Whether the text from `at` is a mark, or may become one. */
static bool may_be_at(Str text, size_t at, Str mark)
{
    size_t len = MIN(mark.len, text.len - at);
    return str_equal_nocase(str_slice(text, at, at + len), str_slice(mark, 0, len));
}

/* Whether the line has a mark at `at` that may start an answer. `partly`: or the beginning of
   one. */
static bool has_first_at(Str line, size_t at, const ThoughtMark *mark, bool partly)
{
    size_t len = MIN(mark->begin.len, line.len - at), end = at + mark->begin.len;
    if ((len < mark->begin.len && !partly) ||
        !str_equal(str_slice(line, at, at + len), str_slice(mark->begin, 0, len)))
        return false;
    bool is_word = end < line.len &&
                   (byte_is_space(line.ptr[end]) || (line.ptr[end] >= 'a' && line.ptr[end] <= 'z'));
    return !mark->is_glued || !is_word;
}

/* Whether the answer has no text before the place. */
static bool is_at_start(const ThoughtFilter *filter, Str line, size_t at)
{
    return !filter->has_text && is_blank(str_slice(line, filter->taken, at));
}

static bool may_begin_at(const ThoughtFilter *filter, Str line, size_t at)
{
    bool is_first = is_at_start(filter, line, at), anywhere = byte_in(line.ptr[at], FIRST_BYTES);
    for (size_t i = 0; i < COUNT(marks); i++) {
        const ThoughtMark *mark = &marks[i];
        if (mark->is_first
                ? is_first && has_first_at(line, at, mark, true)
                : anywhere && (may_be_at(line, at, mark->begin) || may_be_at(line, at, mark->end)))
            return true;
    }
    for (size_t i = 0; anywhere && i < COUNT(frames); i++)
        if (may_be_at(line, at, frames[i]))
            return true;
    return false;
}

/* Whether an odd number of backticks precedes the place: then it is in a code span. */
static bool is_in_span(Str line, size_t at)
{
    bool in = false;
    for (size_t i = 0; i < at; i++)
        in ^= line.ptr[i] == '`';
    return in && str_find_byte(str_from_offset(line, at), '`') != STR_NONE;
}

typedef enum FoundKind {
    FOUND_NOTHING,
    FOUND_BEGIN,
    FOUND_END,
    FOUND_FRAME
} FoundKind;

typedef struct Found {
    FoundKind kind;
    const ThoughtMark *mark;
    size_t at, end; /* bytes of the line */
} Found;

static Found find_at(const ThoughtFilter *filter, Str line, size_t at)
{
    bool is_first = is_at_start(filter, line, at);
    for (size_t i = 0; i < COUNT(marks); i++) {
        const ThoughtMark *mark = &marks[i];
        if (mark->is_first ? is_first && has_first_at(line, at, mark, false)
                           : has_at(line, at, mark->begin))
            return (Found){FOUND_BEGIN, mark, at, at + mark->begin.len};
        if (mark->ends_alone && has_at(line, at, mark->end))
            return (Found){FOUND_END, mark, at, at + mark->end.len};
    }
    for (size_t i = 0; i < COUNT(frames); i++)
        if (has_at(line, at, frames[i]))
            return (Found){FOUND_FRAME, NULL, at, at + frames[i].len};
    return (Found){0};
}

/* Whether a sentence continues around the mark from `at` to `end`, so that it may only name it. */
static bool is_in_sentence(Str line, size_t at, size_t end)
{
    Str after = str_from_offset(line, end);
    bool before = at && byte_in(line.ptr[at - 1], " \t(\"'");
    return before && !is_blank(str_slice(line, 0, at)) && !is_blank(after) &&
           byte_in(after.ptr[0], " \t)\"',.;:");
}

/* The first mark of the line that counts, from `taken` on. */
static Found find(const ThoughtFilter *filter, Str line)
{
    for (size_t at = filter->taken; at < line.len; at++) {
        if (filter->has_text && !byte_in(line.ptr[at], FIRST_BYTES))
            continue;
        Found found = find_at(filter, line, at);
        if (!found.kind || is_in_span(line, at))
            continue;
        if (found.kind == FOUND_BEGIN || !is_in_sentence(line, at, found.end))
            return found;
    }
    return (Found){0};
}

/* ---- fences and edits ---- */

static size_t count_marks(Str text, char mark)
{
    size_t count = 0;
    while (count < text.len && text.ptr[count] == mark)
        count++;
    return count;
}

static bool is_block_head(Str line)
{
    return count_marks(line, '<') >= BLOCK_MARKS_MIN;
}

static bool is_fence(Str text)
{
    char mark = text.len ? text.ptr[0] : ' ';
    size_t count = count_marks(text, mark);
    bool is_span = mark == '`' && str_find_byte(str_from_offset(text, count), '`') != STR_NONE;
    return byte_in(mark, "`~") && count >= FENCE_MARKS_MIN && !is_span;
}

/* Opens a fence or the block of an edit if the line begins one. */
static void open_literal(ThoughtFilter *filter, Str line)
{
    Str text = str_trim(line);
    filter->in_block = is_block_head(text);
    if (!filter->in_block && is_fence(text)) {
        filter->fence = text.ptr[0];
        filter->fence_marks = count_marks(text, filter->fence);
    }
}

typedef enum Literal {
    LITERAL_GOES_ON,
    LITERAL_ENDS,
    LITERAL_IS_NONE /* another one begins: the first was not a real one */
} Literal;

/* Judges a fence or block by a line in it. */
static Literal judge_literal(ThoughtFilter *filter, Str line)
{
    Str text = str_trim(line);
    size_t count = count_marks(text, filter->fence);
    if (filter->in_block) {
        filter->in_block = count_marks(text, '>') < BLOCK_MARKS_MIN;
        return is_block_head(text)                 ? LITERAL_IS_NONE
               : filter->in_block || filter->fence ? LITERAL_GOES_ON
                                                   : LITERAL_ENDS;
    }
    filter->in_block = is_block_head(text);
    if (filter->in_block || count < filter->fence_marks)
        return LITERAL_GOES_ON;
    return count == text.len ? LITERAL_ENDS : LITERAL_IS_NONE;
}

static bool is_end_mark(Str text)
{
    for (size_t i = 0; i < COUNT(marks); i++)
        if (marks[i].ends_alone && str_equal_nocase(text, marks[i].end))
            return true;
    return false;
}

static bool is_begin_mark(Str text)
{
    for (size_t i = 0; i < COUNT(marks); i++)
        if (!marks[i].is_first && has_at(text, 0, marks[i].begin))
            return true;
    return false;
}

/* Takes a complete line within a fence or block. */
static void take_literal(ThoughtFilter *filter, Str line)
{
    Str text = str_trim(line);
    put(filter, str_from_offset(line, filter->taken));
    filter->is_paired |= is_begin_mark(text);
    if (is_end_mark(text)) {
        filter->suspect = filter->is_paired ? filter->suspect : filter->count;
        filter->is_paired = false;
    }
    Literal says = judge_literal(filter, line);
    if (says == LITERAL_IS_NONE && filter->suspect) {
        retract(filter, filter->suspect);
        filter->fence = 0;
        open_literal(filter, line);
    } else if (says == LITERAL_ENDS) {
        filter->fence = 0;
        filter->suspect = 0;
        filter->is_paired = false;
    }
}

/* Lines of a patch have a sign, so no mark is their first byte. */
static bool is_of_patch(ThoughtFilter *filter, Str line)
{
    bool begins = str_starts(line, STR("*** ")) || str_starts(line, STR("@@")) ||
                  str_starts(line, STR("+++ "));
    bool has_sign = line.len && byte_in(line.ptr[0], "+-\\");
    filter->in_patch =
        begins || (filter->in_patch && (!line.len || has_sign || line.ptr[0] == ' '));
    return has_sign || filter->in_patch;
}

/* ---- lines ---- */

/* Continues after the beginning of a thought. */
static void begin_thought(ThoughtFilter *filter, Str line, const Found *found)
{
    put(filter, str_slice(line, filter->taken, found->at));
    filter->is_doubtful = found->mark->is_first || is_in_sentence(line, found->at, found->end);
    filter->open = found->mark;
    filter->taken = found->end;
    filter->held.len = 0;
    if (filter->is_doubtful)
        buf_put(&filter->held, str_slice(line, found->at, found->end));
}

/* Continues after the end mark of a thought. The head of a message may come between. */
static void end_thought(ThoughtFilter *filter, Str line, const ThoughtMark *mark, size_t end)
{
    static const Str message = STR_INIT("<|message|>");
    size_t at = str_find(str_from_offset(line, end), message);
    bool has_head = str_starts(mark->end, STR("<|channel|>")) && at != STR_NONE;
    filter->taken = end + (has_head ? at + message.len : 0);
    filter->thought = true;
    filter->held.len = 0;
    filter->open = NULL;
}

static size_t find_end(Str line, size_t from, Str end)
{
    for (size_t at = from; at + end.len <= line.len; at++)
        if (has_at(line, at, end))
            return at;
    return STR_NONE;
}

/* Takes the rest of a line within a thought; false: the thought continues. */
static bool take_thought(ThoughtFilter *filter, Str line)
{
    const ThoughtMark *mark = filter->open;
    size_t at = find_end(line, filter->taken, mark->end);
    size_t end = at == STR_NONE ? line.len : at + mark->end.len;
    if (filter->is_doubtful)
        buf_put(&filter->held, str_slice(line, filter->taken, end));
    else if (filter->think)
        filter->think(filter->state, str_slice(line, filter->taken, MIN(at, line.len)));
    if (at == STR_NONE)
        return false;
    if (!filter->is_doubtful || mark->is_first || !is_in_sentence(line, at, end)) {
        end_thought(filter, line, mark, end);
        return true;
    }
    filter->open = NULL; /* both marks are only named */
    filter->taken = end;
    put(filter, buf_str(&filter->held));
    return true;
}

/* Takes the rest of a line outside of fences, up to a mark. False: the line is used up. */
static bool take_text(ThoughtFilter *filter, Str line, bool is_patch)
{
    Found found = find(filter, line);
    if (!found.kind || (is_patch && found.at)) {
        put(filter, str_from_offset(line, filter->taken));
        return false;
    }
    if (found.kind == FOUND_BEGIN) {
        begin_thought(filter, line, &found);
    } else if (found.kind == FOUND_END) { /* all text before it is a thought, too */
        retract(filter, filter->count);
        end_thought(filter, line, found.mark, found.end);
    } else {
        put(filter, str_slice(line, filter->taken, found.at));
        filter->taken = found.end;
    }
    return true;
}

/* Takes a line with its end, which the last line may lack. */
static void take_line(ThoughtFilter *filter, Str line)
{
    size_t from = 0; /* after the last thought of the line */
    if (filter->fence || filter->in_block) {
        take_literal(filter, line);
        return;
    }
    bool is_patch = !filter->open && is_of_patch(filter, line);
    while (!filter->is_over &&
           (filter->open ? take_thought(filter, line) : take_text(filter, line, is_patch)))
        from = filter->taken;
    if (!filter->open)
        open_literal(filter, str_from_offset(line, from));
}

/* ---- pieces ---- */

/* Passes on the part of an incomplete line that cannot be a mark. */
static void take_part(ThoughtFilter *filter)
{
    Str line = buf_str(&filter->line);
    bool is_literal = filter->fence || filter->in_block;
    size_t at = is_literal ? line.len : filter->taken;
    if (filter->open)
        return;
    while (at < line.len && !may_begin_at(filter, line, at))
        at++;
    if (at > filter->taken) {
        put(filter, str_slice(line, filter->taken, at));
        filter->taken = at;
    }
}

static void next_line(ThoughtFilter *filter)
{
    filter->line.len = 0;
    filter->taken = 0;
}

bool thought_take(ThoughtFilter *filter, Str piece)
{
    while (piece.len && !filter->is_over) {
        size_t end = str_find_byte(piece, '\n');
        Str part = str_slice(piece, 0, end == STR_NONE ? piece.len : end + 1);
        piece = str_from_offset(piece, part.len);
        buf_put(&filter->line, part);
        if (end == STR_NONE) {
            take_part(filter);
            break;
        }
        take_line(filter, buf_str(&filter->line));
        next_line(filter);
    }
    return !filter->is_over;
}

bool thought_end(ThoughtFilter *filter)
{
    if (filter->line.len)
        take_line(filter, buf_str(&filter->line));
    next_line(filter);
    filter->thought |= filter->open && !filter->is_doubtful;
    if (filter->open && filter->is_doubtful)
        put(filter, buf_str(&filter->held));
    if (filter->suspect)
        retract(filter, filter->suspect);
    filter->open = NULL;
    return !filter->is_over;
}
