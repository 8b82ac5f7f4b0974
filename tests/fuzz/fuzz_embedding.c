/* What servers answer: heads, bodies, vectors. Whatever is taken as an answer is one; what is no
   answer is an error that says what to do. */
#include "model/embedding_answer.h"
#include "model/reason.h"
#include "net/http.h"
#include "net/url.h"
#include "text/secrets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_vectors(Arena *arena, Str body, size_t count, size_t dims)
{
    Embeddings found;
    Err err = {0};
    EmbeddingsWanted wanted = {count, dims};
    if (!embedding_answer_parse(arena, body, wanted, &found, &err)) {
        assert(err.message[0] && err.hint[0]);
        return;
    }
    assert(found.count == count && found.dims > 0 && found.dims <= VECTOR_DIMS_MAX);
    assert(!dims || found.dims == dims);
    for (size_t i = 0; i < count; i++) {
        const int8_t *vector = found.numbers + i * found.dims;
        assert(vector_cosine(vector, vector, found.dims) > 0.99);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Arena arena;
    if (!arena.begin)
        arena_open(&arena, GB);
    arena_reset(&arena);
    Str bytes = {(const char *)data, size};
    HttpResponse response;
    Url url;
    Err err = {0};
    bool whole;
    if (http_parse(&arena, bytes, &response, &whole, &err) && whole) {
        assert(response.status >= 200 && response.status <= 999);
        assert(http_wait_ms(&response, 3, 0.5, 0) >= -1);
        bytes = response.body;
    }
    check_vectors(&arena, bytes, 1, 0);
    check_vectors(&arena, bytes, 2, 3);
    (void)reason_find(&arena, bytes, STR("k"));
    (void)secret_find(bytes);
    (void)secret_is_path(bytes);
    if (url_parse("url", bytes, &url, &err))
        assert(url.host.len && url.place.len >= url.host.len);
    HttpRequest request = {.method = STR("POST"), .url = STR("http://h"), .body = bytes};
    Str config;
    (void)!http_write_config(&arena, &request, &config, &err);
    return 0;
}
