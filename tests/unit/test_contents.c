#include "test.h"

#include "index/update/intake.h"
#include "lang/lang.h"

#include <string.h>

#define XXH_INLINE_ALL
#define XXH_STATIC_LINKING_ONLY
#include <xxhash.h>

#define BYTES 2048
#define STRIPE 64

typedef struct Pair {
    char one[BYTES], other[BYTES];
} Pair;

static const unsigned char *secret_at(size_t stripe, size_t lane)
{
    return XXH3_kSecret + 8 * stripe + 8 * lane;
}

/* XXH3 adds nothing but the lane itself where its low half is the secret's, and sums do not care
   for order: two such lanes may change their upper halves. */
static Pair make_pair(void)
{
    Pair pair;
    size_t first = 2 * STRIPE + 8, second = 6 * STRIPE + 8;
    memset(pair.one, ' ', BYTES);
    memcpy(pair.one + first, secret_at(2, 1), 4);
    memcpy(pair.one + first + 4, "*/\n ", 4);
    memcpy(pair.one + second, secret_at(6, 1), 4);
    memcpy(pair.one + second + 4, "/*x ", 4);
    memcpy(pair.other, pair.one, BYTES);
    memcpy(pair.other + first + 4, pair.one + second + 4, 4);
    memcpy(pair.other + second + 4, pair.one + first + 4, 4);
    return pair;
}

TEST(contents_are_told_apart_though_xxh3_does_not)
{
    static Pair pair;
    pair = make_pair();
    Str one = {pair.one, BYTES}, other = {pair.other, BYTES};
    EXPECT(!str_equal(one, other));
    EXPECT(XXH128_isEqual(XXH3_128bits(one.ptr, one.len), XXH3_128bits(other.ptr, other.len)));
    Str hash = intake_hash(test_arena(), NULL, one);
    EXPECT_INT(hash.len, 16);
    EXPECT(!str_equal(hash, intake_hash(test_arena(), NULL, other)));
}

TEST(the_same_bytes_in_two_languages_are_two_contents)
{
    Str text = STR("int a;\n");
    const Language *c = lang_find(STR("c")), *cpp = lang_find(STR("cpp"));
    EXPECT(c && cpp);
    Str hash = intake_hash(test_arena(), c, text);
    EXPECT(str_equal(hash, intake_hash(test_arena(), c, text)));
    EXPECT(!str_equal(hash, intake_hash(test_arena(), cpp, text)));
    EXPECT(!str_equal(hash, intake_hash(test_arena(), NULL, text)));
}
