/* SCIP, the code intelligence protocol of Sourcegraph: an index of definitions and references as
   one protobuf message. Only the fields that fovea uses are here, with the numbers of the
   protocol's definition.

   An index is written and read one document at a time. Lines and columns count from 0; written
   columns are bytes of UTF-8. */
#pragma once

#include "base/fs.h"
#include "base/vec.h"
#include "formats/protobuf.h"

/* ---- the protocol ---- */

typedef enum ScipIndexField {
    SCIP_METADATA = 1,
    SCIP_DOCUMENT = 2,
    SCIP_EXTERNAL = 3,
} ScipIndexField;

typedef enum ScipRole {
    SCIP_DEFINITION = 1,
    SCIP_IMPORT = 2,
    SCIP_GENERATED = 16,
    SCIP_TEST = 32,
    SCIP_FORWARD = 64, /* a declaration of a symbol defined elsewhere */
} ScipRole;

typedef enum ScipEncoding {
    SCIP_UNSAID = 0,
    SCIP_UTF8 = 1,
    SCIP_UTF16 = 2,
    SCIP_UTF32 = 3,
} ScipEncoding;

typedef enum ScipKind {
    SCIP_KIND_NONE = 0,
    SCIP_KIND_CLASS = 7,
    SCIP_KIND_CONSTANT = 8,
    SCIP_KIND_CONSTRUCTOR = 9,
    SCIP_KIND_ENUM = 11,
    SCIP_KIND_ENUM_MEMBER = 12,
    SCIP_KIND_EVENT = 13,
    SCIP_KIND_FIELD = 15,
    SCIP_KIND_FUNCTION = 17,
    SCIP_KIND_INTERFACE = 21,
    SCIP_KIND_KEY = 22,
    SCIP_KIND_MACRO = 25,
    SCIP_KIND_METHOD = 26,
    SCIP_KIND_MODULE = 29,
    SCIP_KIND_NAMESPACE = 30,
    SCIP_KIND_OBJECT = 33,
    SCIP_KIND_PACKAGE = 35,
    SCIP_KIND_PROPERTY = 41,
    SCIP_KIND_STRUCT = 49,
    SCIP_KIND_TRAIT = 53,
    SCIP_KIND_TYPE = 54,
    SCIP_KIND_UNION = 59,
    SCIP_KIND_VARIABLE = 61,
} ScipKind;

/* The highlighting of a range (SyntaxKind). */
typedef enum ScipSyntax {
    SCIP_SYNTAX_NONE = 0,
    SCIP_SYNTAX_IDENTIFIER = 6,
    SCIP_SYNTAX_CONSTANT = 9,
    SCIP_SYNTAX_NAMESPACE = 14,
    SCIP_SYNTAX_FUNCTION = 15,
    SCIP_SYNTAX_FUNCTION_DEFINITION = 16,
    SCIP_SYNTAX_MACRO = 17,
    SCIP_SYNTAX_MACRO_DEFINITION = 18,
    SCIP_SYNTAX_TYPE = 19,
} ScipSyntax;

/* ---- symbols: `scheme manager package version descriptors` ---- */

typedef enum ScipSuffix {
    SCIP_IN_NAMESPACE, /* `name/` */
    SCIP_IN_TYPE,      /* `name#` */
    SCIP_TERM,         /* `name.` */
    SCIP_METHOD,       /* `name().` */
    SCIP_META,         /* `name:` */
    SCIP_MACRO,        /* `name!` */
} ScipSuffix;

/* Begins a symbol of this program; an empty package is the own one. */
void scip_put_scheme(Buf *out, Str package);
/* One descriptor. `ordinal` distinguishes symbols that would otherwise be equal: 0 for the
   first. */
void scip_put_descriptor(Buf *out, Str name, ScipSuffix suffix, uint32_t ordinal);

