#include "test.h"

#include "formats/ctags.h"
#include "formats/scip.h"
#include "index/store/compiled.h"

static Str tag_line(const CtagsTag *tag)
{
    Buf out = buf_open(test_arena(), 0);
    ctags_put(&out, tag);
    return buf_str(&out);
}

TEST(ctags_lines)
{
    CtagsTag tag = {.name = STR("f"),
                    .path = STR("a.c"),
                    .source = STR("int f(char *s) /* \\ $ */"),
                    .line = 3,
                    .end_line = 9,
                    .kind = STR("function"),
                    .language = STR("C"),
                    .scope_kind = STR("struct"),
                    .scope = STR("A\tB\\"),
                    .access = STR("public"),
                    .signature = STR("(char *s)"),
                    .file_only = true};
    EXPECT_STR(tag_line(&tag), "f\ta.c\t/^int f(char *s) \\/* \\\\ $ *\\/$/;\"\tfunction\tline:3\t"
                               "language:C\tstruct:A\\tB\\\\\tfile:\taccess:public\t"
                               "signature:(char *s)\tend:9\n");
    tag = (CtagsTag){.name = STR("g"), .path = STR("b.c"), .line = 2, .end_line = 2};
    static const struct {
        const char *source, *address;
    } cases[] = {
        {"x$", "/^x\\$$/"},
        {"\ta\tb", "/^\ta\tb$/"},
        {"", "2"},
        {"  \t", "2"},
        {"a\rb", "2"},
        {"a\fb", "2"},
        {"ends in \\", "/^ends in \\\\$/"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        tag.source = str_from(cases[i].source);
        Str line = tag_line(&tag), name, path;
        Str wanted = str_format(test_arena(), "%s;\"\t\tline:2\n", cases[i].address);
        EXPECT(str_take_until(&line, '\t', &name) && str_take_until(&line, '\t', &path));
        EXPECT_STR(line, str_terminate(test_arena(), wanted));
    }
}

TEST(ctags_patterns_end_before_a_character)
{
    char text[CTAGS_PATTERN_BYTES_MAX + 8];
    memset(text, 'x', sizeof text);
    memcpy(text + CTAGS_PATTERN_BYTES_MAX - 1, "\xC3\xB6", 2);
    CtagsTag tag = {.name = STR("g"), .path = STR("b"), .line = 1, .source = {text, sizeof text}};
    Str line = tag_line(&tag);
    size_t end = str_find(line, STR("/;\""));
    EXPECT_INT(end, strlen("g\tb\t/^") + CTAGS_PATTERN_BYTES_MAX - 1);
    EXPECT(line.ptr[end - 1] == 'x');
}

TEST(ctags_names)
{
    static const struct {
        Str name, escaped;
    } cases[] = {
        {STR_INIT("plain"), STR_INIT("plain")},   {STR_INIT("a\tb\nc\r"), STR_INIT("a\\tb\\nc\\r")},
        {STR_INIT("A\\B"), STR_INIT("A\\\\B")},   {STR_INIT("!x!"), STR_INIT("\\x21x!")},
        {STR_INIT(" x y"), STR_INIT("\\x20x y")}, {STR_INIT("a\0b"), STR_INIT("a\\x00b")},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT(str_equal(ctags_name(test_arena(), cases[i].name), cases[i].escaped));
    Buf head = buf_open(test_arena(), 0);
    ctags_put_head(&head);
    EXPECT(ctags_is_own(buf_str(&head)));
    EXPECT(
        !ctags_is_own(STR("!_TAG_FILE_FORMAT\t2\t//\n!_TAG_PROGRAM_NAME\tUniversal Ctags\t//\n")));
}

/* ---- protobuf ---- */

TEST(protobuf_round_trip)
{
    Buf out = buf_open(test_arena(), 0);
    static char long_text[70000];
    memset(long_text, 'a', sizeof long_text);
    const uint32_t numbers[] = {0, 1, 300, UINT32_MAX};
    protobuf_put_number(&out, 1, 0);
    protobuf_put_number(&out, 1, UINT64_MAX);
    protobuf_put_text(&out, 2, (Str){0});
    size_t outer = protobuf_begin(&out, 500);
    size_t inner = protobuf_begin(&out, 3);
    protobuf_put_text(&out, 4, (Str){long_text, sizeof long_text});
    protobuf_end(&out, inner);
    protobuf_put_numbers(&out, 5, numbers, COUNT(numbers));
    protobuf_end(&out, outer);

    ProtobufField field;
    VarintReader reader = protobuf_open(buf_str(&out));
    EXPECT(protobuf_next(&reader, &field) && field.number == 1 && field.value == UINT64_MAX);
    EXPECT(protobuf_next(&reader, &field) && field.number == 500);
    VarintReader within = protobuf_open(field.bytes);
    EXPECT(!protobuf_next(&reader, &field) && !reader.failed);
    EXPECT(protobuf_next(&within, &field) && field.number == 3);
    VarintReader deepest = protobuf_open(field.bytes);
    EXPECT(protobuf_next(&deepest, &field) && field.bytes.len == sizeof long_text);
    EXPECT(protobuf_next(&within, &field) && field.number == 5);
    VarintReader packed = protobuf_open(field.bytes);
    uint64_t value;
    for (size_t i = 0; i < COUNT(numbers); i++)
        EXPECT(protobuf_take_number(&packed, &value) && value == numbers[i]);
    EXPECT(!protobuf_take_number(&packed, &value) && !packed.failed);
}

TEST(protobuf_hostile)
{
    static const struct {
        Str bytes;
        bool fails;
    } cases[] = {
        {STR_INIT("\x0A\x05"
                  "ab"),
         true},                                                               /* cut */
        {STR_INIT("\x0A"), true},                                             /* no length */
        {STR_INIT("\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"), true},     /* 2^64 - 1 bytes */
        {STR_INIT("\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"), true}, /* eleven bytes */
        {STR_INIT("\x00\x01"), true},                                         /* field 0 */
        {STR_INIT("\x0B\x0C"), true},                                         /* a group */
        {STR_INIT("\x0F\x00"), true},                                         /* type 7 */
        {STR_INIT("\x0D\x01\x02"), true},                             /* half of four bytes */
        {STR_INIT("\x09\x01\x02\x03\x04\x05\x06\x07\x08"), false},    /* eight bytes */
        {STR_INIT("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"), true}, /* a tag of 64 bits */
        {STR_INIT(""), false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        VarintReader reader = protobuf_open(cases[i].bytes);
        ProtobufField field;
        while (protobuf_next(&reader, &field))
            continue;
        EXPECT_INT(reader.failed, cases[i].fails);
    }
}

/* ---- symbols ---- */

/* The descriptors of a symbol as `name/ name# …`, or `bad`. */
static Str descriptors_of(Str symbol)
{
    ScipDescriptorVec all = {0};
    if (!scip_symbol_parse(test_arena(), symbol, &all))
        return STR("bad");
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < all.len; i++)
        buf_printf(&out, "%s%.*s%c", i ? " " : "", STR_ARG(all.ptr[i].name), all.ptr[i].suffix);
    return buf_str(&out);
}

TEST(scip_symbols_written)
{
    Buf out = buf_open(test_arena(), 0);
    scip_put_scheme(&out, STR("a  b"));
    scip_put_descriptor(&out, STR("src"), SCIP_IN_NAMESPACE, 0);
    scip_put_descriptor(&out, STR("a`b.c"), SCIP_IN_TYPE, 0);
    scip_put_descriptor(&out, STR("f"), SCIP_METHOD, 2);
    scip_put_descriptor(&out, STR("x y"), SCIP_TERM, 3);
    scip_put_descriptor(&out, STR("M"), SCIP_MACRO, 0);
    EXPECT_STR(buf_str(&out), "fovea . a    b . src/`a``b.c`#f(+2).3:`x y`.M!");
    EXPECT_STR(descriptors_of(buf_str(&out)), "src/ a``b.c# f( 3: x y. M!");
}

TEST(scip_symbols_read)
{
    static const struct {
        const char *symbol, *descriptors;
    } cases[] = {
        {"scip-typescript npm zod 3.0.0 src/`types.ts`/ZodType#parse().",
         "src/ types.ts/ ZodType# parse("},
        {"s . . . A#[T]", "A# T["},
        {"s . . . f().(x)", "f( x)"},
        {"a  b m p  q 1 x.", "x."},
        {"local 12", ""},
        {"local a b", "bad"},
        {"local ", "bad"},
        {"", "bad"},
        {"s m p v ", "bad"},
        {"s m p v x", "bad"},
        {"s m p", "bad"},
        {"s  m p v x.", "bad"},
        {"s m p v `x.", "bad"},
        {"s m p v ``.", "bad"},
        {"s m p v f(", "bad"},
        {"s m p v f(a b).", "bad"},
        {"s m p v f()", "bad"},
        {"s m p v [T", "bad"},
        {"s m p v \xFF.", "bad"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(descriptors_of(str_from(cases[i].symbol)), cases[i].descriptors);
    Buf deep = buf_open(test_arena(), 0);
    buf_put(&deep, STR("s . . . "));
    buf_put_repeat(&deep, STR("a/"), SCIP_DESCRIPTORS_MAX + 1);
    EXPECT_STR(descriptors_of(buf_str(&deep)), "bad");
    EXPECT(scip_symbol_is_local(STR("local 1")) && !scip_symbol_is_local(STR("locals . . . x.")));
}

TEST(scip_own_indexes)
{
    Buf out = buf_open(test_arena(), 0);
    scip_put_metadata(&out, &(ScipMetadata){.tool = STR("fovea"), .root = STR("file:///")});
    EXPECT(scip_is_own(buf_str(&out)));
    Buf other = buf_open(test_arena(), 0);
    scip_put_metadata(&other, &(ScipMetadata){.tool = STR("scip-go"), .root = STR("file:///")});
    EXPECT(!scip_is_own(buf_str(&other)));
    EXPECT(!scip_is_own((Str){0}) && !scip_is_own(STR("\x0A")));
}

/* ---- reading SCIP ---- */

static void put_occurrence(Buf *document, const ScipRange *range, Str symbol, uint32_t roles)
{
    scip_put_occurrence(document,
                        &(ScipOccurrence){.range = *range, .symbol = symbol, .roles = roles});
}

TEST(scip_documents_read)
{
    Buf out = buf_open(test_arena(), 0);
    ScipDocument document;
    scip_put_document_head(&out, STR("a/b.c"), STR("C"));
    put_occurrence(&out,
                   &(ScipRange){.start_line = 3, .start_column = 5, .end_line = 3, .end_column = 9},
                   STR("s . . . x."), SCIP_DEFINITION);
    put_occurrence(&out,
                   &(ScipRange){.start_line = 4, .start_column = 5, .end_line = 6, .end_column = 1},
                   STR("local 1"), 0);
    EXPECT(scip_document_read(test_arena(), buf_str(&out), &document));
    EXPECT_STR(document.path, "a/b.c");
    EXPECT_INT(document.encoding, SCIP_UTF8);
    EXPECT_INT(document.occurrences.len, 2);
    EXPECT_INT(document.occurrences.ptr[0].range.end_column, 9);
    EXPECT_INT(document.occurrences.ptr[0].roles, SCIP_DEFINITION);
    EXPECT_INT(document.occurrences.ptr[1].range.end_line, 6);
    EXPECT_STR(document.occurrences.ptr[1].symbol, "local 1");
    for (size_t cut = 1; cut < out.len; cut++) { /* any beginning is read or refused */
        ScipDocument part;
        bool ok = scip_document_read(test_arena(), str_slice(buf_str(&out), 0, cut), &part);
        EXPECT(!ok || part.occurrences.len <= 2);
    }
}

TEST(scip_ranges_read)
{
    static const struct {
        Str occurrence;
        bool ok;
    } cases[] = {
        {STR_INIT("\x0A\x03\x01\x02\x05"), true},                     /* packed */
        {STR_INIT("\x08\x01\x08\x02\x08\x05"), true},                 /* one by one */
        {STR_INIT("\x42\x06\x08\x01\x10\x02\x18\x05"), true},         /* single_line_range */
        {STR_INIT("\x4A\x08\x08\x01\x10\x02\x18\x01\x20\x05"), true}, /* multi_line_range */
        {STR_INIT("\x42\x02\x18\x05"), true},                         /* line 0, column 0 */
        {STR_INIT("\x0A\x02\x01\x02"), false},
        {STR_INIT("\x0A\x05\x01\x02\x05\x06\x07"), false},
        {STR_INIT("\x0A\x03\x01\x05\x02"), false}, /* it ends before it begins */
        {STR_INIT("\x0A\x04\x02\x01\x01\x01"), false},
        {STR_INIT("\x0A\x07\x01\xFF\xFF\xFF\xFF\x0F\x05"), false}, /* 2^32 - 1 */
        {STR_INIT("\x0A\x03\x01\x02\xFF"), false},                 /* a cut number */
        {STR_INIT(""), false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Buf out = buf_open(test_arena(), 0);
        ScipDocument document;
        protobuf_put_head(&out, 2, cases[i].occurrence.len);
        buf_put(&out, cases[i].occurrence);
        EXPECT_INT(scip_document_read(test_arena(), buf_str(&out), &document), cases[i].ok);
    }
}

/* ---- what a compiler says ---- */

TEST(compiled_marks_round_trip)
{
    Buf out = buf_open(test_arena(), 0);
    CompiledTargetVec targets = {0}, again = {0};
    CompiledMarkVec marks = {0};
    static const CompiledMark all[] = {{0, 1, 7}, {3, 0, 0}, {4, 2, 1}, {4000000, 1, 900}};
    *VEC_PUSH(test_arena(), &targets) =
        (CompiledTarget){.path = STR("a.ts"), .hash = STR("0123456789abcdef")};
    *VEC_PUSH(test_arena(), &targets) = (CompiledTarget){.path = STR("b.ts"), .hash = STR("x")};
    for (size_t i = 0; i < COUNT(all); i++)
        *VEC_PUSH(test_arena(), &marks) = all[i];
    compiled_put_marks(&out, &targets, &marks);

    VarintReader in = varint_open(buf_str(&out));
    CompiledMark mark = {0};
    EXPECT(compiled_take_targets(&in, test_arena(), &again));
    EXPECT_INT(again.len, 2);
    EXPECT_STR(again.ptr[1].path, "b.ts");
    for (size_t i = 0; i < COUNT(all); i++) {
        EXPECT(compiled_take_mark(&in, &mark));
        EXPECT(mark.reference == all[i].reference && mark.target == all[i].target &&
               mark.index == all[i].index);
    }
    EXPECT(!compiled_take_mark(&in, &mark) && !in.failed);
    for (size_t cut = 0; cut < out.len; cut++) {
        in = varint_open(str_slice(buf_str(&out), 0, cut));
        again.len = 0;
        bool ok = compiled_take_targets(&in, test_arena(), &again);
        for (mark = (CompiledMark){0}; ok && compiled_take_mark(&in, &mark);)
            continue;
    }
}
