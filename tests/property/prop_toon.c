/* For random values: JSON -> TOON -> JSON is the same value, and TOON -> JSON -> TOON the same
   text, with every option that has an inverse. */
#include "text/toon.h"

#include "test.h"

#define ROUNDS 4000
#define DEPTH 6

static uint64_t state;

static uint64_t rnd(uint64_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % n;
}

static Str random_text(Arena *arena)
{
    static const char *const pieces[] = {
        "a", "b",  "key",  "x y",  "-",        "#",        ":",    ",",
        "|", "\t", "\"",   "\\",   "\n",       "[",        "]",    "{",
        "}", ".",  "_",    "0",    "1",        "e",        " ",    "\r",
        "+", "[]", "true", "null", "\xC3\xA9", "\xC2\xA0", "\x01", "\xEF\xBB\xBF"};
    Buf buf = buf_open(arena, 0);
    for (uint64_t n = rnd(5); n; n--)
        buf_put(&buf, str_from(pieces[rnd(COUNT(pieces))]));
    return buf_str(&buf);
}

static Str random_number(Arena *arena)
{
    static const char *const forms[] = {"0",     "-0",   "0.0",   "1e5",
                                        "-1E-5", "1.50", "1e400", "0.1e-9"};
    if (rnd(4) == 0)
        return str_from(forms[rnd(COUNT(forms))]);
    Buf buf = buf_open(arena, 0);
    buf_printf(&buf, "%s%d", rnd(2) ? "-" : "", (int)(1 + rnd(9)));
    for (uint64_t n = rnd(30); n; n--)
        buf_put_byte(&buf, (char)('0' + rnd(10)));
    if (rnd(2))
        buf_printf(&buf, ".%d%d", (int)rnd(1000), (int)rnd(10));
    if (rnd(4) == 0)
        buf_printf(&buf, "e%d", (int)rnd(60) - 30);
    return buf_str(&buf);
}

static Json *random_scalar(Arena *arena)
{
    if (rnd(3) == 0)
        return json_str(arena, random_text(arena));
    if (rnd(4) == 0)
        return json_bool(arena, rnd(2));
    if (rnd(5) == 0)
        return json_null(arena);
    Json *number = json_u64(arena, 0);
    number->text = random_number(arena);
    return number;
}

/* json_set, unless the name is there already. */
static void set_once(Json *object, Str key, Json *value)
{
    if (!json_get(object, key))
        json_set(object, key, value);
}

static Str random_key(Arena *arena)
{
    static const char *const keys[] = {"a", "b", "id", "name", "a.b", "_x"};
    return rnd(4) ? str_from(keys[rnd(COUNT(keys))]) : random_text(arena);
}

static Json *random_value(Arena *arena, int depth);

/* An object like the pattern: the same names, maybe in another order, other scalars. */
static Json *like(Arena *arena, const Json *pattern)
{
    Json *object = json_object(arena);
    bool backwards = rnd(3) == 0;
    const Json *members[64];
    size_t n = 0;
    for (const Json *member = pattern->first; member && n < COUNT(members); member = member->next)
        members[n++] = member;
    for (size_t i = 0; i < n; i++) {
        const Json *member = members[backwards ? n - 1 - i : i];
        Json *value = member->type == JSON_OBJECT ? like(arena, member) : random_scalar(arena);
        json_set(object, member->key, value);
    }
    return object;
}

static Json *random_table(Arena *arena, int depth)
{
    Json *pattern = json_object(arena), *rows = rnd(2) ? json_array(arena) : json_object(arena);
    for (uint64_t n = 1 + rnd(3); n; n--) {
        Json *cell = rnd(4) ? random_scalar(arena) : random_value(arena, depth + 3);
        set_once(pattern, random_key(arena), cell);
    }
    for (uint64_t n = 1 + rnd(4); n; n--) {
        Json *row = rnd(15) ? like(arena, pattern) : random_value(arena, depth + 1);
        if (rows->type == JSON_ARRAY)
            json_add(rows, row);
        else
            set_once(rows, random_key(arena), row);
    }
    return rows;
}

