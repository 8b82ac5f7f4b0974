/* Windows of random parts, through random turns: what is written never exceeds the limit, what is
   fixed stays whole, the least worth goes first, and the same parts give the same bytes. */
#include "agent/window.h"

#include "base/buf.h"

#include "test.h"
#include "test_random.h"

#define ROUNDS 300
#define STEPS_MAX 40
#define SYSTEM "You answer."

static Str random_text(Random *random, uint32_t words)
{
    static const char *const pieces[] = {"the ",   "int ", "HTTPServer", "_",    "\n",  "\t",
                                         "    ",   "é",    "漢字",       "{}",   "1 2", "0x1F",
                                         "npm",    "a",    " ",          "---",  "xq",  "\xff",
                                         "return", "\r\n", "…",          "ABCd", ";",   "  "};
    Buf text = buf_open(test_arena(), 0);
    for (uint32_t i = 0; i < words; i++)
        buf_put(&text, str_from(pieces[random_below(random, COUNT(pieces))]));
    return buf_str(&text);
}

static WindowPart random_part(Random *random)
{
    uint32_t words = random_below(random, 4) ? 80 : 600;
    WindowPart part = {
        .place = (WindowPlace)random_below(random, WINDOW_PLACE_COUNT),
        .priority = (WindowPriority)random_below(random, WINDOW_PRIORITY_COUNT),
        .pinned = !random_below(random, 12),
        .name = str_format(test_arena(), "part %u", random_below(random, 25)),
    };
    if (part.priority == WINDOW_CRITICAL && random_below(random, 3))
        part.priority = WINDOW_LOW;
    for (uint32_t level = 0; level < WINDOW_LEVELS; level++)
        if (random_below(random, 5))
            part.levels[level] = random_text(random, random_below(random, words >> 2 * level));
    return part;
}

/* One step of a session, the same for the same numbers. */
static void step(Window *window, Random *random)
{
    uint32_t kind = random_below(random, 20), at = 0;
    if (window->parts.len)
        at = random_below(random, (uint32_t)window->parts.len);
    WindowPart part = random_part(random);
    if (kind == 0)
        window_clear(window);
    else if (kind == 1 && window->parts.len)
        window->parts.ptr[at].dropped = true;
    else if (kind == 2 && window->parts.len)
        window->parts.ptr[at].pinned = true;
    else if (kind < 6)
        window->turn++;
    else
        window_add(window, &part);
}

static Window random_window(uint32_t seed)
{
    Random random = {seed};
    Window window = {.arena = test_arena()};
    uint32_t steps = random_below(&random, STEPS_MAX);
    for (uint32_t i = 0; i < steps; i++)
        step(&window, &random);
    return window;
}

static ChatRequest write(const Window *window)
{
    ChatRequest request = {0};
    window_write(window, test_arena(), STR(SYSTEM), &request);
    return request;
}

static uint64_t tokens_of(const ChatRequest *request)
{
    uint64_t tokens = window_tokens(str_from_offset(request->system, sizeof SYSTEM - 1));
    for (size_t i = 0; i < request->count; i++)
        tokens += window_tokens(request->messages[i].text);
    return tokens;
}

static bool is_same(const ChatRequest *a, const ChatRequest *b)
{
    bool same = str_equal(a->system, b->system) && a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = str_equal(a->messages[i].text, b->messages[i].text) &&
               a->messages[i].stable == b->messages[i].stable;
    return same;
}

/* The level that a part has when there is room. */
static unsigned whole_level(const WindowPart *part)
{
    unsigned level = 0;
    while (level < WINDOW_LEVELS && !part->levels[level].len)
        level++;
    return level;
}

static bool is_fixed(const WindowPart *part)
{
    return part->pinned || part->priority == WINDOW_CRITICAL;
}

static bool is_shrinkable(const WindowPart *part)
{
    return !is_fixed(part) && !part->dropped && part->place != WINDOW_WRITTEN;
}

/* Code of the present task. */
static bool is_code_now(const WindowPart *part)
{
    return part->place == WINDOW_CONTEXT && part->priority == WINDOW_HIGH;
}

static bool has_summary(const WindowPart *part)
{
    bool is_short = part->levels[0].len && part->levels[0].len <= WINDOW_SHORT_BYTES;
    return (part->place == WINDOW_TASK || part->place == WINDOW_REPLY) &&
           (part->levels[1].len || is_short);
}

