#include "test.h"

#include "index/store/facts.h"

#include <glob.h>
#include <stdio.h>

static Outline outline_of(const Language *language, Str text)
{
    Outline outline;
    OutlineOptions options = {.want_docs = true, .want_references = true, .no_ctags = true};
    lang_outline(test_arena(), test_scratch(), language, text, &options, &outline);
    return outline;
}

static bool decode(const Outline *outline, bool references, Outline *back)
{
    Facts facts = facts_encode(test_arena(), test_scratch(), outline);
    return facts_decode(test_arena(), &facts, references, back);
}

static bool same_code(const SymbolCode *a, const SymbolCode *b)
{
    return str_equal(a->type, b->type) && str_equal(a->writes, b->writes) &&
           a->complexity == b->complexity && a->branches == b->branches && a->loops == b->loops &&
           a->exits == b->exits && a->unguarded == b->unguarded;
}

static bool same_symbol(const Symbol *a, const Symbol *b)
{
    return a->kind == b->kind && a->modifiers == b->modifiers && str_equal(a->name, b->name) &&
           str_equal(symbol_owner(a), symbol_owner(b)) && str_equal(a->signature, b->signature) &&
           str_equal(symbol_doc(a), symbol_doc(b)) && same_code(symbol_code(a), symbol_code(b)) &&
           a->start_line == b->start_line && a->end_line == b->end_line &&
           a->name_line == b->name_line && a->parent == b->parent && a->next == b->next &&
           a->depth == b->depth && a->is_value == b->is_value && !a->body == !b->body;
}

static bool same_place(const Symbol *a, const Symbol *b)
{
    return a->start == b->start && a->end == b->end && a->lead == b->lead && a->body == b->body &&
           a->name_start == b->name_start && a->name_end == b->name_end;
}

static bool same_import(const Import *a, const Import *b)
{
    if (!str_equal(a->name, b->name) || !str_equal(a->detail, b->detail) || a->line != b->line ||
        a->angled != b->angled || a->bindings.len != b->bindings.len)
        return false;
    for (size_t i = 0; i < a->bindings.len; i++) {
        const Binding *x = &a->bindings.ptr[i], *y = &b->bindings.ptr[i];
        if (!str_equal(x->name, y->name) || !str_equal(x->alias, y->alias) || x->flags != y->flags)
            return false;
    }
    return true;
}

static bool same_reference(const Reference *a, const Reference *b)
{
    return a->kind == b->kind && str_equal(a->name, b->name) &&
           str_equal(a->receiver, b->receiver) && str_equal(a->given, b->given) &&
           a->line == b->line && a->symbol == b->symbol && a->arguments == b->arguments &&
           a->flags == b->flags;
}

static void expect_same(const Outline *a, const Outline *b)
{
    EXPECT(a->language == b->language && a->engine == b->engine && a->degraded == b->degraded);
    EXPECT(str_equal(a->note, b->note) && str_equal(a->facts, b->facts));
    EXPECT(str_equal(a->package, b->package) && a->line_count == b->line_count);
    REQUIRE(a->symbols.len == b->symbols.len && a->imports.len == b->imports.len);
    REQUIRE(a->references.len == b->references.len);
    for (size_t i = 0; i < a->symbols.len; i++)
        EXPECT(same_symbol(&a->symbols.ptr[i], &b->symbols.ptr[i]));
    for (size_t i = 0; a->references.len && i < a->symbols.len; i++)
        EXPECT(same_place(&a->symbols.ptr[i], &b->symbols.ptr[i]));
    for (size_t i = 0; i < a->imports.len; i++)
        EXPECT(same_import(&a->imports.ptr[i], &b->imports.ptr[i]));
    for (size_t i = 0; i < a->references.len; i++)
        EXPECT(same_reference(&a->references.ptr[i], &b->references.ptr[i]));
}

static Str read_sample(const char *path)
{
    FILE *file = fopen(path, "r");
    Buf text = buf_open(test_arena(), 0);
    for (int byte = file ? fgetc(file) : EOF; byte != EOF; byte = fgetc(file))
        buf_put_byte(&text, (char)byte);
    if (file)
        fclose(file);
    return buf_str(&text);
}

TEST(facts_of_each_sample_come_back_as_they_were)
{
    const char *pattern = str_terminate(
        test_arena(), str_format(test_arena(), "%s/languages/*/sample.*", test_source_root()));
    glob_t found;
    REQUIRE(!glob(pattern, 0, NULL, &found));
    EXPECT(found.gl_pathc > 100);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        Str text = read_sample(found.gl_pathv[i]);
        Outline back, outline = outline_of(lang_detect(str_from(found.gl_pathv[i]), text), text);
        REQUIRE(decode(&outline, true, &back));
        expect_same(&outline, &back);
    }
    globfree(&found);
}