typedef struct ScipDescriptor {
    Str name; /* as in the symbol, including escapes; without backticks */
    bool is_escaped;
    char suffix; /* `/ # . : !`, `(` of a method, `[` and `)` of parameters */
} ScipDescriptor;
typedef VEC(ScipDescriptor) ScipDescriptorVec;

/* At most this many descriptors are read of a symbol. */
#define SCIP_DESCRIPTORS_MAX 256
/* Appends the descriptors of a symbol. False if it does not follow the grammar. A `local` symbol
   has none. */
bool scip_symbol_parse(Arena *arena, Str symbol, ScipDescriptorVec *descriptors) MUST_USE;
bool scip_symbol_is_local(Str symbol);

/* ---- writing ---- */

typedef struct ScipMetadata {
    Str tool, version, root; /* root: a URI */
} ScipMetadata;

typedef struct ScipRange {
    uint32_t start_line, start_column, end_line, end_column;
} ScipRange;

typedef struct ScipOccurrence {
    ScipRange range, enclosing; /* enclosing: the whole definition; zero: none */
    Str symbol;
    uint32_t roles;
    ScipSyntax syntax;
} ScipOccurrence;

typedef struct ScipRelationship {
    Str symbol;
    bool is_reference, is_implementation;
} ScipRelationship;

typedef struct ScipSymbol {
    Str symbol, name, documentation, signature;
    Str language; /* of the signature */
    ScipKind kind;
    const ScipRelationship *relationships;
    size_t relationship_count;
} ScipSymbol;

/* The protocol's name of a language; else our own name. */
Str scip_language(Str id, Str name);
/* Each appends one field: to the index, to a document, and to a document or the index. */
void scip_put_metadata(Buf *index, const ScipMetadata *metadata);
void scip_put_document_head(Buf *document, Str path, Str language);
void scip_put_occurrence(Buf *document, const ScipOccurrence *occurrence);
void scip_put_symbol(Buf *out, uint32_t field, const ScipSymbol *symbol);
#define SCIP_DOCUMENT_SYMBOL 3 /* field of symbols in a document; in the index: SCIP_EXTERNAL */
/* Whether a file with this beginning is an index of this program. */
bool scip_is_own(Str head);

/* ---- reading ---- */

/* Upper bound on a source file's document: files of more than INDEX_FILE_BYTES_MAX are not indexed,
   and no indexer writes a hundred bytes for each of their bytes. */
#define SCIP_DOCUMENT_BYTES_MAX (128 * MB)
/* … and on its occurrences: one for every third byte of such a file. */
#define SCIP_OCCURRENCES_MAX 2000000
/* A longer symbol is ignored; names in compiled code have at most some hundred bytes. */
#define SCIP_SYMBOL_BYTES_MAX (4 * KB)

/* The fields of an index, read from a file one at a time. */
typedef struct ScipReader {
    const FsFile *file;
    uint64_t at; /* the next byte */
    bool failed; /* the file is not an index, or could not be read */
} ScipReader;

static inline ScipReader scip_open(const FsFile *file)
{
    return (ScipReader){.file = file};
}
/* The next metadata or document; its bytes are in the arena. Other fields are skipped. False at the
   end, and on an error: then reader->failed, and *err is set. */
bool scip_next(ScipReader *reader, Arena *arena, ProtobufField *field, Err *err) MUST_USE;

typedef struct ScipSeen {
    ScipRange range;
    Str symbol; /* empty: only highlighting */
    uint32_t roles;
} ScipSeen;

typedef struct ScipDocument {
    Str path, text;
    ScipEncoding encoding; /* of columns */
    bool has_text;
    VEC(ScipSeen) occurrences; /* in the order of the document */
} ScipDocument;

/* Decodes a document; texts point into the bytes. False if it violates the protocol's definition or
   exceeds the limits above. */
bool scip_document_read(Arena *arena, Str bytes, ScipDocument *document) MUST_USE;
/* Decodes metadata; false if it is malformed. */
bool scip_metadata_read(Str bytes, ScipMetadata *metadata) MUST_USE;
