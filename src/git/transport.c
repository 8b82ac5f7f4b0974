/* The private repository is an empty one of four files and directories, made without git. Its own
   configuration turns off automatic actions of git. GIT_CONFIG_GLOBAL names a file with the user's
   settings that access needs, copied from the output of `git config --list` by scope; that command
   reads configurations and runs nothing. Secrets are passed in files instead of arguments, since
   every user of the machine can see arguments. */
#include "git/transport.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/fs_output.h"
#include "base/limits_git.h"
#include "base/path.h"
#include "base/shell.h"
#include "git/git_program.h"

/* Wall-clock time in which git itself uses no processor time: its children transfer meanwhile. An
   hour is 450 MB at 1 Mbit/s. Stalled connections end earlier (http.lowSpeedTime, ssh's own). */
#define STILL_MS (60 * 60 * 1000)
/* Processor time of git itself: the compression of a push happens in it. */
#define WORK_MS (60 * 60 * 1000)
/* Messages of git and of the other side. */
#define ERRORS_BYTES_MAX (1 * MB)

/* Variables that redirect git to another repository or change its actions or output. */
static const char *const unset[] = {
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PUSH_OPTION_COUNT",
    "GIT_QUARANTINE_PATH",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_TEMPLATE_DIR",
    "GIT_TRACE",
    "GIT_TRACE_CURL",
    "GIT_TRACE_PACKET",
    "GIT_TRACE2",
    "GIT_WORK_TREE",
};

static bool run(Arena *arena, const GitWordVec *environment, const GitTransportAsk *ask,
                const volatile bool *cancel, ProcResult *result, Err *err)
{
    GitWordVec words = {0};
    git_words_put(arena, &words, "env");
    for (size_t i = 0; i < COUNT(unset); i++) {
        git_words_put(arena, &words, "-u");
        git_words_put(arena, &words, unset[i]);
    }
    for (size_t i = 0; i < environment->len; i++)
        git_words_put(arena, &words, environment->ptr[i]);
    git_words_put(arena, &words, "GIT_NO_LAZY_FETCH=1");
    git_words_put(arena, &words, "GIT_NO_REPLACE_OBJECTS=1");
    git_words_put(arena, &words, "GIT_TERMINAL_PROMPT=0");
    git_words_put(arena, &words, "LC_ALL=C");
    git_words_put(arena, &words, "git");
    for (const char *const *word = ask->words; *word; word++)
        git_words_put(arena, &words, *word);
    git_words_put(arena, &words, NULL);
    ProcLimits limits = {.time_ms = WORK_MS,
                         .still_ms = STILL_MS,
                         .output_max = ask->output_max,
                         .file_max = ask->file_max,
                         .with_errors = ask->with_errors,
                         .without_terminal = true,
                         .cancel = cancel};
    if (!proc_run(arena, words.ptr, ask->input, limits, result, err))
        return false;
    if (cancel && *cancel)
        return err_interrupted(err);
    return !result->timed_out || err_set(err, ERR_FAILED, "git %s took too long", ask->words[0]);
}

/* ---- configurations ---- */

/* A setting that `git config --list --show-scope -z` reports. */
typedef struct Setting {
    Str scope;
    Str key;
    Str value;
    bool has_value; /* `[a] b` alone means true */
} Setting;

static bool take_setting(Str *rest, Setting *setting)
{
    Str entry;
    *setting = (Setting){0};
    if (!str_take_until(rest, '\0', &setting->scope) || !str_take_until(rest, '\0', &entry))
        return false;
    size_t end = str_find_byte(entry, '\n');
    setting->has_value = end != STR_NONE;
    setting->key = str_slice(entry, 0, setting->has_value ? end : entry.len);
    setting->value = setting->has_value ? str_from_offset(entry, end + 1) : (Str){0};
    return true;
}

static bool is_of_repository(const Setting *setting)
{
    return str_equal(setting->scope, STR("local")) || str_equal(setting->scope, STR("worktree"));
}

/* Keys are reported with section and name in lower case. */
static bool is_extra_header(Str key)
{
    return str_starts(key, STR("http.")) && str_ends(key, STR(".extraheader"));
}

