/* Parameters and arguments as pieces of the text between brackets. */
#pragma once

#include "lang/lexical/code_tokens.h"
#include "refactor/call_form.h"

/* Parameters or arguments of one function; one with more is refused. */
#define SIGNATURE_PIECES_MAX 64

typedef struct SignaturePiece {
    uint32_t start, end; /* without white space around */
    Str text;
    Str name;    /* of a parameter, or of a named argument; or empty */
    bool spread; /* it is several arguments, or takes them */
    bool optional;
} SignaturePiece;

typedef struct SignatureList {
    uint32_t start, end; /* inside the brackets */
    SignaturePiece pieces[SIGNATURE_PIECES_MAX];
    size_t count;
    bool odd; /* something in it is not understood */
} SignatureList;

/* Reads the list whose opening bracket is the token. */
void call_form_read_list(const SignatureFacts *facts, Str text, const TokenVec *tokens,
                         size_t bracket, bool parameters, SignatureList *list);
/* Go: `a, b int` becomes `a int, b int`. */
void call_form_share_types(Arena *arena, SignatureList *list);
/* The list with other pieces, between the white space of the old ones. */
Str call_form_write_list(Arena *arena, Str text, const SignatureList *list, const Str *pieces,
                         size_t count);
/* Whether an argument computes nothing, so that it may be passed earlier, later or not at all. */
bool call_form_is_plain(Str argument);
