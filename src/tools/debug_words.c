#include "tools/debug_words.h"

#include "text/word_vectors.h"

#define NEIGHBOURS_SHOWN 15

bool debug_put_neighbours(ToolCall *call, Err *err)
{
    Str given = tool_text(call, "path"), word = str_lower(call->arena, given);
    const int8_t *vector = word_vector(word.ptr, word.len);
    if (!vector) {
        err_set(err, ERR_NOT_FOUND, "'%.*s': no vector: the program knows %zu words of code",
                STR_ARG(given), word_vector_count());
        return err_hint(err, "Give one English word without underscores or capitals, for example: "
                             "fovea debug neighbours delete");
    }
    WordNear near[NEIGHBOURS_SHOWN + 1]; /* the first is the word itself */
    size_t count = word_nearest(vector, near, COUNT(near));
    Buf out = buf_open(call->arena, 0);
    for (size_t i = 1; i < count; i++)
        buf_printf(&out, "%.2f %.*s\n", near[i].cosine, STR_ARG(near[i].word));
    buf_printf(&out, "%.*s\n", STR_ARG(word_vector_provenance()));
    return tool_put_buf(call, &out, err);
}