static bool is_for_access(Str key)
{
    static const Str sections[] = {STR_INIT("credential."), STR_INIT("http."), STR_INIT("url."),
                                   STR_INIT("protocol."),   STR_INIT("ssh."),  STR_INIT("safe.")};
    static const Str keys[] = {STR_INIT("core.sshcommand"), STR_INIT("core.askpass"),
                               STR_INIT("core.gitproxy")};
    for (size_t i = 0; i < COUNT(sections); i++)
        if (str_starts(key, sections[i]))
            return true;
    for (size_t i = 0; i < COUNT(keys); i++)
        if (str_equal(key, keys[i]))
            return true;
    return false;
}

static void put_quoted(Buf *out, Str text)
{
    buf_put_byte(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\n') {
            buf_put(out, STR("\\n"));
            continue;
        }
        if (byte_in(text.ptr[i], "\\\""))
            buf_put_byte(out, '\\');
        buf_put_byte(out, text.ptr[i]);
    }
    buf_put_byte(out, '"');
}

/* Writes a setting in the form of a configuration file. */
static void put_setting(Buf *out, const Setting *setting)
{
    size_t first = str_find_byte(setting->key, '.'), last = str_find_last_byte(setting->key, '.');
    if (first == STR_NONE)
        return;
    buf_printf(out, "[%.*s", STR_ARG(str_slice(setting->key, 0, first)));
    if (last > first) {
        buf_put_byte(out, ' ');
        put_quoted(out, str_slice(setting->key, first + 1, last));
    }
    buf_printf(out, "]\n\t%.*s", STR_ARG(str_from_offset(setting->key, last + 1)));
    if (setting->has_value) {
        buf_put(out, STR(" = "));
        put_quoted(out, setting->value);
    }
    buf_put_byte(out, '\n');
}

static void put_text_setting(Buf *out, Str key, Str value)
{
    put_setting(out, &(Setting){.key = key, .value = value, .has_value = true});
}

/* What holds unless the user has set something else. */
static const char defaults[] = "[protocol]\n\tallow = never\n"
                               "[protocol \"file\"]\n\tallow = always\n"
                               "[protocol \"git\"]\n\tallow = always\n"
                               "[protocol \"http\"]\n\tallow = always\n"
                               "[protocol \"https\"]\n\tallow = always\n"
                               "[protocol \"ssh\"]\n\tallow = always\n"
                               "[http]\n\tlowSpeedLimit = 1\n\tlowSpeedTime = 120\n";

/* Packs of facts are compressed already: neither zlib nor deltas make them smaller. Object ids to
   be fetched are named, so there is nothing to negotiate. */
static const char own[] = "[core]\n\tbare = true\n\tcompression = 0\n"
                          "\tbigFileThreshold = 64k\n\tlogAllRefUpdates = false\n"
                          "\thooksPath = /dev/null\n"
                          "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n"
                          "[fetch]\n\tnegotiationAlgorithm = noop\n\tunpackLimit = 1\n"
                          "[advice]\n\tpushUpdateRejected = false\n";

/* ---- the address ---- */

static bool fail_address(const char *why, Err *err)
{
    err_set(err, ERR_USAGE, "the git remote %s", why);
    return err_hint(err, "git: is followed by the name of a remote, a path, or an address with "
                         "ssh://, https://, http://, git:// or file://, or user@host:path");
}

static bool is_url(Str text)
{
    static const Str schemes[] = {STR_INIT("ssh://"), STR_INIT("https://"), STR_INIT("http://"),
                                  STR_INIT("git://"), STR_INIT("file://")};
    for (size_t i = 0; i < COUNT(schemes); i++)
        if (str_starts(text, schemes[i]))
            return true;
    return false;
}

/* Whether the text is an address or a path, and no name of a remote. */
static bool is_address(Str text)
{
    return str_find_byte(text, '/') != STR_NONE || str_find_byte(text, ':') != STR_NONE ||
           str_equal(text, STR(".")) || str_equal(text, STR(".."));
}

/* Whether git would understand it as host:path. */
static bool is_scp(Str text)
{
    size_t colon = str_find_byte(text, ':'), slash = str_find_byte(text, '/');
    return colon != STR_NONE && colon && (slash == STR_NONE || colon < slash);
}

/* Refuses addresses that git would give to a remote helper, which is a program (`ext::…`,
   `foo://…`), or take for an option. */
