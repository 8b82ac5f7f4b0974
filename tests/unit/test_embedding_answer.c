#include "test.h"

#include "base/buf.h"
#include "model/embedder.h"
#include "text/base64.h"
#include "text/decimal.h"

#include <math.h>

static bool parse(Str body, size_t count, size_t dims, Embeddings *found)
{
    Err err = {0};
    EmbeddingsWanted wanted = {count, dims};
    bool ok = embedding_answer_parse(test_arena(), body, wanted, found, &err);
    if (!ok)
        EXPECT(err.message[0] && err.hint[0]);
    return ok;
}

TEST(forms)
{
    Embeddings found;
    REQUIRE(parse(STR("{\"data\":[{\"index\":1,\"embedding\":[0,-2]},{\"index\":0,\"embedding\":[1,"
                      "5e-1]}],\"usage\":{\"prompt_tokens\":7}}"),
                  2, 0, &found));
    EXPECT_INT(found.dims, 2);
    EXPECT_INT(found.tokens, 7);
    EXPECT(found.numbers[0] == 127 && found.numbers[1] == 64);
    EXPECT(found.numbers[2] == 0 && found.numbers[3] == -127);
    REQUIRE(parse(STR("{\"embeddings\":[[1,2,3]],\"prompt_eval_count\":3}"), 1, 3, &found));
    EXPECT_INT(found.tokens, 3);
    const float numbers[] = {0.5F, -0.25F};
    Str packed = base64_encode(test_arena(), (Str){(const char *)numbers, sizeof numbers});
    REQUIRE(
        parse(str_format(test_arena(), "{\"data\":[{\"embedding\":\"%.*s\"}]}", STR_ARG(packed)), 1,
              0, &found));
    EXPECT(found.dims == 2 && found.numbers[0] == 127 && found.numbers[1] == -64);
}

TEST(answers_that_are_none)
{
    static const char *const bodies[] = {"",
                                         "<html>",
                                         "[]",
                                         "{}",
                                         "null",
                                         "{\"data\":{}}",
                                         "{\"data\":[]}",
                                         "{\"data\":[{\"embedding\":[1]},{\"embedding\":[1]}]}",
                                         "{\"data\":[{\"embedding\":[]}]}",
                                         "{\"data\":[{\"embedding\":[0,0]}]}",
                                         "{\"data\":[{\"embedding\":[NaN]}]}",
                                         "{\"data\":[{\"embedding\":[1e999]}]}",
                                         "{\"data\":[{\"embedding\":[1e39]}]}",
                                         "{\"data\":[{\"embedding\":[null]}]}",
                                         "{\"data\":[{\"embedding\":[\"1\"]}]}",
                                         "{\"data\":[{\"embedding\":\"AAA\"}]}",
                                         "{\"data\":[{\"embedding\":\"AAAA\"}]}",
                                         "{\"data\":[{\"embedding\":\"AADAfw==\"}]}",
                                         "{\"data\":[{\"embedding\":null}]}",
                                         "{\"data\":[{\"index\":1,\"embedding\":[1]}]}",
                                         "{\"data\":[{\"index\":-1,\"embedding\":[1]}]}",
                                         "{\"data\":[[1]]}",
                                         "{\"data\":[null]}",
                                         "{\"data\":[{\"index\":0,\"embedding\":[1,2",
                                         "{\"embeddings\":[{\"embedding\":[1]}]}"};
    Embeddings found;
    for (size_t i = 0; i < COUNT(bodies); i++)
        if (parse(str_from(bodies[i]), 1, 0, &found))
            EXPECT_STR(str_from(bodies[i]), "refused");
    static const char two[] =
        "{\"data\":[{\"index\":0,\"embedding\":[1]},{\"index\":0,\"embedding\":[1]"
        "}]}";
    EXPECT(!parse(str_from(two), 2, 0, &found));
    static const char uneven[] = "{\"embeddings\":[[1,2],[1]]}";
    EXPECT(!parse(str_from(uneven), 2, 0, &found));
    EXPECT(!parse(STR("{\"embeddings\":[[1,2]]}"), 1, 3, &found));
}

TEST(huge_vectors)
{
    Embeddings found;
    Buf body = buf_open(test_arena(), 0);
    buf_put(&body, STR("{\"embeddings\":[[1"));
    for (int i = 0; i < VECTOR_DIMS_MAX; i++)
        buf_put(&body, STR(",1"));
    buf_put(&body, STR("]]}"));
    EXPECT(!parse(buf_str(&body), 1, 0, &found));
}

TEST(keys_stay_off_open_networks)
{
    const struct {
        const char *url, *key;
        bool good;
    } cases[] = {
        {"https://api.example.com", "k", true},   {"http://api.example.com", "k", false},
        {"http://api.example.com", "", true},     {"http://localhost:1", "k", true},
        {"http://127.0.0.1:1/v1", "k", true},     {"http://localhost.evil.com", "k", false},
        {"http://localhost@evil.com", "", false}, {"http://10.0.0.1", "k", false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        Err err = {0};
        Embedder embedder = {.provider = EMBEDDER_OPENAI,
                             .url = str_from(cases[i].url),
                             .key = str_from(cases[i].key)};
        EXPECT(embedder_check(&embedder, &err) == cases[i].good);
    }
}

TEST(decimals)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0},
                {"-1", -1},
                {"0.02", 0.02},
                {"1e3", 1000},
                {"1E-2", 0.01},
                {"12.5e+1", 125},
                {"0.000000000000000000000000000000123", 1.23e-31},
                {"123456789012345678901234", 123456789012345678901234.0},
                {"-0.0", 0},
                {"4.9e-324", 4.9e-324}};
    static const char *const bad[] = {"",      "-",   ".5",  "5.", "1e", "e5",           "0x10",
                                      "1e999", "inf", "nan", "1 ", "+1", "1e99999999999"};
    double value;
    for (size_t i = 0; i < COUNT(good); i++)
        EXPECT(decimal_parse(str_from(good[i].text), &value) &&
               fabs(value - good[i].value) <= fabs(good[i].value) * 1e-14);
    for (size_t i = 0; i < COUNT(bad); i++)
        EXPECT(!decimal_parse(str_from(bad[i]), &value));
}

TEST(vectors)
{
    const float a[] = {1, 2, 3}, zero[] = {0, 0}, odd[] = {1, NAN};
    int8_t x[3], y[3];
    uint8_t signs[1];
    REQUIRE(vector_round(a, 3, x));
    memcpy(y, x, sizeof y);
    EXPECT(fabs(vector_cosine(x, y, 3) - 1) < 1e-9);
    y[0] = (int8_t)-y[0];
    EXPECT(vector_cosine(x, y, 3) < 1);
    vector_signs(y, 3, signs);
    EXPECT_INT(signs[0], 6);
    EXPECT(!vector_round(zero, 2, x) && !vector_round(odd, 2, x));
}