/* Whether a part is out, or a summary, which stays while another one has something. */
static bool is_smallest(const WindowPart *part)
{
    bool has_less = part->level < 1 && part->levels[1].len;
    return part->level == WINDOW_LEVELS || (has_summary(part) && !has_less);
}

/* Of two parts that may shrink, the one that is worth more is whole unless the other is as small as
   it gets. A summary is out only if all other parts are, but for the code of the present task, and
   that shrinks last. */
static bool is_fair(const WindowPart *more, const WindowPart *less)
{
    bool worth_more = more->priority < less->priority ||
                      (more->priority == less->priority &&
                       (more->used > less->used || (more->used == less->used && more < less)));
    if (!is_shrinkable(more) || !is_shrinkable(less))
        return true;
    if (has_summary(less) && less->level == WINDOW_LEVELS && !has_summary(more) &&
        !is_code_now(more))
        return more->level == WINDOW_LEVELS;
    if (is_code_now(more) != is_code_now(less))
        return is_code_now(less) || more->level == whole_level(more) ||
               less->level == WINDOW_LEVELS;
    if (has_summary(more) && more->level == WINDOW_LEVELS)
        return true;
    return !worth_more || more->level == whole_level(more) || is_smallest(less);
}

static void check_levels(const Window *window, bool fits)
{
    bool whole = true, out = true, fair = true;
    for (size_t i = 0; i < window->parts.len; i++) {
        const WindowPart *part = &window->parts.ptr[i];
        if (is_fixed(part) && part->level != whole_level(part))
            whole = false;
        if (!is_fixed(part) && window_text(part).len)
            out = false;
        for (size_t k = 0; k < window->parts.len; k++)
            fair &= is_fair(part, &window->parts.ptr[k]);
    }
    EXPECT(whole && fair);
    EXPECT(fits || out);
}

static void check_shown(const Window *window, const ChatRequest *request)
{
    for (size_t i = 0; i < window->parts.len; i++) {
        const WindowPart *part = &window->parts.ptr[i];
        Str text = window_text(part);
        bool is_answer = part->place == WINDOW_REPLY || part->place == WINDOW_REASONING;
        if (part->place == WINDOW_WRITTEN || (is_answer && part->turn == window->turn))
            continue; /* no text, or it comes after this request */
        bool shown = str_find(request->system, text) != STR_NONE;
        for (size_t k = 0; k < request->count; k++)
            shown |= str_find(request->messages[k].text, text) != STR_NONE ||
                     str_find(request->messages[k].reasoning, text) != STR_NONE;
        EXPECT(shown);
    }
}

static void check_conversation(const ChatRequest *request)
{
    EXPECT(str_starts(request->system, STR(SYSTEM)));
    EXPECT(request->count % 2 == 1);
    for (size_t i = 0; i < request->count; i++) {
        EXPECT_INT(request->messages[i].role, i % 2 ? CHAT_ASSISTANT : CHAT_USER);
        EXPECT(request->messages[i].text.len > 0);
    }
}

TEST(a_window_never_exceeds_its_limit)
{
    Random random = {3};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        Window window = random_window(round), again = random_window(round);
        uint64_t limit = random_below(&random, round % 3 ? 4000 : 400), tokens, same;
        bool fits = window_fit(&window, limit, &tokens);
        EXPECT(window_fit(&again, limit, &same) == fits && same == tokens);
        EXPECT(!fits || tokens <= limit);
        ChatRequest request = write(&window), other = write(&again);
        EXPECT(tokens_of(&request) <= tokens);
        EXPECT(is_same(&request, &other));
        check_levels(&window, fits);
        check_shown(&window, &request);
        check_conversation(&request);
        /* More room again: what was out comes back. */
        EXPECT(window_fit(&window, UINT64_MAX, &tokens));
        for (size_t i = 0; i < window.parts.len; i++)
            EXPECT_INT(window.parts.ptr[i].level, whole_level(&window.parts.ptr[i]));
        arena_reset(test_arena());
    }
}