static bool check_address(Str url, Err *err)
{
    if (!url.len || url.ptr[0] == '-')
        return fail_address("begins with a dash, or is empty", err);
    for (size_t i = 0; i < url.len; i++)
        if ((unsigned char)url.ptr[i] < ' ' || url.ptr[i] == 0x7F)
            return fail_address("has a control character", err);
    size_t colon = str_find_byte(url, ':');
    Str before = str_slice(url, 0, colon == STR_NONE ? 0 : colon);
    bool is_helper = str_starts(str_from_offset(url, before.len), STR("::")) &&
                     str_find_byte(before, '/') == STR_NONE;
    if (is_helper || (str_starts(str_from_offset(url, before.len), STR("://")) && !is_url(url)))
        return fail_address("names a transport that is not used", err);
    if (is_scp(url) && str_find(url, STR("@-")) != STR_NONE)
        return fail_address("names a host that begins with a dash", err);
    return true;
}

/* Takes user and password out of an http address. Git would show them in its children's arguments;
   it gets them from files instead. */
static bool take_credentials(GitTransport *transport, Buf *config, Err *err)
{
    Arena *arena = transport->arena;
    Str url = transport->url;
    size_t scheme = str_find(url, STR("://"));
    if (!str_starts(url, STR("http")) || scheme == STR_NONE)
        return true;
    Str rest = str_from_offset(url, scheme + 3);
    size_t slash = str_find_byte(rest, '/');
    Str place = str_slice(rest, 0, slash == STR_NONE ? rest.len : slash);
    size_t at = str_find_last_byte(place, '@');
    if (at == STR_NONE)
        return true;
    Str login = str_slice(place, 0, at), base = str_slice(url, 0, scheme + 3);
    place = str_from_offset(place, at + 1);
    base = str_join(arena, base, place);
    transport->url = str_join(arena, base, str_from_offset(rest, at + 1 + place.len));
    size_t colon = str_find_byte(login, ':');
    if (colon == STR_NONE) {
        put_text_setting(config, str_format(arena, "credential.%.*s.username", STR_ARG(base)),
                         login);
        return true;
    }
    Str path = path_join(arena, transport->directory, STR("credentials"));
    Str line = str_format(arena, "%.*s%.*s@%.*s\n", (int)(scheme + 3), url.ptr, STR_ARG(login),
                          STR_ARG(place));
    put_text_setting(config, str_format(arena, "credential.%.*s.helper", STR_ARG(base)),
                     str_format(arena, "store --file %.*s", STR_ARG(shell_quote(arena, path))));
    return fs_write_atomic(*arena, path, line, 0600, err);
}

/* Sets the address of a remote of the repository from its settings. If it has several, git fetches
   from the first. */
static bool find_remote(GitTransport *transport, Str settings, Err *err)
{
    Arena *arena = transport->arena;
    Str name = transport->options.remote, url = {0}, push = {0};
    Str url_key = str_format(arena, "remote.%.*s.url", STR_ARG(name));
    Str push_key = str_format(arena, "remote.%.*s.pushurl", STR_ARG(name));
    Setting setting;
    while (take_setting(&settings, &setting)) {
        if (!url.len && str_equal(setting.key, url_key))
            url = setting.value;
        if (!push.len && str_equal(setting.key, push_key))
            push = setting.value;
    }
    transport->url = transport->options.write && push.len ? push : url;
    if (transport->url.len)
        return true;
    err_set(err, ERR_NOT_FOUND, "this repository has no remote '%.*s'",
            STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "git remote lists them; git:URL names any other repository");
}

/* A relative path in a repository's configuration is relative to its work tree. */
static void settle_path(GitTransport *transport, Str base)
{
    Arena *arena = transport->arena;
    if (is_url(transport->url) || is_scp(transport->url))
        return;
    if (!path_is_absolute(transport->url))
        transport->url = path_join(arena, base, transport->url);
}

static bool has_repository(const GitTransport *transport)
{
    return transport->options.repo && transport->options.repo->directory.len;
}

