/* Fitting: the least valuable part (by priority, then by last use, then by position) shrinks level
   by level until it is out, then the next one. Sizes are those of the rendered text, including
   separators. */
#include "agent/window.h"

#include "base/buf.h"

#define TASK_HEAD "\n# Task\n\n"
#define LEFT_OUT "(left out)"
/* Letters counted as one token: 3 of a word, 2 of capitals and of words without a vowel. Measured
   with four encoders (make test-tokens): no text file of this repository has more tokens. */
#define WORD_LETTERS 3
#define RARE_LETTERS 2
/* A longer run of letters and digits is likely to be base64: then 3 of 4 count. */
#define DATA_BYTES_MIN 40
/* Blanks counted as one token: encoders join runs of them. */
#define BLANKS 4

static uint64_t units(size_t count, size_t size)
{
    return (count + size - 1) / size;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* The end of a word within an identifier: `HTTP`, `Server`, `run` of `HTTPServer_run`. */
static size_t end_of_word(Str text, size_t at)
{
    size_t end = at;
    while (end < text.len && is_upper(text.ptr[end]))
        end++;
    if (end == text.len || !is_lower(text.ptr[end]))
        return end;
    if (end > at + 1)
        return end - 1; /* the last capital begins the next word */
    while (end < text.len && is_lower(text.ptr[end]))
        end++;
    return end;
}

static uint64_t tokens_of_word(Str word)
{
    size_t rare = 0;
    bool capitals = word.len > 1 && is_upper(word.ptr[1]);
    while (rare < word.len && (capitals || !byte_in((char)(word.ptr[rare] | 0x20), "aeiouy")))
        rare++;
    return MAX(units(word.len, WORD_LETTERS), units(rare, RARE_LETTERS));
}

static bool is_data(char c)
{
    return byte_is_alpha(c) || byte_is_digit(c) || c == '+' || c == '/';
}

/* The last blank belongs to the token of the next word or sign, but is a token of its own before a
   number. */
static uint64_t tokens_of_blanks(Str text, size_t end, size_t count)
{
    char next = end < text.len ? text.ptr[end] : '\0';
    if (byte_is_digit(next))
        return units(count - 1, BLANKS) + 1;
    return units(next > ' ' ? count - 1 : count, BLANKS);
}

uint64_t window_tokens(Str text)
{
    uint64_t tokens = 0;
    size_t run = 0; /* start of the run of letters and digits that ends here */
    for (size_t i = 0, start = 0; i < text.len; start = i) {
        run = is_data(text.ptr[i]) ? run : i + 1;
        if (byte_is_alpha(text.ptr[i])) {
            i = end_of_word(text, i);
            tokens += start - run < DATA_BYTES_MIN ? tokens_of_word(str_slice(text, start, i))
                                                   : units(3 * (i - start), 4);
        } else if (text.ptr[i] == ' ') {
            while (i < text.len && text.ptr[i] == ' ')
                i++;
            run = i;
            tokens += tokens_of_blanks(text, i, i - start);
        } else {
            i++;
            tokens++;
        }
    }
    return tokens;
}

WindowPart *window_find(Window *window, Str name)
{
    for (size_t i = window->parts.len; i > 0; i--)
        if (str_equal(window->parts.ptr[i - 1].name, name))
            return &window->parts.ptr[i - 1];
    return NULL;
}

/* The part that this one replaces or repeats, or NULL. An answer has one part with its reasoning.
 */
static WindowPart *former_of(Window *window, const WindowPart *part)
{
    bool of_turn = part->place == WINDOW_REASONING;
    bool unique = of_turn || part->place == WINDOW_PREFIX || part->place == WINDOW_CONTEXT;
    for (size_t i = window->parts.len; unique && i > 0; i--) {
        WindowPart *other = &window->parts.ptr[i - 1];
        bool same = of_turn ? other->turn == window->turn : str_equal(other->name, part->name);
        if (other->place == part->place && same)
            return other;
    }
    return NULL;
}

WindowPart *window_add(Window *window, const WindowPart *part)
{
    WindowPart *former = former_of(window, part);
    bool pinned = former && former->pinned, dropped = former && former->dropped;
    if (former && part->place == WINDOW_CONTEXT) {
        former->used = window->turn;
        former->priority = MIN(former->priority, part->priority);
        former->pinned |= part->pinned;
        if (str_equal(former->levels[0], part->levels[0]) && str_equal(former->image, part->image))
            return former;
        former->dropped = former->turn < window->turn;
    }
    bool added_now = !former || former->dropped;
    WindowPart *added = added_now ? VEC_PUSH(window->arena, &window->parts) : former;
    *added = *part;
    added->name = str_copy(window->arena, part->name);
    added->why = str_copy(window->arena, part->why);
    added->path = str_copy(window->arena, part->path);
    added->hash = str_copy(window->arena, part->hash);
    added->image = str_copy(window->arena, part->image);
    added->media_type = str_copy(window->arena, part->media_type);
    for (size_t i = 0; i < WINDOW_LEVELS; i++)
        added->levels[i] = str_copy(window->arena, part->levels[i]);
    added->turn = part->place == WINDOW_PREFIX ? 0 : window->turn;
    added->used = window->turn;
    added->pinned |= pinned;
    added->dropped |= dropped;
    return added;
}

WindowPartVec window_mark(const Window *window, Arena *arena)
{
    WindowPartVec mark = {0};
    for (size_t i = 0; i < window->parts.len; i++)
        *VEC_PUSH(arena, &mark) = window->parts.ptr[i];
    return mark;
}

void window_restore(Window *window, const WindowPartVec *mark)
{
    window->parts.len = 0;
    for (size_t i = 0; i < mark->len; i++)
        *VEC_PUSH(window->arena, &window->parts) = mark->ptr[i];
}

void window_drop_reasoning(Window *window)
{
    size_t kept = 0;
    for (size_t i = 0; i < window->parts.len; i++)
        if (window->parts.ptr[i].place != WINDOW_REASONING)
            window->parts.ptr[kept++] = window->parts.ptr[i];
    window->parts.len = kept;
}

void window_clear(Window *window)
{
    size_t kept = 0;
    window_drop_reasoning(window);
    for (size_t i = 0; i < window->parts.len; i++) {
        WindowPart *part = &window->parts.ptr[i];
        if (part->place != WINDOW_PREFIX && !part->pinned)
            continue;
        part->turn = part->used = 0;
        if (part->place == WINDOW_TASK || part->place == WINDOW_REPLY)
            part->place = WINDOW_CONTEXT; /* its conversation is gone */
        window->parts.ptr[kept++] = *part;
    }
    window->parts.len = kept;
    window->turn = 0;
}

Str window_text(const WindowPart *part)
{
    bool is_out = part->dropped || part->place == WINDOW_WRITTEN || part->level >= WINDOW_LEVELS;
    return is_out ? (Str){0} : part->levels[part->level];
}

static uint64_t cost_of(const WindowPart *part)
{
    Str text = window_text(part);
    uint64_t image = part->image.len ? CHAT_IMAGE_TOKENS : 0;
    return text.len ? image + window_tokens(text) + window_tokens(STR(WINDOW_SEPARATOR)) : 0;
}

/* Whether a part stays complete, whatever the limit. */
static bool is_fixed(const WindowPart *part)
{
    return part->priority == WINDOW_CRITICAL || part->pinned;
}

/* The least valuable part first; of equal ones the last. */
static int least_first(const void *a, const void *b)
{
    const WindowPart *x = *(WindowPart *const *)a, *y = *(WindowPart *const *)b;
    if (x->priority != y->priority)
        return x->priority > y->priority ? -1 : 1;
    if (x->used != y->used)
        return x->used < y->used ? -1 : 1;
    return x > y ? -1 : x < y;
}

/* The next smaller level that exists, from `level` on. */
static unsigned level_from(const WindowPart *part, unsigned level)
{
    while (level < WINDOW_LEVELS && !part->levels[level].len)
        level++;
    return level;
}

typedef enum FitRound {
    FIT_SUMMARISE, /* all but the code of this task; the conversation keeps its summaries */
    FIT_SHORTEN,   /* the summaries keep a few words */
    FIT_FORGET,    /* the summaries */
    FIT_LEAVE,     /* the rest */
    FIT_ROUND_COUNT
} FitRound;

/* A short text of a conversation is its own summary. */
static bool is_summarised(const WindowPart *part)
{
    bool is_spoken = part->place == WINDOW_TASK || part->place == WINDOW_REPLY;
    size_t len = part->levels[0].len;
    return is_spoken && (part->levels[1].len || (len && len <= WINDOW_SHORT_BYTES));
}

/* Whether a part may go to the next level in a round. */
static bool may_shrink(const WindowPart *part, unsigned next, FitRound round)
{
    bool is_code_now = part->place == WINDOW_CONTEXT && part->priority <= WINDOW_HIGH;
    if (round == FIT_SUMMARISE)
        return !is_code_now && (!is_summarised(part) || next == 1);
    if (round == FIT_SHORTEN)
        return !is_code_now && !(is_summarised(part) && next == WINDOW_LEVELS);
    return round == FIT_LEAVE || is_summarised(part);
}

/* Shrinks a part as far as a round allows, and as the limit needs. */
static void shrink(WindowPart *part, FitRound round, uint64_t limit, uint64_t *tokens)
{
    while (part->level<WINDOW_LEVELS && * tokens> limit) {
        unsigned next = level_from(part, part->level + 1);
        if (!may_shrink(part, next, round))
            return;
        *tokens -= cost_of(part);
        part->level = next;
        *tokens += cost_of(part);
    }
}

bool window_fit(Window *window, uint64_t limit, uint64_t *tokens)
{
    Arena scratch = *window->arena;
    WindowPart **parts = NEW(&scratch, WindowPart *, window->parts.len + 1);
    size_t count = 0;
    uint64_t turn_tokens = window_tokens(STR(WINDOW_CONTEXT_HEAD TASK_HEAD LEFT_OUT LEFT_OUT));
    *tokens = turn_tokens * (window->turn + 1);
    for (size_t i = 0; i < window->parts.len; i++) {
        WindowPart *part = &window->parts.ptr[i];
        part->level = level_from(part, 0);
        *tokens += cost_of(part);
        if (!is_fixed(part) && window_text(part).len)
            parts[count++] = part;
    }
    qsort(parts, count, sizeof(WindowPart *), least_first);
    for (FitRound round = 0; round < FIT_ROUND_COUNT; round++)
        for (size_t i = 0; i<count && * tokens> limit; i++)
            shrink(parts[i], round, limit, tokens);
    return *tokens <= limit;
}

/* ---- messages ---- */

static void put_parts(Buf *out, const Window *window, WindowPlace place, uint32_t turn)
{
    static const char *const heads[WINDOW_PLACE_COUNT] = {
        [WINDOW_PREFIX] = "\n",    [WINDOW_CONTEXT] = WINDOW_CONTEXT_HEAD,
        [WINDOW_TASK] = TASK_HEAD, [WINDOW_REPLY] = "",
        [WINDOW_WRITTEN] = "",     [WINDOW_REASONING] = ""};
    bool first = true;
    for (size_t i = 0; i < window->parts.len; i++) {
        const WindowPart *part = &window->parts.ptr[i];
        Str text = window_text(part);
        if (part->place != place || part->turn != turn || !text.len)
            continue;
        buf_put(out, first ? str_from(heads[place]) : STR(WINDOW_SEPARATOR));
        buf_put(out, text);
        first = false;
    }
}

/* The text of one side in a turn. A conversation alternates, so it must not be empty. */
static Str side_of(const Window *window, Arena *arena, ChatRole role, uint32_t turn)
{
    Buf out = buf_open(arena, 0);
    if (role == CHAT_USER) {
        put_parts(&out, window, WINDOW_CONTEXT, turn);
        put_parts(&out, window, WINDOW_TASK, turn);
    } else {
        put_parts(&out, window, WINDOW_REPLY, turn);
    }
    return out.len ? buf_str(&out) : STR(LEFT_OUT);
}

static Str reasoning_of(const Window *window, ChatRole role, uint32_t turn)
{
    for (size_t i = 0; role == CHAT_ASSISTANT && i < window->parts.len; i++) {
        const WindowPart *part = &window->parts.ptr[i];
        if (part->place == WINDOW_REASONING && part->turn == turn)
            return window_text(part);
    }
    return (Str){0};
}

/* The images of a turn that are shown. */
static void put_images(const Window *window, Arena *arena, uint32_t turn, ChatMessage *message)
{
    ChatImage *images = NEW(arena, ChatImage, window->parts.len + 1);
    for (size_t i = 0; i < window->parts.len; i++) {
        const WindowPart *part = &window->parts.ptr[i];
        if (part->image.len && part->turn == turn && window_text(part).len)
            images[message->image_count++] = (ChatImage){part->media_type, part->image};
    }
    message->images = images;
}

void window_write(const Window *window, Arena *arena, Str system, ChatRequest *request)
{
    Buf head = buf_open(arena, 0);
    buf_put(&head, system);
    put_parts(&head, window, WINDOW_PREFIX, 0);
    request->system = buf_str(&head);
    ChatMessage *messages = NEW(arena, ChatMessage, 2 * (size_t)window->turn + 1);
    size_t count = 0;
    for (uint32_t turn = 0; turn < window->turn; turn++)
        for (ChatRole role = CHAT_USER; role <= CHAT_ASSISTANT; role++)
            messages[count++] = (ChatMessage){.role = role,
                                              .text = side_of(window, arena, role, turn),
                                              .reasoning = reasoning_of(window, role, turn)};
    for (size_t i = 0; i < count; i += 2)
        put_images(window, arena, (uint32_t)(i / 2), &messages[i]);
    if (count)
        messages[count - 1].stable = true;
    messages[count++] = (ChatMessage){
        .role = CHAT_USER, .text = side_of(window, arena, CHAT_USER, window->turn), .stable = true};
    put_images(window, arena, window->turn, &messages[count - 1]);
    request->messages = messages;
    request->count = count;
}
