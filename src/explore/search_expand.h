/* Steps to read on from a place of a search: the class around it, the declaration itself, or the
 * file. */
#pragma once

#include "explore/search_answer.h"

/* A score as a JSON number of three decimals. */
Json *search_decimal(Arena *arena, double value);
/* Returns one step as JSON: "type" (file, class or method), "path" as PATH or PATH::NAME, "call"
   (the command that shows it), "estimated_tokens" of its answer, and "relevance". In the call's
   arena. */
Json *search_expansion(const SearchAnswer *answer, const SearchPlace *place);

/* Appends the steps of the first `shown` places to `list`, each path once. */
void search_add_expansions(const SearchAnswer *answer, size_t shown, Json *list);

/* Appends the line of a text answer with the steps, as many as fit `room` bytes. */
void search_put_expansions(Buf *out, const SearchAnswer *answer, size_t room);