/* Finds the address, and writes the settings of the user that access needs. */
static bool configure(GitTransport *transport, Str settings, Err *err)
{
    Arena *arena = transport->arena;
    Buf config = buf_open(arena, 0);
    Str rest = settings;
    Setting setting;
    bool is_named = !is_address(transport->options.remote);
    transport->url = transport->options.remote;
    if (is_named && !find_remote(transport, settings, err))
        return false;
    if (!check_address(transport->url, err))
        return false;
    transport->is_path =
        is_named && (is_url(transport->url) ? str_starts(transport->url, STR("file:"))
                                            : !is_scp(transport->url));
    settle_path(transport,
                is_named ? git_repo_whole(transport->options.repo) : fs_working_directory(arena));
    buf_put(&config, STR(defaults));
    while (take_setting(&rest, &setting)) {
        bool used =
            is_of_repository(&setting) ? is_extra_header(setting.key) : is_for_access(setting.key);
        if (used)
            put_setting(&config, &setting);
        else if (is_for_access(setting.key))
            transport->has_unused_settings = true;
        if (is_of_repository(&setting) && str_equal(setting.key, STR("extensions.objectformat")))
            transport->is_wide = str_equal_nocase(setting.value, STR("sha256"));
    }
    return take_credentials(transport, &config, err) &&
           fs_write_atomic(*arena, path_join(arena, transport->directory, STR("user")),
                           buf_str(&config), 0600, err);
}

/* ---- opening ---- */

static Str below(const GitTransport *transport, const char *name)
{
    return path_join(transport->arena, transport->directory, str_from(name));
}

static bool make_repository(const GitTransport *transport, Err *err)
{
    Arena *arena = transport->arena;
    return fs_write_atomic(*arena, below(transport, "HEAD"), STR("ref: refs/heads/none\n"), 0600,
                           err) &&
           fs_write_atomic(*arena, below(transport, "config"), str_from(own), 0600, err) &&
           fs_make_directory(*arena, below(transport, "objects"), err) &&
           fs_make_directory(*arena, below(transport, "refs"), err);
}

/* Makes it hold objects of the same kind as the repository, which the other one has as well. */
static bool set_format(const GitTransport *transport, Err *err)
{
    static const char wide[] = "[core]\n\trepositoryformatversion = 1\n"
                               "[extensions]\n\tobjectFormat = sha256\n";
    Arena *arena = transport->arena;
    return !transport->is_wide || fs_write_atomic(*arena, below(transport, "config"),
                                                  str_format(arena, "%s%s", own, wide), 0600, err);
}

/* Lists the settings of user and repository; nothing else of git reads the repository's. */
static bool list_settings(const GitTransport *transport, Str *settings, Err *err)
{
    static const char *const words[] = {"config",       "--includes", "--list",
                                        "--show-scope", "-z",         NULL};
    Arena *arena = transport->arena;
    GitWordVec environment = {0};
    ProcResult result;
    Str directory =
        has_repository(transport) ? transport->options.repo->directory : transport->directory;
    git_words_put_text(arena, &environment, str_format(arena, "GIT_DIR=%.*s", STR_ARG(directory)));
    GitTransportAsk ask = {.words = words, .output_max = GIT_CONFIG_BYTES_MAX};
    if (!run(arena, &environment, &ask, transport->options.cancel, &result, err))
        return false;
    *settings = result.output;
    if (!result.exit_code && !result.cut)
        return true;
    err_set(err, ERR_FAILED, "git cannot read its configuration");
    return err_hint(err, "git config --list says why; git 2.32 or later is needed");
}

bool git_transport_open(Arena *arena, const GitTransportOptions *options, GitTransport *transport,
                        Err *err)
{
    Str settings;
    *transport = (GitTransport){.arena = arena, .options = *options};
    if (!proc_exists("git")) {
        err_set(err, ERR_FAILED, "git is not installed");
        return err_hint(err, "install git; remotes that begin with git: need it");
    }
    if (!is_address(options->remote) && !has_repository(transport)) {
        err_set(err, ERR_USAGE, "there is no repository here that could have a remote");
        return err_hint(err, "name the other repository by its address: git:https://…");
    }
    if (has_repository(transport) && git_repo_would_hang(arena, options->repo))
        return err_set(err, ERR_FAILED,
                       "the repository contains what is not a regular file: git "
                       "would wait for it");
    bool opened = fs_temporary_open(arena, &transport->temporary, err);
    transport->directory = transport->temporary.path;
    if (opened && make_repository(transport, err) && list_settings(transport, &settings, err) &&
        configure(transport, settings, err) && set_format(transport, err))
        return true;
    git_transport_close(transport);
    return false;
}

void git_transport_close(GitTransport *transport)
{
    fs_temporary_close(*transport->arena, &transport->temporary);
    transport->directory = (Str){0};
}

/* ---- running ---- */

