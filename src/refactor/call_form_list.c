/* Tokens say where strings and comments are, so that commas and brackets in them do not count. */
#include "refactor/call_form_list.h"

static char byte_of(Str text, const TokenVec *tokens, size_t token)
{
    return token < tokens->len && tokens->ptr[token].kind == TOKEN_MARK
               ? text.ptr[tokens->ptr[token].start]
               : 0;
}

static bool begins_with(const char *marks, Str text)
{
    Str rest = marks ? str_from(marks) : (Str){0}, mark;
    while (str_take_until(&rest, ' ', &mark))
        if (mark.len && str_starts(text, mark))
            return true;
    return false;
}

static Str first_name(Str text)
{
    while (text.len && byte_in(text.ptr[0], "*&. "))
        text = str_from_offset(text, 1);
    return str_slice(text, 0, str_word_end(text, 0));
}

/* `x` of `const char *x[3]`. */
static Str last_name(Str text)
{
    text = str_trim(str_slice(text, 0, str_find_byte(text, '[')));
    Str name = str_word_before(text, text.len);
    return str_find_byte(text, '(') != STR_NONE || name.len == text.len ? (Str){0} : name;
}

static void read_piece(const SignatureFacts *facts, bool parameters, SignaturePiece *piece)
{
    Str text = piece->text;
    size_t equals = str_find_byte(text, '=');
    Str head = str_trim(str_slice(text, 0, equals));
    bool assigns = equals != STR_NONE && equals + 1 < text.len &&
                   !byte_in(text.ptr[equals + 1], "=>") && equals &&
                   !byte_in(text.ptr[equals - 1], "=!<>");
    piece->spread = begins_with(facts->spreads, text) || str_find(text, STR("...")) != STR_NONE;
    if (parameters) {
        piece->optional = facts->has_defaults && (assigns || str_find_byte(head, '?') != STR_NONE);
        piece->name = facts->names_are_last ? last_name(head) : first_name(head);
    } else if (facts->names_arguments && assigns && str_word_end(head, 0) == head.len) {
        piece->name = head;
    }
}

static void add_piece(const SignatureFacts *facts, Str text, bool parameters, size_t start,
                      size_t end, SignatureList *list)
{
    while (start < end && byte_is_space(text.ptr[start]))
        start++;
    while (end > start && (byte_is_space(text.ptr[end - 1]) || text.ptr[end - 1] == ','))
        end--; /* a comma after the last one is no token */
    if (start == end)
        return;
    if (list->count == SIGNATURE_PIECES_MAX) {
        list->odd = true;
        return;
    }
    SignaturePiece *piece = &list->pieces[list->count++];
    *piece = (SignaturePiece){
        .start = (uint32_t)start, .end = (uint32_t)end, .text = str_slice(text, start, end)};
    read_piece(facts, parameters, piece);
}

void call_form_share_types(Arena *arena, SignatureList *list)
{
    Str type = {0};
    bool named = false;
    for (size_t i = 0; i < list->count; i++)
        named |= list->pieces[i].name.len < list->pieces[i].text.len;
    for (size_t i = list->count; i-- > 0;) {
        SignaturePiece *piece = &list->pieces[i];
        if (piece->name.len < piece->text.len)
            type = str_from_offset(piece->text, piece->name.len);
        else if (named)
            piece->text = str_join(arena, piece->text, type);
    }
}

void call_form_read_list(const SignatureFacts *facts, Str text, const TokenVec *tokens,
                         size_t bracket, bool parameters, SignatureList *list)
{
    *list = (SignatureList){.start = tokens->ptr[bracket].end};
    size_t depth = 1, begun = list->start, at = bracket + 1;
    for (; at < tokens->len && depth; at++) {
        char byte = byte_of(text, tokens, at);
        bool opens = byte && byte_in(byte, parameters ? "([{<" : "([{");
        bool closes = byte && byte_in(byte, parameters ? ")]}>" : ")]}");
        if (byte == '>' && at && byte_in(byte_of(text, tokens, at - 1), "=-") &&
            byte_of(text, tokens, at - 1))
            closes = false;
        list->odd |= tokens->ptr[at].kind == TOKEN_COMMENT || (!parameters && byte == '<');
        depth += opens;
        depth -= closes;
        if (depth && !(byte == ',' && depth == 1))
            continue;
        add_piece(facts, text, parameters, begun, tokens->ptr[at].start, list);
        begun = tokens->ptr[at].end;
        list->end = tokens->ptr[at].start;
    }
    list->odd |= depth > 0;
    if (facts->void_list && parameters && list->count == 1 &&
        str_equal(list->pieces[0].text, str_from(facts->void_list)))
        list->count = 0;
}

Str call_form_write_list(Arena *arena, Str text, const SignatureList *list, const Str *pieces,
                         size_t count)
{
    Buf out = buf_open(arena, 0);
    uint32_t last = list->count ? list->pieces[list->count - 1].end : list->end;
    for (size_t i = 0; i < count; i++) {
        size_t from = i < list->count ? (i ? list->pieces[i - 1].end : list->start) : 0;
        Str gap = i < list->count ? str_slice(text, from, list->pieces[i].start)
                  : i             ? STR(", ")
                                  : (Str){0};
        bool lines = i >= list->count && list->count > 1 &&
                     str_find_byte(str_slice(text, list->start, list->end), '\n') != STR_NONE;
        if (lines)
            gap = str_slice(text, list->pieces[list->count - 2].end,
                            list->pieces[list->count - 1].start);
        buf_put(&out, gap);
        buf_put(&out, pieces[i]);
    }
    Str tail = str_slice(text, list->count ? last : list->start, list->end);
    bool fits = list->count && (count || !str_trim(tail).len);
    buf_put(&out, fits ? tail : (Str){0});
    return buf_str(&out);
}

bool call_form_is_plain(Str argument)
{
    if (argument.len > 1 && byte_in(argument.ptr[0], "'\"") &&
        argument.ptr[argument.len - 1] == argument.ptr[0] &&
        str_find_byte(str_slice(argument, 1, argument.len - 1), argument.ptr[0]) == STR_NONE)
        return true;
    for (size_t i = 0; i < argument.len; i++)
        if (!byte_is_word(argument.ptr[i]) && !byte_in(argument.ptr[i], ".-&"))
            return false;
    return str_find(argument, STR("--")) == STR_NONE;
}
