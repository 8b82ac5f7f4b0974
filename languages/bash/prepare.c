/* Bash for the grammar: tests of bats, here-documents whose line goes on, and Bash 5.3's `${ f; }`.
 */
#include "languages_lang.h"

#include "languages/bash/prepare_here_documents.h"

/* A longer substitution is left unchanged: without an end, each start would read the whole text. */
#define COMMANDS_BYTES 400

/* The brace that closes the substitution around `at`. Its commands end with `;` or a line end. */
static size_t closing_brace(const Prepared *script, size_t at)
{
    size_t limit = MIN(script->len, at + COMMANDS_BYTES), depth = 1;
    char last = ';', quote = '\0';
    for (; at < limit; at++) {
        char c = script->text[at];
        if (c == '\\')
            at++;
        else if (quote)
            quote = c == quote ? '\0' : quote;
        else if (byte_in(c, "\"'"))
            quote = c;
        else if (c == '{')
            depth++;
        else if (c == '}' && !--depth)
            return byte_in(last, ";\n") ? at : script->len;
        last = byte_in(c, " \t") ? last : c;
    }
    return script->len;
}

/* Whether a command begins at the offset: its line does, or a brace, `;`, `&&` or `||` is before
 * it.
 */
static bool begins_command(const Prepared *script, size_t at)
{
    while (at && byte_in(script->text[at - 1], " \t"))
        at--;
    return !at || byte_in(script->text[at - 1], "\n{;&|");
}

/* `run -1 add 2 3` of bats is rewritten as `add 2 3`, which it runs. */
static void prepare_runs(Prepared *script)
{
    static const Str run = STR_INIT("run");
    for (size_t at = 0; (at = prepared_next_word(script, at, run)) < script->len; at++) {
        size_t command = prepared_skip_blanks(script, at + run.len);
        if (!begins_command(script, at))
            continue;
        while (byte_in(prepared_byte(script, command), "-!")) {
            while (command < script->len && !byte_is_space(script->text[command]))
                command++;
            command = prepared_skip_blanks(script, command);
        }
        if (byte_is_word(prepared_byte(script, command)))
            prepared_blank(script, at, command);
    }
}

/* `@test "adds two" {` of bats is rewritten as a function, `       adds_two () {`. */
static void prepare_tests(Prepared *script)
{
    bool tests = false;
    for (size_t at = prepared_next_line(script, 0, STR("@test")); at < script->len;
         at = prepared_next_line(script, at + 1, STR("@test"))) {
        size_t open = prepared_skip_blanks(script, at + strlen("@test"));
        char quote = prepared_byte(script, open);
        size_t end = open + 1;
        while (end < script->len && script->text[end] != quote && script->text[end] != '\n')
            end += script->text[end] == '\\' ? 2 : 1;
        bool titled =
            byte_in(quote, "\"'") && prepared_byte(script, end) == quote && end > open + 1;
        if (!titled || prepared_byte(script, end + 1) != ' ' ||
            prepared_byte(script, prepared_skip_blanks(script, end + 1)) != '{')
            continue;
        memset(script->text + at, ' ', open + 1 - at);
        for (size_t i = open + 1; i < end; i++)
            if (!byte_is_word(script->text[i]))
                script->text[i] = '_';
        script->text[end] = '(';
        script->text[end + 1] = ')';
        tests = true;
    }
    if (tests)
        prepare_runs(script);
}

/* `${ f; }` and `${| f; }` are rewritten as `$( f; )`, which gives the same outline. */
void prepare_bash(char *text, size_t len)
{
    Prepared script = {text, len};
    prepare_here_documents(&script);
    prepare_tests(&script);
    for (size_t at = 0; at + 2 < len; at += 2) {
        size_t found = str_find((Str){text + at, len - at}, STR("${"));
        if (found == STR_NONE)
            return;
        at += found;
        size_t end = byte_in(prepared_byte(&script, at + 2), " \t\n|")
                         ? closing_brace(&script, at + 3)
                         : len;
        if (end == len)
            continue;
        text[at + 1] = '(';
        text[end] = ')';
        if (text[at + 2] == '|')
            text[at + 2] = ' ';
    }
}