bool git_transport_run(const GitTransport *transport, Arena *arena, const GitTransportAsk *ask,
                       ProcResult *result, Err *err)
{
    GitWordVec environment = {0};
    Str directory = transport->directory;
    git_words_put_text(arena, &environment, str_format(arena, "GIT_DIR=%.*s", STR_ARG(directory)));
    git_words_put_text(arena, &environment,
                       str_format(arena, "GIT_CONFIG_GLOBAL=%.*s/user", STR_ARG(directory)));
    git_words_put(arena, &environment, "GIT_CONFIG_NOSYSTEM=1");
    git_words_put(arena, &environment, "GIT_CONFIG_COUNT=0"); /* it is in the file by now */
    git_words_put(arena, &environment, "GIT_CONFIG_PARAMETERS=");
    return run(arena, &environment, ask, transport->options.cancel, result, err);
}

/* The line of git's messages that says most: the last one of the other side or of git that names
   an error; else the last one. */
static Str find_reason(Str output)
{
    static const Str marks[] = {STR_INIT("fatal: "), STR_INIT("error: "), STR_INIT("ERROR: "),
                                STR_INIT("remote: ")};
    Str line, last = {0}, reason = {0};
    while (str_take_line(&output, &line)) {
        line = str_trim(line);
        if (line.len)
            last = line;
        for (size_t i = 0; i < COUNT(marks) && !reason.len; i++)
            if (str_starts(line, marks[i]))
                reason = str_from_offset(line, i < 2 ? marks[i].len : 0);
    }
    return reason.len ? reason : last;
}

/* Hides the part before an @ in an address: it may be a password. */
static Str hide_logins(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    size_t scheme;
    while ((scheme = str_find(text, STR("://"))) != STR_NONE) {
        size_t end = scheme + 3;
        buf_put(&out, str_slice(text, 0, end));
        text = str_from_offset(text, end);
        for (end = 0; end < text.len && !byte_in(text.ptr[end], "/ '\"\n");)
            end++;
        size_t at = str_find_last_byte(str_slice(text, 0, end), '@');
        if (at == STR_NONE)
            continue;
        buf_put(&out, STR("…"));
        text = str_from_offset(text, at);
    }
    buf_put(&out, text);
    return buf_str(&out);
}

static bool is_about_access(Str output)
{
    static const Str signs[] = {STR_INIT("Permission denied"),
                                STR_INIT("Authentication failed"),
                                STR_INIT("could not read Username"),
                                STR_INIT("could not read Password"),
                                STR_INIT("Could not read from remote repository"),
                                STR_INIT("Host key verification failed")};
    for (size_t i = 0; i < COUNT(signs); i++)
        if (str_find(output, signs[i]) != STR_NONE)
            return true;
    return false;
}

bool git_transport_fail(const GitTransport *transport, Str output, Err *err)
{
    Arena scratch = *transport->arena;
    Str reason = hide_logins(&scratch, find_reason(str_slice(output, 0, ERRORS_BYTES_MAX)));
    err_set(err, ERR_FAILED, "git: %.*s",
            STR_ARG(reason.len ? str_slice(reason, 0, PATH_SHOWN_BYTES) : STR("it failed")));
    if (!is_about_access(output))
        return err_hint(err, "git ls-remote with the same address shows whether git reaches it");
    if (transport->has_unused_settings)
        return err_hint(err, "settings of this repository that run programs, such as "
                             "core.sshCommand and credential.helper, are not used: set them with "
                             "git config --global");
    return err_hint(err, "git must get in without asking: by a credential helper, an ssh agent or "
                         "a token; docs/remotes.md says how");
}

bool git_transport_must(const GitTransport *transport, Arena *arena, const GitTransportAsk *ask,
                        ProcResult *result, Err *err)
{
    if (!git_transport_run(transport, arena, ask, result, err))
        return false;
    if (result->cut)
        return err_set(err, ERR_FAILED, "git %s: the output is too long", ask->words[0]);
    return !result->exit_code || git_transport_fail(transport, result->output, err);
}

bool git_transport_write(const GitTransport *transport, Arena *arena, const char *type, Str bytes,
                         Str *id, Err *err)
{
    const char *const words[] = {"hash-object", "-w", "-t", type, "--stdin", NULL};
    ProcResult result;
    GitTransportAsk ask = {.words = words, .input = bytes};
    if (!git_transport_must(transport, arena, &ask, &result, err))
        return false;
    *id = str_trim(result.output);
    return git_transport_is_id(*id) || err_set(err, ERR_FAILED, "git wrote no object");
}

bool git_transport_is_id(Str text)
{
    return (text.len == 40 || text.len == 64) && str_is_hex(text);
}