static const char source[] =
    "import os\n\nclass A(Base):\n    \"\"\"Doc.\"\"\"\n    def run(self, x):\n"
    "        return os.path.join(x)\n\nLIMIT = 3\n";

TEST(references_can_be_left_out)
{
    Outline outline = outline_of(lang_find(STR("python")), STR(source)), back;
    EXPECT(outline.references.len > 0);
    REQUIRE(decode(&outline, false, &back));
    outline.references.len = 0;
    expect_same(&outline, &back);
}

TEST(arguments_come_back)
{
    static const char java[] = "class A {\n    void run(int n, String s, Foo o) {\n"
                               "        run(n + 1, s, o.bar());\n        run(0, q ? s : null, o);\n"
                               "        run(1, \"\", (Foo) o);\n    }\n}\n";
    Outline outline = outline_of(lang_find(STR("java")), STR(java)), back;
    REQUIRE(decode(&outline, true, &back));
    expect_same(&outline, &back);
    Buf given = buf_open(test_arena(), 0);
    for (size_t i = 0; i < back.references.len; i++)
        if (back.references.ptr[i].given.len)
            buf_printf(&given, "%.*s\n", STR_ARG(back.references.ptr[i].given));
    EXPECT_STR(buf_str(&given),
               "int{}+int{},String{},o.bar()\nint{},String{}|null,Foo{}\nint{},\"\",Foo{}\n");
}

TEST(control_bytes_are_no_end_of_a_text)
{
    Outline outline = {.language = lang_find(STR("python")), .line_count = 1}, back;
    Symbol *symbol = VEC_PUSH(test_arena(), &outline.symbols);
    *symbol = (Symbol){.name = STR("a\1b"),
                       .signature = STR("def a\1b\0c"),
                       .start_line = 1,
                       .end_line = 1,
                       .name_line = 1,
                       .next = 1};
    REQUIRE(decode(&outline, true, &back));
    EXPECT_STR(back.symbols.ptr[0].name, "a b");
    EXPECT_STR(back.symbols.ptr[0].signature, "def a b c");
}

TEST(names_that_begin_alike_come_back)
{
    Outline outline = {.language = lang_find(STR("c")), .line_count = 1}, back;
    Buf longest = buf_open(test_arena(), 0);
    buf_put_repeat(&longest, STR("x"), 400);
    const Str names[] = {STR("GPIO_A"),     STR("GPIO_A_MASK"),
                         STR("GPIO"),       STR("other"),
                         buf_str(&longest), str_join(test_arena(), buf_str(&longest), STR("y"))};
    for (uint32_t i = 0; i < COUNT(names); i++)
        *VEC_PUSH(test_arena(), &outline.symbols) = (Symbol){
            .name = names[i], .start_line = 1, .end_line = 1, .name_line = 1, .next = i + 1};
    REQUIRE(decode(&outline, true, &back));
    for (size_t i = 0; i < COUNT(names); i++)
        EXPECT(str_equal(back.symbols.ptr[i].name, names[i]));
}

static bool decode_damaged(Facts facts, size_t part, Str bytes)
{
    Outline back;
    *(part ? &facts.references : &facts.outline) = bytes;
    return facts_decode(test_arena(), &facts, true, &back) && !back.language;
}

TEST(damaged_facts_are_noticed_or_harmless)
{
    Outline outline = outline_of(lang_find(STR("python")), STR(source)), back;
    Facts facts = facts_encode(test_arena(), test_scratch(), &outline);
    for (size_t part = 0; part < 2; part++) {
        Str bytes = part ? facts.references : facts.outline;
        for (size_t len = 0; len < bytes.len; len++) {
            Facts cut = facts;
            *(part ? &cut.references : &cut.outline) = str_slice(bytes, 0, len);
            EXPECT(!facts_decode(test_arena(), &cut, true, &back));
        }
        for (size_t i = 0; i < bytes.len; i++)
            for (unsigned flip = 1; flip < 256; flip <<= 1) {
                Str damaged = str_copy(test_arena(), bytes);
                ((char *)(uintptr_t)damaged.ptr)[i] ^= (char)flip;
                EXPECT(!decode_damaged(facts, part, damaged));
            }
    }
}
