/* A response is the answer to a question as one value. JSON and TOON print the value; text prints
   it by a wording (view/wording.h). Fields are set once, so the three forms say the same. Notes of
   the session must be complete before the response is opened. */
#pragma once

#include "session/send.h"
#include "session/session.h"

typedef struct Response {
    SessionRequest *request;
    const IndexSession *session; /* whose note is shown; NULL: no note */
    const char *wording;
    Json *value;
    Json *words; /* sentences of the text over what the value has */
} Response;

/* Opens a response with the frame of `type`. */
Response response_open(SessionRequest *request, const IndexSession *session, Str type,
                       const char *wording);
typedef struct ResponseFigure {
    Str key;
    uint64_t value;
} ResponseFigure;

/* Sets several figures of the value. */
void response_figures(Response *response, const ResponseFigure *figures, size_t count);
/* Bytes of the answer, with its note. */
size_t response_len(const Response *response);
/* Prints a value by a wording, for an answer that consists of several. */
void response_print(Buf *out, const SessionRequest *request, const char *wording, const Json *value,
                    const Json *words);
bool response_send(const Response *response, Err *err) MUST_USE;

/* A list in pages. `rows` is a member of the value and holds all rows that were asked for. Of
   these, as many are shown as fit, and at least one. If there are more, `cursor` is set in the
   value, and `left` (how many) and `next` (the call) in the words. */
typedef struct ResponseList {
    Json *rows;
    uint64_t from, total;  /* number of the first row, and of all */
    uint32_t row_tokens;   /* the limit grows with the number of rows: the average of one … */
    size_t bytes;          /* … or it is this, with the note */
    Str question;          /* for the cursor (query/cursor.h); empty: it has none */
    const uint64_t *state; /* of a list that does not come from the index; else NULL */
    Str call;              /* the call that continues, without its cursor; empty: none */
} ResponseList;

bool response_send_list(Response *response, const ResponseList *list, Err *err) MUST_USE;
