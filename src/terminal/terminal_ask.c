/* A question with one key as its answer. Consent is exactly one of the offered keys: alone on its
   line, or pressed and followed by nothing. Pasted text, or text typed before the question was
   shown, is no answer, and a sentence does not count as its first letter. */
#include "terminal/terminal_state.h"

#include "base/proc.h"
#include "terminal/clean.h"

/* Wrong answers allowed for a question; a pipe of wrong ones must end. */
#define ANSWERS_MAX 10
/* Silence required after an answering key: users who type a sentence have pressed the next key by
   then. */
#define QUIET_MS 400
/* Length of a sentence typed in place of an answer: a longer text is no sentence. */
#define SENTENCE_BYTES_MAX ((size_t)4 * KB)

typedef struct Asking {
    Terminal *terminal;
    Arena *arena;
    Str question; /* with its keys */
    const char *keys;
    bool takes_text; /* a sentence is an answer: no, with an instruction */
    Buf typed;
    bool is_pasted;   /* at least partly */
    int64_t typed_ms; /* time of the last key */
} Asking;

/* The key that is the whole line; 0: the line is no key. */
static char key_of(const Asking *asking, Str line)
{
    bool is_one = line.len == 1 && !asking->is_pasted;
    return is_one && byte_in(line.ptr[0], asking->keys) ? line.ptr[0] : 0;
}

/* Whether a line is a sentence and not just a wrong word. */
static bool is_sentence(const Asking *asking, Str line)
{
    return asking->takes_text && str_find_byte(str_trim(line), ' ') != STR_NONE;
}

/* `Write 3 files? [y/n] ` */
static Str put_keys(Arena *arena, Str question, const char *keys)
{
    Buf text = buf_open(arena, 0);
    buf_put(&text, question);
    buf_put(&text, STR(" ["));
    for (const char *key = keys; *key; key++)
        buf_printf(&text, "%s%c", key == keys ? "" : "/", *key);
    buf_put(&text, STR("] "));
    return buf_str(&text);
}

/* `y, n or h`: the accepted keys, for a user who typed another word. */
static Str name_keys(Arena *arena, const char *keys)
{
    Buf text = buf_open(arena, 0);
    for (const char *key = keys; *key; key++)
        buf_printf(&text, "%s%c", key == keys ? "" : key[1] ? ", " : " or ", *key);
    buf_put(&text, STR(" is taken, alone and in lower case\n"));
    return buf_str(&text);
}

/* ---- with single keys ---- */

static bool is_refusal(const Key *key)
{
    return key->code == KEY_ESCAPE ||
           (key->code == KEY_CHAR && key->control && byte_in((char)key->c, "cdg"));
}

static void echo(Asking *asking, Str text)
{
    clean_put(&asking->terminal->out, text, CLEAN_CODE);
    terminal_flush(asking->terminal);
}

static void begin_line(Asking *asking)
{
    asking->typed = buf_open(asking->arena, SENTENCE_BYTES_MAX);
    asking->is_pasted = false;
}

static void erase_last(Asking *asking)
{
    Buf *typed = &asking->typed;
    if (!typed->len)
        return;
    typed->len = str_char_floor(buf_str(typed), typed->len - 1);
    buf_put(&asking->terminal->out, STR("\b \b"));
    terminal_flush(asking->terminal);
}

static void add_text(Asking *asking, Str text)
{
    Buf one_line = buf_open(asking->arena, 0);
    for (size_t i = 0; i < text.len; i++)
        buf_put_byte(&one_line, byte_in(text.ptr[i], "\r\n\t") ? ' ' : text.ptr[i]);
    buf_put(&asking->typed, buf_str(&one_line));
    echo(asking, buf_str(&one_line));
}

static void take_key(Asking *asking, const Key *key)
{
    char bytes[4];
    asking->typed_ms = proc_clock_ms();
    if (key->code == KEY_BACKSPACE)
        erase_last(asking);
    if (key->code == KEY_CHAR && !key->control && !key->meta)
        add_text(asking, (Str){bytes, str_encode(bytes, key->c)});
    if (key->code == KEY_PASTE) {
        asking->is_pasted = true;
        add_text(asking, key->paste);
    }
}

typedef enum Answered {
    ANSWERED_NOT,
    ANSWERED_KEY,
    ANSWERED_TEXT
} Answered;

