/* Files that may use a changed symbol, as tokens. Helpers of those who look for uses that the
   symbol graph does not have. */
#pragma once

#include "change/text_uses.h"

#include "base/id_map.h"
#include "base/map.h"
#include "change/visibility_reach.h"

typedef struct UseText {
    Str path, text;
    const Language *language;
    const ChangedFile *changed; /* NULL: the change leaves it as it is */
    TokenVec tokens;
    IdMap words; /* by hash: those of the text, and those that are tokens */
} UseText;

struct TextUses {
    Arena *arena;
    const ChangeSet *set;
    Catalog *catalog;
    ChangeTexts texts;
    Map known;  /* path → UseText */
    Map looked; /* what the graph already said (name_uses.h) */
    size_t files, bytes, unread;
    size_t skipped; /* names and types that were not looked for: there were too many */
    ModuleFolders folders;
};

typedef VEC(uint32_t) FileIdVec;

/* NULL: it cannot be read, or enough files were. */
const UseText *use_text_open(TextUses *uses, Str path);
/* Files of the new state that may use a file: those with edges or imports, and those near it. */
FileIdVec use_text_users(const TextUses *uses, Arena scratch, uint32_t target);
/* Only those with edges or imports. */
FileIdVec use_text_tied(const TextUses *uses, Arena scratch, uint32_t target);

/* The text of a token; empty behind the last one. */
Str use_text_at(const UseText *file, size_t i);
/* The byte of a mark; '\0': it is another token. */
char use_text_mark(const UseText *file, size_t i);
bool use_text_is_word(const UseText *file, size_t i, Str word);
bool use_text_is_any_word(const UseText *file, size_t i);
bool use_text_has_word(const UseText *file, Str word);
/* False: no token is the word, and no string has it apart from other letters. */
bool use_text_may_have(const UseText *file, Str word);
uint32_t use_text_line(const UseText *file, size_t i);
/* The first token of a line, or after it. */
size_t use_text_from_line(const UseText *file, uint32_t line);
/* The first token of a token's line, and the one after its last. */
size_t use_text_line_first(const UseText *file, size_t i);
size_t use_text_line_end(const UseText *file, size_t i);
/* Whether the change leaves a line of the new text as it is. */
bool use_text_keeps(const UseText *file, uint32_t line);
/* Whether an argument or a field at the token is given by its name: `n=1`, `n: 1`. */
bool use_text_is_named(const UseText *file, size_t i);
/* Whether the brace at `open` begins the body of a class that names the type after its own name:
   `class A : public T {`. */
bool use_text_begins_heir(const UseText *file, size_t open, Str type);
/* Reads the list that the bracket at `open` begins. */
void use_text_list(const UseText *file, Arena *arena, size_t open, CallArguments *arguments);
/* Index of the bracket that closes the one at `open`; the number of tokens: none does. */
size_t use_text_close(const UseText *file, size_t open);
/* Index of the bracket that opens what the token at `close` ends, or of that token if it is no
   bracket; at most `back` tokens before it. 0: it is farther away. */
size_t use_text_opening(const UseText *file, size_t close, size_t back);
/* Whether one of the types is the base, or has it among its bases in the new state. */
bool use_text_derives(const TextUses *uses, const StrVec *types, Str base);
/* Adds a place, once, unless the change rewrites its line. */
void use_text_add(TextUses *uses, ConsequenceVec *found, const UseText *file,
                  const Consequence *use);
