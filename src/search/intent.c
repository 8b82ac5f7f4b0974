#include "search/intent.h"

const char *const search_levels[] = {"auto", "file", "class", "method", "full", NULL};

static const SearchLevel level_of[INTENT_COUNT] = {[INTENT_UNDERSTANDING] = LEVEL_FILE,
                                                   [INTENT_DEBUGGING] = LEVEL_METHOD,
                                                   [INTENT_NAVIGATION] = LEVEL_METHOD};
/* Confidence when only one kind matches. */
static const float sure[INTENT_COUNT] = {
    [INTENT_UNDERSTANDING] = 0.8F, [INTENT_DEBUGGING] = 0.9F, [INTENT_NAVIGATION] = 0.9F};
/* Confidence when nothing matches, and when several kinds do. */
#define UNKNOWN 0.6F
#define MIXED 0.7F
/* Change of confidence per good or bad answer. */
#define JUDGED 0.05F

/* Words that ask for a place weigh more than words for the thing sought: `find the implementation`.
 */
static const struct {
    Str phrase;
    IntentKind kind;
    uint8_t weight;
} rows[] = {
    {STR_INIT("what does"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("what is"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("explain"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("overview"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("structure"), INTENT_UNDERSTANDING, 2},
    {STR_INIT("architecture"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("how does"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("how do"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("how is"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("how are"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("purpose of"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("describe"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("understand"), INTENT_UNDERSTANDING, 3},
    {STR_INIT("implementation"), INTENT_DEBUGGING, 2},
    {STR_INIT("bug in"), INTENT_DEBUGGING, 4},
    {STR_INIT("error in"), INTENT_DEBUGGING, 4},
    {STR_INIT("fix"), INTENT_DEBUGGING, 4},
    {STR_INIT("line"), INTENT_DEBUGGING, 1},
    {STR_INIT("specific"), INTENT_DEBUGGING, 1},
    {STR_INIT("exact"), INTENT_DEBUGGING, 1},
    {STR_INIT("debug"), INTENT_DEBUGGING, 4},
    {STR_INIT("issue"), INTENT_DEBUGGING, 2},
    {STR_INIT("crash"), INTENT_DEBUGGING, 3},
    {STR_INIT("crashes"), INTENT_DEBUGGING, 3},
    {STR_INIT("find"), INTENT_NAVIGATION, 3},
    {STR_INIT("where"), INTENT_NAVIGATION, 3},
    {STR_INIT("locate"), INTENT_NAVIGATION, 3},
    {STR_INIT("looking for"), INTENT_NAVIGATION, 3},
    {STR_INIT("which file"), INTENT_NAVIGATION, 3},
    {STR_INIT("search for"), INTENT_NAVIGATION, 3},
};

Str intent_name(IntentKind kind)
{
    static const Str names[INTENT_COUNT] = {[INTENT_UNDERSTANDING] = STR_INIT("understanding"),
                                            [INTENT_DEBUGGING] = STR_INIT("debugging"),
                                            [INTENT_NAVIGATION] = STR_INIT("navigation")};
    return names[kind];
}

/* Whether the text contains the phrase at word boundaries, in any case. */
static bool has_phrase(Str text, Str phrase)
{
    for (size_t i = 0; i + phrase.len <= text.len; i++) {
        bool start = !i || !byte_is_word(text.ptr[i - 1]);
        bool end = i + phrase.len == text.len || !byte_is_word(text.ptr[i + phrase.len]);
        if (start && end && str_equal_nocase(str_slice(text, i, i + phrase.len), phrase))
            return true;
    }
    return false;
}

/* `how does` asks for the code that does it, and other words for understanding for an overview. */
static SearchLevel level_for(const Intent *intent)
{
    return str_starts(intent->phrase, STR("how ")) ? LEVEL_METHOD : level_of[intent->kind];
}

static void choose_level(Intent *intent, const IntentRules *rules)
{
    bool unsure = (unsigned)(intent->confidence * 1000 + 0.5F) < rules->threshold;
    intent->level = unsure ? rules->fallback : level_for(intent);
}

Intent intent_of(Str question)
{
    unsigned weights[INTENT_COUNT] = {0}, heaviest[INTENT_COUNT] = {0};
    Str phrases[INTENT_COUNT] = {0};
    for (size_t i = 0; i < COUNT(rows); i++) {
        IntentKind kind = rows[i].kind;
        if (!has_phrase(question, rows[i].phrase))
            continue;
        weights[kind] += rows[i].weight;
        if (rows[i].weight > heaviest[kind]) {
            heaviest[kind] = rows[i].weight;
            phrases[kind] = rows[i].phrase;
        }
    }
    IntentKind best = INTENT_NAVIGATION;
    unsigned kinds = 0;
    for (IntentKind kind = 0; kind < INTENT_COUNT; kind++) {
        kinds += weights[kind] > 0;
        if (weights[kind] > weights[best])
            best = kind;
    }
    Intent intent = {.kind = best, .phrase = phrases[best], .confidence = UNKNOWN};
    if (kinds)
        intent.confidence = kinds > 1 ? MIXED : sure[best];
    choose_level(&intent, &(IntentRules){700, LEVEL_METHOD});
    return intent;
}

void intent_weigh(Intent *intent, int score, const IntentRules *rules)
{
    score = intent->phrase.len ? score : 0;
    float confidence = intent->confidence + JUDGED * (float)(score - intent->score);
    intent->confidence = MIN(MAX(confidence, 0.0F), 1.0F);
    intent->score = score;
    choose_level(intent, rules);
}
