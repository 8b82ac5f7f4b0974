/* ssh-keygen gets the signed bytes on its standard input and the signature in a file in memory.
   Finding the signer's names and checking the signature are two runs: only the second looks at the
   signed bytes. */
#include "share/signature.h"

#include "base/fs.h"
#include "base/proc.h"

#define NAMESPACE "fovea.index"
#define BEGIN "-----BEGIN SSH SIGNATURE-----\n"
#define END "-----END SSH SIGNATURE-----\n"
/* The largest signature, of an RSA key with 16,384 bits and a certificate, has some 12 KB. */
#define SIGNATURE_BYTES_MAX (32 * KB)
/* A person may have to touch a security key. */
#define SIGN_STILL_MS 120000
/* Reading a file of signers and checking one signature. */
#define CHECK_STILL_MS 20000
#define WORK_MS 20000
/* At most this many names for one key in a file of allowed signers. */
#define NAMES_MAX 64
/* Bytes shown of ssh-keygen's output. */
#define WORDS_BYTES_MAX 200

/* ---- the program ---- */

typedef struct Run {
    const char *const *words; /* arguments of ssh-keygen, ended by NULL */
    Str input, file;
    int still_ms;
    bool with_errors;
    const volatile bool *cancel;
} Run;

/* Runs ssh-keygen. It starts no program to ask for a passphrase, but may use the terminal. */
static bool run_keygen(Arena *arena, const Run *run, ProcResult *result, Err *err)
{
    VEC(const char *) words = {0};
    static const char *const begin[] = {"env", "LC_ALL=C", "SSH_ASKPASS_REQUIRE=never",
                                        "ssh-keygen"};
    if (!proc_exists("ssh-keygen")) {
        err_set(err, ERR_FAILED, "there is no program 'ssh-keygen', which signatures need");
        return err_hint(err, "install OpenSSH's client; nothing else needs it");
    }
    for (size_t i = 0; i < COUNT(begin); i++)
        *VEC_PUSH(arena, &words) = begin[i];
    for (size_t i = 0; run->words[i]; i++)
        *VEC_PUSH(arena, &words) = run->words[i];
    *VEC_PUSH(arena, &words) = NULL;
    ProcLimits limits = {.time_ms = WORK_MS,
                         .still_ms = run->still_ms,
                         .with_errors = run->with_errors,
                         .file = run->file,
                         .cancel = run->cancel};
    if (!proc_run(arena, words.ptr, run->input, limits, result, err))
        return false;
    if (run->cancel && *run->cancel)
        return err_interrupted(err);
    return !result->timed_out || err_set(err, ERR_FAILED, "ssh-keygen does not answer");
}

/* The first line of the program's output, to be shown. Some of it may come from the signature. */
static Str first_words(Arena *arena, Str output)
{
    static const Str usual = STR_INIT("Signing data on standard input");
    Str line = {0};
    while (str_take_line(&output, &line) && (!line.len || str_equal(line, usual)))
        line = (Str){0};
    line = str_slice(line, 0, WORDS_BYTES_MAX);
    char *shown = arena_bytes(arena, line.len);
    for (size_t i = 0; i < line.len; i++)
        shown[i] = line.ptr[i] < ' ' || line.ptr[i] > '~' ? '?' : line.ptr[i];
    return line.len ? (Str){shown, line.len} : STR("it said nothing");
}

/* ---- signing ---- */

static Str payload(Arena *arena, const Artifact *artifact)
{
    Artifact plain = *artifact;
    plain.signature = (Str){0};
    return artifact_write(arena, &plain);
}

