/* The answer is parsed as JSON with all limits, then each vector is stored at the index named by
   its item. Vectors may be lists of numbers or base64 of floats. A wrong length, a number that is
   not finite, or a missing or repeated index fails the whole answer. */
#include "model/embedding_answer.h"

#include "base/json.h"
#include "text/base64.h"
#include "text/decimal.h"

static bool fail(Err *err, const char *why)
{
    err_set(err, ERR_FAILED, "the embedding server's answer is invalid: %s", why);
    return err_hint(err, "is embedder.provider right, and does embedder.url lead to its API?");
}

/* The vector being read. */
typedef struct Numbers {
    float *ptr;
    size_t len;
} Numbers;

static bool read_list(Arena *arena, const Json *list, Numbers *numbers, Err *err)
{
    if (list->count > VECTOR_DIMS_MAX)
        return fail(err, "a vector is too long");
    numbers->ptr = NEW(arena, float, list->count + 1);
    for (const Json *item = list->first; item; item = item->next) {
        double value;
        if (item->type != JSON_NUMBER || !decimal_parse(item->text, &value))
            return fail(err, "a vector has a value that is not a number");
        numbers->ptr[numbers->len++] = (float)value;
    }
    return true;
}

/* Decodes base64 of 32-bit floats, little-endian. */
static bool read_base64(Arena *arena, Str text, Numbers *numbers, Err *err)
{
    Str bytes;
    if (text.len > base64_length(VECTOR_DIMS_MAX * sizeof(float)))
        return fail(err, "a vector is too long");
    if (!base64_decode(arena, text, &bytes) || bytes.len % sizeof(float))
        return fail(err, "a vector is not base64 of numbers");
    numbers->len = bytes.len / sizeof(float);
    numbers->ptr = NEW(arena, float, numbers->len + 1);
    for (size_t i = 0; i < numbers->len; i++) {
        const unsigned char *at = (const unsigned char *)bytes.ptr + i * sizeof(float);
        uint32_t bits =
            at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        memcpy(&numbers->ptr[i], &bits, sizeof bits);
    }
    return true;
}

typedef struct Reading {
    Arena *arena;
    EmbeddingsWanted wanted;
    Embeddings *found;
    Err *err;
} Reading;

/* Stores a vector. The first one fixes the length of all, unless it is known. */
static bool put_vector(const Reading *reading, Arena scratch, const Json *value, size_t place)
{
    Embeddings *found = reading->found;
    Numbers numbers = {0};
    if (!value || (value->type != JSON_ARRAY && value->type != JSON_STRING))
        return fail(reading->err, "a vector is missing");
    bool read = value->type == JSON_ARRAY
                    ? read_list(&scratch, value, &numbers, reading->err)
                    : read_base64(&scratch, value->text, &numbers, reading->err);
    if (!read)
        return false;
    if (!found->numbers) {
        found->dims = reading->wanted.dims ? reading->wanted.dims : numbers.len;
        found->numbers = NEW(reading->arena, int8_t, reading->wanted.count * found->dims + 1);
    }
    if (!numbers.len || numbers.len != found->dims) {
        err_set(reading->err, ERR_FAILED,
                "the embedding server gave a vector of %zu numbers, not of %zu", numbers.len,
                found->dims);
        return err_hint(reading->err,
                        "set embedder.dimensions to what the model has, or name another model");
    }
    return vector_round(numbers.ptr, numbers.len, found->numbers + place * found->dims) ||
           fail(reading->err, "a vector is zero, or has a value that is not a number");
}

/* The index of an item of `data`: the stated one, or its position if no item states one. */
static bool place_of(const Json *item, size_t number, size_t count, size_t *place)
{
    const Json *index = json_get(item, STR("index"));
    uint64_t value = number;
    if (index && (index->type != JSON_NUMBER || !str_parse_u64(index->text, &value)))
        return false;
    *place = (size_t)value;
    return value < count;
}

static bool read_vectors(const Reading *reading, const Json *list, bool bare)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 16 * MB);
    size_t count = reading->wanted.count, number = 0;
    bool *seen = NEW(&scratch, bool, count + 1);
    if (list->count != count) {
        err_set(reading->err, ERR_FAILED, "the embedding server gave %zu vectors for %zu texts",
                list->count, count);
        return err_hint(reading->err, "try with embedder.batch = 1");
    }
    for (const Json *item = list->first; item; item = item->next, number++) {
        size_t place = number;
        if (!bare && !place_of(item, number, count, &place))
            return fail(reading->err, "a vector belongs to no text");
        if (seen[place])
            return fail(reading->err, "two vectors belong to one text");
        seen[place] = true;
        const Json *value = bare ? item : json_get(item, STR("embedding"));
        if (!put_vector(reading, scratch, value, place))
            return false;
    }
    return true;
}

static uint64_t tokens_of(const Json *answer)
{
    const Json *usage = json_get(answer, STR("usage"));
    const Json *count =
        usage ? json_get(usage, STR("prompt_tokens")) : json_get(answer, STR("prompt_eval_count"));
    uint64_t tokens = 0;
    return count && count->type == JSON_NUMBER && str_parse_u64(count->text, &tokens) ? tokens : 0;
}

bool embedding_answer_parse(Arena *arena, Str body, EmbeddingsWanted wanted, Embeddings *found,
                            Err *err)
{
    const Reading reading = {arena, wanted, found, err};
    Json *answer = NULL;
    Err bad = {0};
    *found = (Embeddings){.count = wanted.count};
    if (!json_parse(arena, body, &answer, &bad))
        return fail(err, "it is not JSON");
    const Json *data = json_get(answer, STR("data"));
    const Json *bare = json_get(answer, STR("embeddings"));
    const Json *list = data ? data : bare;
    if (!list || list->type != JSON_ARRAY)
        return fail(err, "it has no vectors");
    found->tokens = tokens_of(answer);
    return read_vectors(&reading, list, !data);
}
