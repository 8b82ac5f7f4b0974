#include "model/reason.h"

#include "model/key.h"
#include "text/plain.h"

/* Length of the server's error message. */
#define REASON_CHARS 200

/* The key is removed before truncation, which could leave a part of it. */
Str reason_line(Arena *arena, Str text, Str key)
{
    Buf plain = buf_open(arena, 0);
    plain_put(&plain, key_hide(arena, text, key));
    return str_cut_chars(arena, str_fold_space(arena, buf_str(&plain)), REASON_CHARS);
}

/* Accepts `{"error": {"message": …}}`, `{"error": …}`, `{"message": …}`, `{"Message": …}`,
   `{"detail": …}`. */
static Str reason_of(Arena *arena, const Json *answer, Str key)
{
    if (answer->type == JSON_ARRAY && answer->first) /* Google's */
        answer = answer->first;
    const Json *error = json_get(answer, STR("error"));
    const Json *inner = error ? json_get(error, STR("message")) : NULL;
    const Json *message = inner ? inner : error ? error : json_get(answer, STR("message"));
    message = message ? message : json_get(answer, STR("Message")); /* some of Amazon's */
    message = message ? message : json_get(answer, STR("detail"));
    return message && message->type == JSON_STRING ? reason_line(arena, message->text, key)
                                                   : (Str){0};
}

Str reason_find(Arena *arena, Str body, Str key)
{
    Json *answer = NULL;
    Err ignored;
    return json_parse(arena, body, &answer, &ignored) ? reason_of(arena, answer, key) : (Str){0};
}