/* Judges a complete line. After a word that is no key, it asks again. */
static Answered judge_line(Asking *asking, char *key)
{
    Str line = buf_str(&asking->typed);
    *key = key_of(asking, line);
    if (*key)
        return ANSWERED_KEY;
    if (is_sentence(asking, line))
        return ANSWERED_TEXT;
    if (line.len) {
        buf_put_byte(&asking->terminal->out, '\n');
        buf_put(&asking->terminal->out, name_keys(asking->arena, asking->keys));
        echo(asking, asking->question);
    }
    begin_line(asking);
    return ANSWERED_NOT;
}

/* Milliseconds until a single key counts, or a sequence is complete; -1: any time. */
static int next_timeout(const Asking *asking, const Input *input)
{
    if (input_waits(input))
        return INPUT_ESCAPE_MS;
    if (!key_of(asking, buf_str(&asking->typed)))
        return -1;
    int64_t left = QUIET_MS - (proc_clock_ms() - asking->typed_ms);
    return left > 0 ? (int)left : 0;
}

/* Reads keys until an answer; text typed before stays aside. 0: a refusal, or a sentence. */
static char ask_keys(Asking *asking)
{
    Input input SCOPED(input_close) = {0};
    char bytes[256], answer = 0;
    input_open(&input);
    begin_line(asking);
    while (!*tty_interrupt()) {
        Key key = {0};
        size_t got = 0;
        int timeout = next_timeout(asking, &input);
        TtyRead read = timeout
                           ? tty_read(&asking->terminal->tty, bytes, sizeof bytes, timeout, &got)
                           : TTY_NOTHING;
        Str rest = {bytes, got};
        if (read == TTY_END)
            break;
        if (!timeout)
            return key_of(asking, buf_str(&asking->typed));
        while (read == TTY_NOTHING ? input_flush(&input, &key) : input_next(&input, &rest, &key)) {
            if (is_refusal(&key))
                return 0;
            take_key(asking, &key);
            if (key.code == KEY_ENTER && judge_line(asking, &answer) != ANSWERED_NOT)
                return answer;
        }
    }
    begin_line(asking);
    return 0;
}

static char ask_full(Asking *asking)
{
    Terminal *terminal = asking->terminal;
    tty_set_mode(&terminal->tty, TTY_KEYS);
    terminal_fill(terminal, 0);
    echo(asking, asking->question);
    char answer = ask_keys(asking);
    bool is_answered = answer || is_sentence(asking, buf_str(&asking->typed));
    buf_put(&terminal->out, is_answered ? STR("\n") : STR("-\n"));
    terminal_flush(terminal);
    tty_set_mode(&terminal->tty, TTY_BUSY);
    return answer;
}

/* ---- with lines ---- */

static char ask_lines(Asking *asking)
{
    TerminalPrompt prompt = {.prompt = asking->question};
    for (int i = 0; i < ANSWERS_MAX; i++) {
        Str line;
        begin_line(asking);
        if (terminal_read_line(asking->terminal, asking->arena, &prompt, &line) != TERMINAL_TEXT)
            return 0;
        char key = key_of(asking, line);
        if (key)
            return key;
        if (is_sentence(asking, line)) {
            buf_put(&asking->typed, line);
            return 0;
        }
        terminal_write_text(asking->terminal, name_keys(asking->arena, asking->keys));
    }
    return 0;
}

/* Asks with earlier typed text set aside. */
static char ask_plain(Asking *asking)
{
    Terminal *terminal = asking->terminal;
    terminal_fill(terminal, 0);
    Str typed = str_copy(asking->arena, (Str){terminal->ahead, terminal->ahead_len});
    terminal->ahead_len = 0;
    char answer = ask_lines(asking);
    size_t room = AHEAD_BYTES_MAX - terminal->ahead_len, len = MIN(typed.len, room);
    memmove(terminal->ahead + len, terminal->ahead, terminal->ahead_len);
    if (len)
        memcpy(terminal->ahead, typed.ptr, len);
    terminal->ahead_len += len;
    return answer;
}

char terminal_ask(Terminal *terminal, Arena *arena, const TerminalQuestion *question, Str *text)
{
    Asking asking = {.terminal = terminal,
                     .arena = arena,
                     .question = put_keys(arena, question->text, question->keys),
                     .keys = question->keys,
                     .takes_text = text != NULL};
    if (text)
        *text = (Str){0};
    if (terminal->kind == TERMINAL_PIPE)
        return 0;
    terminal_end(terminal);
    tty_clear_interrupt();
    char answer = terminal->kind == TERMINAL_PLAIN ? ask_plain(&asking) : ask_full(&asking);
    Str typed = str_trim(buf_str(&asking.typed));
    if (!answer && is_sentence(&asking, typed))
        *text = typed;
    return answer;
}