bool signature_make(Arena *arena, const Artifact *artifact, const SignatureOptions *options,
                    Str *signature, Err *err)
{
    const char *key = str_terminate(arena, options->key);
    const char *const words[] = {"-Y", "sign", "-f", key, "-n", NAMESPACE, NULL};
    Run run = {.words = words,
               .input = payload(arena, artifact),
               .still_ms = SIGN_STILL_MS,
               .with_errors = true,
               .cancel = options->cancel};
    ProcResult result;
    if (!run_keygen(arena, &run, &result, err))
        return false;
    size_t begin = str_find(result.output, STR(BEGIN)), end = str_find(result.output, STR(END));
    if (!result.exit_code && begin != STR_NONE && end != STR_NONE && end > begin) {
        *signature = str_slice(result.output, begin, end + STR(END).len);
        return true;
    }
    err_set(err, ERR_FAILED, "cannot sign with '%.*s': ssh-keygen: %.*s",
            STR_ARG(str_slice(options->key, 0, PATH_SHOWN_BYTES)),
            STR_ARG(first_words(arena, result.output)));
    return err_hint(err, "name the file of a private key without a passphrase, or of a public key "
                         "whose private half ssh-agent has");
}

/* ---- checking ---- */

static bool fail(const Artifact *artifact, Err *err, const char *what, Str words)
{
    err_set(err, ERR_FAILED, "the remote's index of %.*s cannot be trusted: %s%s%.*s%s",
            (int)MIN(artifact->commit.len, (size_t)12), artifact->commit.ptr, what,
            words.len ? " (ssh-keygen: " : "", STR_ARG(words), words.len ? ")" : "");
    return err_hint(err,
                    "nothing of it was taken; whoever publishes it can sign it with "
                    "`fovea push --sign`; share.allowed_signers names a file of believed keys");
}

/* The names that the file has for the signature's key, one a line. */
static bool find_names(Arena *arena, const Artifact *artifact, const SignatureOptions *options,
                       Str *names, Err *err)
{
    const char *allowed = str_terminate(arena, options->allowed);
    const char *const words[] = {"-Y", "find-principals", "-s", PROC_FILE, "-f", allowed, NULL};
    Run run = {.words = words,
               .file = artifact->signature,
               .still_ms = CHECK_STILL_MS,
               .cancel = options->cancel};
    ProcResult result;
    if (!run_keygen(arena, &run, &result, err))
        return false;
    *names = result.output;
    if (!result.exit_code)
        return true;
    run.with_errors = true;
    if (!run_keygen(arena, &run, &result, err))
        return false;
    return fail(artifact, err, "none of the allowed signers made its signature",
                first_words(arena, result.output));
}

static bool check_name(Arena *arena, const Artifact *artifact, const SignatureOptions *options,
                       Str name, ProcResult *result, Err *err)
{
    const char *allowed = str_terminate(arena, options->allowed);
    const char *const words[] = {"-Y", "verify",  "-s", PROC_FILE,
                                 "-f", allowed,   "-I", str_terminate(arena, name),
                                 "-n", NAMESPACE, NULL};
    Run run = {.words = words,
               .input = payload(arena, artifact),
               .file = artifact->signature,
               .still_ms = CHECK_STILL_MS,
               .with_errors = true,
               .cancel = options->cancel};
    return run_keygen(arena, &run, result, err);
}

bool signature_check(Arena *arena, const Artifact *artifact, const SignatureOptions *options,
                     Str *signer, Err *err)
{
    ProcResult result = {0};
    Str names, name, words = {0};
    *signer = (Str){0};
    if (!artifact->signature.len)
        return fail(artifact, err, "it is not signed", STR(""));
    if (artifact->signature.len > SIGNATURE_BYTES_MAX)
        return fail(artifact, err, "its signature is too long", STR(""));
    if (!find_names(arena, artifact, options, &names, err))
        return false;
    for (size_t i = 0; i < NAMES_MAX && str_take_line(&names, &name); i++) {
        if (!name.len)
            continue;
        if (!check_name(arena, artifact, options, name, &result, err))
            return false;
        if (!result.exit_code) {
            *signer = name;
            return true;
        }
        words = first_words(arena, result.output);
    }
    return fail(artifact, err, "its signature is of something else, or not valid", words);
}

bool signature_is_ours(Arena *arena, const Artifact *artifact, const SignatureOptions *options)
{
    Str signature, signer;
    Err ignored;
    if (!artifact->signature.len)
        return false;
    if (options->allowed.len && signature_check(arena, artifact, options, &signer, &ignored))
        return true;
    return signature_make(arena, artifact, options, &signature, &ignored) &&
           str_equal(signature, artifact->signature);
}