static Json *random_value(Arena *arena, int depth)
{
    if (depth >= DEPTH || rnd(4) == 0)
        return random_scalar(arena);
    if (rnd(2))
        return random_table(arena, depth);
    Json *container = rnd(2) ? json_array(arena) : json_object(arena);
    for (uint64_t n = rnd(5); n; n--) {
        Json *value = random_value(arena, depth + 1);
        if (container->type == JSON_ARRAY)
            json_add(container, value);
        else
            set_once(container, random_key(arena), value);
    }
    return container;
}

typedef struct Decimal {
    char digits[80];
    size_t len;
    long point; /* 0.digits times ten to this */
    bool negative;
} Decimal;

static Decimal decimal_of(Str text)
{
    Decimal d = {.negative = text.ptr[0] == '-'};
    size_t at = d.negative;
    bool fraction = false;
    for (; at < text.len && (text.ptr[at] | 32) != 'e'; at++) {
        if (text.ptr[at] == '.') {
            fraction = true;
            continue;
        }
        bool leading = !d.len && text.ptr[at] == '0';
        d.point += leading ? -(long)fraction : !fraction;
        if (!leading && d.len < sizeof d.digits)
            d.digits[d.len++] = text.ptr[at];
    }
    if (at < text.len)
        d.point += strtol(text.ptr + at + 1, NULL, 10);
    while (d.len && d.digits[d.len - 1] == '0')
        d.digits[--d.len] = '\0';
    return d.len ? d : (Decimal){.len = 0};
}

static bool same_number(Str a, Str b)
{
    Arena scratch = test_scratch();
    Decimal x = decimal_of((Str){str_terminate(&scratch, a), a.len});
    Decimal y = decimal_of((Str){str_terminate(&scratch, b), b.len});
    return x.len == y.len && x.point == y.point && x.negative == y.negative &&
           memcmp(x.digits, y.digits, x.len) == 0;
}

/* Equal as JSON: members in any order. */
static bool same_value(const Json *a, const Json *b)
{
    if (a->type != b->type || a->count != b->count)
        return false;
    if (a->type == JSON_NUMBER)
        return same_number(a->text, b->text);
    if (a->type == JSON_STRING)
        return str_equal(a->text, b->text);
    const Json *other = b->first;
    for (const Json *child = a->first; child; child = child->next, other = other->next) {
        const Json *mate = a->type == JSON_OBJECT ? json_get(b, child->key) : other;
        if (!mate || !same_value(child, mate))
            return false;
    }
    return true;
}

static void expect_round_trip(Arena *arena, const Json *value, const ToonOptions *options)
{
    Err err = {0};
    Json *back;
    Arena scratch;
    arena_open(&scratch, 64 * MB);
    Buf toon = buf_open(arena, 0), again = buf_open(arena, 0);
    bool encoded = toon_encode(&scratch, value, options, &toon, &err);
    EXPECT(encoded);
    bool decoded = encoded && toon_decode(arena, buf_str(&toon), options, &back, &err);
    EXPECT_STR(str_from(err.message), "");
    if (decoded) {
        EXPECT(same_value(value, back));
        EXPECT(toon_encode(&scratch, back, options, &again, &err));
        EXPECT(str_equal(buf_str(&toon), buf_str(&again)));
    }
    arena_close(&scratch);
}

TEST(json_to_toon_and_back)
{
    static const char delimiters[] = {',', '\t', '|'};
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        state = seed * 0x9E3779B97F4A7C15u;
        Arena arena;
        arena_open(&arena, 64 * MB);
        ToonOptions options = {.delimiter = delimiters[rnd(3)],
                               .indent = (int)(1 + rnd(4)),
                               .lenient = rnd(4) == 0,
                               .shape = rnd(3) ? TOON_V4 : TOON_V3};
        expect_round_trip(&arena, random_value(&arena, 0), &options);
        arena_close(&arena);
    }
}

TEST(json_text_survives_parsing_and_writing)
{
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        state = seed * 0xD1342543DE82EF95u;
        Arena arena;
        Err err;
        Json *back;
        arena_open(&arena, 64 * MB);
        Json *value = random_value(&arena, 0);
        Buf text = buf_open(&arena, 0), again = buf_open(&arena, 0);
        json_write(&text, value, (int)rnd(4));
        EXPECT(json_parse(&arena, buf_str(&text), &back, &err) && same_value(value, back));
        json_write(&again, back, 0);
        text.len = 0;
        json_write(&text, value, 0);
        EXPECT(str_equal(buf_str(&text), buf_str(&again)));
        arena_close(&arena);
    }
}
