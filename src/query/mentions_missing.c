#include "query/mentions_missing.h"

#include "base/shell.h"
#include "query/mentions.h"
#include "search/handle.h"
#include "text/lines.h"

Str mentions_of_missing(SessionRequest *request, IndexSession *session, Str name, bool built_only)
{
    Str word = mentions_word(NULL, handle_last_part(name));
    if (!word.len || !session->store || !catalog_has_files(session->catalog))
        return (Str){0};
    MentionRest rest =
        mentions_rest_of(request, session, mentions_of(request, session, NULL, word));
    if (!rest.built.list.len && (built_only || !rest.total))
        return (Str){0};
    return mentions_sentence(request, session, &rest, &(MentionKnown){0});
}

typedef struct Building {
    Str name, text;
    size_t at; /* of the first part that may build the name */
    bool pasted;
} Building;

static void take_first(void *context, const BuiltPart *part)
{
    Building *building = context;
    if (building->at != STR_NONE || !built_fits(part, building->name, false))
        return;
    building->at = part->offset;
    building->pasted = part->pasted;
}

Str mentions_of_missing_in(SessionRequest *request, const Source *source, Str name, bool built_only)
{
    Str word = mentions_word(source->language, handle_last_part(name));
    Building building = {.name = word, .at = STR_NONE};
    if (!word.len)
        return (Str){0};
    built_parts(source->language, source->text, take_first, &building);
    Buf out = buf_open(request->arena, 0);
    if (building.at == STR_NONE && built_only)
        return (Str){0};
    if (building.at != STR_NONE)
        buf_printf(&out, "%s on line %zu; ",
                   building.pasted ? "a macro may paste it together" : "it may be built",
                   lines_at_offset(source->text, building.at));
    buf_printf(&out, "fovea find %.*s looks in all files",
               STR_ARG(shell_quote(request->arena, word)));
    return session_hint(request, buf_str(&out));
}