/* Whether all messages before the last are the beginning of the later request. */
static bool is_continued(const ChatRequest *before, const ChatRequest *after)
{
    bool same = before->count <= after->count && str_equal(before->system, after->system);
    for (size_t i = 0; same && i < before->count; i++)
        same = str_equal(before->messages[i].text, after->messages[i].text);
    return same;
}

/* While there is room and nothing changes, each request continues the one before, to the byte. */
TEST(the_prefix_is_stable_across_turns)
{
    for (uint32_t round = 0; round < 40; round++) {
        Random random = {round};
        Window window = {.arena = test_arena()};
        ChatRequest before = {0};
        WindowPart overview = {.place = WINDOW_PREFIX,
                               .priority = WINDOW_CRITICAL,
                               .name = STR("overview"),
                               .levels = {random_text(&random, 50)}};
        for (uint32_t turn = 0; turn < 8; turn++) {
            uint64_t tokens;
            window_add(&window, &overview); /* again in each turn */
            WindowPart part = random_part(&random);
            part.place = WINDOW_CONTEXT;
            part.name = str_format(test_arena(), "new %u", turn);
            window_add(&window, &part);
            part.place = WINDOW_TASK;
            window_add(&window, &part);
            EXPECT(window_fit(&window, UINT64_MAX, &tokens));
            ChatRequest request = write(&window);
            EXPECT_INT(request.count, 2 * turn + 1);
            EXPECT(!turn || is_continued(&before, &request));
            EXPECT(str_find(request.system, overview.levels[0]) != STR_NONE);
            part.place = WINDOW_REPLY;
            window_add(&window, &part);
            before = request;
            window.turn++;
        }
        arena_reset(test_arena());
    }
}

TEST(more_text_has_more_tokens)
{
    Random random = {9};
    for (uint32_t round = 0; round < 200; round++) {
        Str text = random_text(&random, random_below(&random, 120));
        uint64_t last = 0;
        for (size_t len = 0; len <= text.len; len++) {
            uint64_t tokens = window_tokens(str_slice(text, 0, len));
            EXPECT(tokens >= last && tokens >= len / 6 && tokens <= len);
            last = tokens;
        }
        arena_reset(test_arena());
    }
    EXPECT_INT(window_tokens((Str){0}), 0);
    EXPECT_INT(window_tokens(STR("int main")), 3);
    EXPECT_INT(window_tokens(STR("1 2 3")), 5);
}

/* ---- what a part replaces ---- */

static WindowPart context(const char *name, const char *text)
{
    return (WindowPart){.place = WINDOW_CONTEXT,
                        .priority = WINDOW_HIGH,
                        .name = str_from(name),
                        .levels = {str_from(text)}};
}

TEST(a_part_that_comes_again)
{
    Window window = {.arena = test_arena()};
    WindowPart old = context("a.c::f", "one"), new = context("a.c::f", "two");
    window_add(&window, &old);
    window_find(&window, STR("a.c::f"))->pinned = true;
    window.turn = 1;
    EXPECT(window_add(&window, &old) == &window.parts.ptr[0]);
    EXPECT_INT(window.parts.ptr[0].used, 1);
    EXPECT_INT(window.parts.ptr[0].turn, 0);
    window.turn = 2;
    window_add(&window, &new);
    REQUIRE(window.parts.len == 2);
    EXPECT(window.parts.ptr[0].dropped);
    EXPECT(window.parts.ptr[1].pinned && !window.parts.ptr[1].dropped);
    EXPECT(window_find(&window, STR("a.c::f")) == &window.parts.ptr[1]);
    WindowPart overview = context("overview", "# Repository");
    overview.place = WINDOW_PREFIX;
    window_add(&window, &overview);
    ChatRequest request = write(&window);
    EXPECT(str_find(request.system, STR("# Repository")) != STR_NONE);
    window_clear(&window);
    REQUIRE(window.parts.len == 3);
    EXPECT_INT(window.turn, 0);
    EXPECT_INT(window.parts.ptr[1].used, 0);
}

TEST(a_part_without_a_body_shows_its_next_level)
{
    Window window = {.arena = test_arena()};
    WindowPart part = context("a.c::f", "");
    uint64_t tokens;
    part.levels[1] = STR("int f(void)");
    window_add(&window, &part);
    EXPECT(window_fit(&window, 1000, &tokens));
    EXPECT_STR(window_text(&window.parts.ptr[0]), "int f(void)");
}
