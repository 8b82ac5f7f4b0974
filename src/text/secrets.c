/* One pass over the words of a text. A word with the prefix of a known token is measured; a word
   that names a secret is followed to the value assigned to it. */
#include "text/secrets.h"

#include "base/path.h"

#include <math.h>

/* ---- files ---- */

static const Str names[] = {
    STR_INIT(".netrc"),
    STR_INIT("_netrc"),
    STR_INIT(".npmrc"),
    STR_INIT(".pypirc"),
    STR_INIT(".git-credentials"),
    STR_INIT("credentials"),
    STR_INIT("kubeconfig"),
    STR_INIT(".htpasswd"),
    STR_INIT(".pgpass"),
    STR_INIT("pgpass.conf"),
    STR_INIT(".my.cnf"),
    STR_INIT(".dockercfg"),
    STR_INIT(".dockerconfigjson"),
    STR_INIT(".s3cfg"),
    STR_INIT(".boto"),
    STR_INIT(".vault-token"),
    STR_INIT(".vault_pass"),
    STR_INIT(".terraformrc"),
    STR_INIT("terraform.rc"),
    STR_INIT("shadow"),
    STR_INIT("master.key"),
    STR_INIT("wp-config.php"),
    STR_INIT("local.settings.json"),
    STR_INIT("application_default_credentials.json"),
    STR_INIT(".bash_history"),
    STR_INIT(".zsh_history"),
    STR_INIT(".psql_history"),
    STR_INIT(".mysql_history"),
    STR_INIT(".envrc"),
    STR_INIT(".yarnrc.yml"),
    STR_INIT("auth.json"),
    STR_INIT("authinfo"),
    STR_INIT(".authinfo"),
    STR_INIT("token"),
};
static const Str name_starts[] = {
    STR_INIT(".env"),       STR_INIT("id_rsa"),      STR_INIT("id_dsa"),    STR_INIT("id_ecdsa"),
    STR_INIT("id_ed25519"), STR_INIT("kubeconfig."), STR_INIT(".htpasswd"),
};
static const Str name_ends[] = {
    STR_INIT(".env"),         STR_INIT(".pem"),           STR_INIT(".key"),
    STR_INIT(".p12"),         STR_INIT(".pfx"),           STR_INIT(".p8"),
    STR_INIT(".pkcs12"),      STR_INIT(".jks"),           STR_INIT(".keystore"),
    STR_INIT(".keytab"),      STR_INIT(".ppk"),           STR_INIT(".kdbx"),
    STR_INIT(".kdb"),         STR_INIT(".ovpn"),          STR_INIT(".gpg"),
    STR_INIT(".tfvars"),      STR_INIT(".tfstate"),       STR_INIT(".tfstate.backup"),
    STR_INIT(".tfvars.json"), STR_INIT(".agilekeychain"), STR_INIT(".mobileprovision"),
    STR_INIT(".secret"),      STR_INIT(".secrets"),       STR_INIT(".kubeconfig"),
};
static const Str directories[] = {
    STR_INIT(".aws"),   STR_INIT(".ssh"),    STR_INIT(".gnupg"),  STR_INIT(".kube"),
    STR_INIT(".azure"), STR_INIT(".docker"), STR_INIT(".gcloud"), STR_INIT(".secrets"),
};
/* With one of these endings, `credentials.json` and `my-secrets.yml` hold data. */
static const Str stems[] = {STR_INIT("credential"),      STR_INIT("credentials"),
                            STR_INIT("secret"),          STR_INIT("secrets"),
                            STR_INIT("password"),        STR_INIT("passwords"),
                            STR_INIT("service-account"), STR_INIT("service_account"),
                            STR_INIT("serviceaccount"),  STR_INIT("keyfile")};
static const Str data_ends[] = {STR_INIT(".json"), STR_INIT(".yml"),        STR_INIT(".yaml"),
                                STR_INIT(".toml"), STR_INIT(".ini"),        STR_INIT(".cfg"),
                                STR_INIT(".conf"), STR_INIT(".csv"),        STR_INIT(".txt"),
                                STR_INIT(".xml"),  STR_INIT(".properties"), STR_INIT(".enc"),
                                STR_INIT(".plist")};

static bool starts_nocase(Str s, Str prefix)
{
    return s.len >= prefix.len && str_equal_nocase(str_slice(s, 0, prefix.len), prefix);
}

static bool ends_nocase(Str s, Str suffix)
{
    return s.len >= suffix.len && str_equal_nocase(str_from_offset(s, s.len - suffix.len), suffix);
}

typedef bool (*Test)(Str s, Str with);

static bool any(Str s, const Str *list, size_t count, Test test)
{
    for (size_t i = 0; i < count; i++)
        if (test(s, list[i]))
            return true;
    return false;
}

static bool is_secret_data(Str directory, Str name)
{
    bool among = str_equal_nocase(path_base(directory), STR("secrets"));
    for (size_t i = 0; i < COUNT(data_ends); i++) {
        if (!ends_nocase(name, data_ends[i]))
            continue;
        Str stem = str_slice(name, 0, name.len - data_ends[i].len);
        size_t dot = str_find_byte(stem, '.'); /* secrets.prod.yml */
        return among || any(stem, stems, COUNT(stems), ends_nocase) ||
               any(str_slice(stem, 0, dot), stems, COUNT(stems), str_equal_nocase) ||
               any(stem, stems + COUNT(stems) - 4, 3, starts_nocase);
    }
    return false;
}

bool secret_is_path(Str path)
{
    Str rest = path_directory(path), part, name = path_base(path);
    while (str_take_until(&rest, '/', &part))
        if (any(part, directories, COUNT(directories), str_equal_nocase))
            return true;
    return any(name, names, COUNT(names), str_equal_nocase) ||
           any(name, name_starts, COUNT(name_starts), starts_nocase) ||
           any(name, name_ends, COUNT(name_ends), ends_nocase) ||
           is_secret_data(path_directory(path), name);
}

/* ---- tokens known by a prefix ---- */

typedef struct Shape {
    Str start;
    size_t more; /* minimum number of bytes after it */
    const char *what;
} Shape;

#define GITHUB "a token of GitHub"
#define GITLAB "a token of GitLab"
#define STRIPE "a key of Stripe"
#define AWS "a key of AWS"
#define SLACK "a token of Slack"
#define API "a key of an API"

static const Shape shapes[] = {
    {STR_INIT("AKIA"), 16, AWS},
    {STR_INIT("ASIA"), 16, AWS},
    {STR_INIT("ABIA"), 16, AWS},
    {STR_INIT("ACCA"), 16, AWS},
    {STR_INIT("ghp_"), 30, GITHUB},
    {STR_INIT("gho_"), 30, GITHUB},
    {STR_INIT("ghu_"), 30, GITHUB},
    {STR_INIT("ghs_"), 30, GITHUB},
    {STR_INIT("ghr_"), 30, GITHUB},
    {STR_INIT("github_pat_"), 30, GITHUB},
    {STR_INIT("glpat-"), 16, GITLAB},
    {STR_INIT("gldt-"), 16, GITLAB},
    {STR_INIT("glrt-"), 16, GITLAB},
    {STR_INIT("glptt-"), 16, GITLAB},
    {STR_INIT("glcbt-"), 16, GITLAB},
    {STR_INIT("glsoat-"), 16, GITLAB},
    {STR_INIT("sk-"), 20, API},
    {STR_INIT("sk_live_"), 10, STRIPE},
    {STR_INIT("sk_test_"), 10, STRIPE},
    {STR_INIT("rk_live_"), 10, STRIPE},
    {STR_INIT("rk_test_"), 10, STRIPE},
    {STR_INIT("whsec_"), 16, STRIPE},
    {STR_INIT("xoxa-"), 10, SLACK},
    {STR_INIT("xoxb-"), 10, SLACK},
    {STR_INIT("xoxp-"), 10, SLACK},
    {STR_INIT("xoxr-"), 10, SLACK},
    {STR_INIT("xoxs-"), 10, SLACK},
    {STR_INIT("xoxo-"), 10, SLACK},
    {STR_INIT("xoxe-"), 10, SLACK},
    {STR_INIT("xoxe."), 10, SLACK},
    {STR_INIT("xoxc-"), 10, SLACK},
    {STR_INIT("xoxd-"), 10, SLACK},
    {STR_INIT("xapp-"), 10, SLACK},
    {STR_INIT("AIza"), 30, "a key of Google"},
    {STR_INIT("ya29."), 20, "a token of Google"},
    {STR_INIT("GOCSPX-"), 20, "a secret of Google"},
    {STR_INIT("npm_"), 30, "a token of npm"},
    {STR_INIT("pypi-"), 40, "a token of PyPI"},
    {STR_INIT("rubygems_"), 30, "a key of RubyGems"},
    {STR_INIT("dckr_pat_"), 20, "a token of Docker"},
    {STR_INIT("dop_v1_"), 30, API},
    {STR_INIT("doo_v1_"), 30, API},
    {STR_INIT("shpat_"), 30, API},
    {STR_INIT("shpss_"), 30, API},
    {STR_INIT("shpca_"), 30, API},
    {STR_INIT("hf_"), 30, API},
    {STR_INIT("SG."), 30, API},
    {STR_INIT("sq0csp-"), 30, API},
    {STR_INIT("sq0atp-"), 20, API},
    {STR_INIT("PMAK-"), 30, API},
    {STR_INIT("LTAI"), 16, API},
    {STR_INIT("AGE-SECRET-KEY-1"), 40, "a private key"},
    {STR_INIT("tskey-"), 20, API},
    {STR_INIT("hvs."), 20, "a token of Vault"},
    {STR_INIT("hvb."), 20, "a token of Vault"},
    {STR_INIT("lin_api_"), 30, API},
    {STR_INIT("ATATT3"), 40, API},
    {STR_INIT("NRAK-"), 20, API},
    {STR_INIT("glsa_"), 30, API},
    {STR_INIT("figd_"), 30, API},
    {STR_INIT("gsk_"), 30, API},
    {STR_INIT("xai-"), 40, API},
    {STR_INIT("r8_"), 30, API},
    {STR_INIT("EAACEdEose0cBA"), 10, API},
    {STR_INIT("AKCp"), 50, API},
    {STR_INIT("cmVmd"), 50, API},
    {STR_INIT("dapi"), 32, API},
    {STR_INIT("pul-"), 40, API},
    {STR_INIT("FwoGZXIvYXdz"), 30, AWS},
};

static bool is_token_byte(char c)
{
    return byte_is_alpha(c) || byte_is_digit(c) || c == '_' || c == '-' || c == '.';
}

/* Bytes of a word or line that are examined from one position. */
#define REACH_MAX 2000
#define KEY_LINE_MAX 200

static bool has_digit(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_is_digit(text.ptr[i]))
            return true;
    return false;
}

/* Whether it is a JSON web token: parts between dots, each base64 of a text that begins with {". */
static bool is_web_token(Str word)
{
    size_t dot = str_find_byte(word, '.');
    return str_starts(word, STR("eyJ")) && dot != STR_NONE && dot >= 10 && word.len >= dot + 10;
}

static const char *find_token_at(Str word)
{
    word = str_slice(word, 0, REACH_MAX);
    for (size_t i = 0; i < COUNT(shapes); i++)
        if (word.len >= shapes[i].start.len + shapes[i].more && str_starts(word, shapes[i].start) &&
            has_digit(str_from_offset(word, shapes[i].start.len)))
            return shapes[i].what;
    return is_web_token(word) ? "a web token" : NULL;
}

/* Finds a token, also after a dot, a dash or an underscore. */
static const char *find_token(Str word)
{
    const char *found = find_token_at(word);
    for (size_t i = 1; i < word.len && !found; i++)
        if (byte_in(word.ptr[i - 1], "._-"))
            found = find_token_at(str_from_offset(word, i));
    return found;
}

/* ---- values assigned to a name ---- */

static const Str secret_words[] = {
    STR_INIT("password"),      STR_INIT("passwd"),         STR_INIT("passphrase"),
    STR_INIT("pwd"),           STR_INIT("secret"),         STR_INIT("token"),
    STR_INIT("apikey"),        STR_INIT("api_key"),        STR_INIT("api-key"),
    STR_INIT("access_key"),    STR_INIT("accesskey"),      STR_INIT("access-key"),
    STR_INIT("auth_key"),      STR_INIT("private_key"),    STR_INIT("privatekey"),
    STR_INIT("credential"),    STR_INIT("encryption_key"), STR_INIT("signing_key"),
    STR_INIT("account_key"),   STR_INIT("accountkey"),     STR_INIT("client_key"),
    STR_INIT("authorization"),
};

/* Shorter values, and those with fewer bits of entropy a character, are words. Without quotes
 * even longer ones are code. */
#define VALUE_MIN 12
#define BARE_VALUE_MIN 16
#define VALUE_BITS 2.8
#define BARE_VALUE_BITS 3.3
/* Tokens and logins are shorter than this. */
#define ENDS_MAX 200

static bool names_secret(Str word)
{
    for (size_t i = 0; i < word.len; i++)
        for (size_t k = 0; k < COUNT(secret_words); k++)
            if (starts_nocase(str_from_offset(word, i), secret_words[k]))
                return true;
    return false;
}

/* Shannon entropy, in bits a byte. */
static double entropy(Str text)
{
    unsigned counts[256] = {0};
    double bits = 0;
    for (size_t i = 0; i < text.len; i++)
        counts[(unsigned char)text.ptr[i]]++;
    for (size_t i = 0; i < COUNT(counts); i++)
        if (counts[i])
            bits -= counts[i] * log2((double)counts[i] / (double)text.len);
    return text.len ? bits / (double)text.len : 0;
}

static size_t skip_blanks(Str text, size_t at)
{
    while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
        at++;
    return at;
}

/* `, `Bearer` and => The offset after an assignment: `=`, `:`, `:=`, `=>`, `Bearer`, and what may
   precede the value: a quote, a bracket, a type. */
static size_t behind_assignment(Str text, size_t at)
{
    size_t start = at;
    while (at < text.len && at < start + 3 && byte_in(text.ptr[at], "\"'`])>"))
        at++;
    at = skip_blanks(text, at);
    size_t sign = at;
    while (at < text.len && at < sign + 3 && byte_in(text.ptr[at], "=:>?,"))
        at++;
    return at > sign ? skip_blanks(text, at) : STR_NONE;
}

static bool is_value_byte(char c)
{
    return (unsigned char)c > ' ' && !byte_in(c, "\"'`<>(){}[];,\\$");
}

/* The offset of a quoted value in the next line, behind an assignment at the end of a line. */
static size_t behind_line_end(Str text, size_t at)
{
    size_t end = at;
    while (end < text.len && end < at + 3 && byte_in(text.ptr[end], "(\\|>-\r "))
        end++;
    if (end >= text.len || text.ptr[end] != '\n')
        return at;
    end = skip_blanks(text, end + 1);
    return end < text.len && byte_in(text.ptr[end], "\"'`") ? end : at;
}

/* Whether the value is a constant's name, such as `MAX_TOKENS_2`. */
static bool is_constant(Str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (value.ptr[i] >= 'a' && value.ptr[i] <= 'z')
            return false;
    return str_find_byte(value, '_') != STR_NONE;
}

static bool is_mixed(Str value)
{
    bool letter = false;
    for (size_t i = 0; i < value.len; i++)
        letter = letter || byte_is_alpha(value.ptr[i]);
    return letter && has_digit(value);
}

static bool is_random(Str value, bool quoted)
{
    size_t least = quoted ? VALUE_MIN : BARE_VALUE_MIN;
    /* a.b.c1, a::b2 and a/b3 are what code says */
    bool code = !quoted &&
                (is_constant(value) || str_find_byte(value, '.') != STR_NONE ||
                 str_find(value, STR("::")) != STR_NONE || str_find(value, STR("->")) != STR_NONE);
    return value.len >= least && !code && is_mixed(value) &&
           entropy(value) >= (quoted ? VALUE_BITS : BARE_VALUE_BITS);
}

static bool is_assigned(Str text, size_t at)
{
    static const Str schemes[] = {STR_INIT("Bearer "), STR_INIT("Basic "), STR_INIT("Token ")};
    at = behind_assignment(text, at);
    if (at == STR_NONE)
        return false;
    at = behind_line_end(text, at);
    bool quoted = false;
    while (
        at < text.len && byte_in(text.ptr[at], "\"'`rRbBuUfF@") &&
        (byte_in(text.ptr[at], "\"'`") || (at + 1 < text.len && byte_in(text.ptr[at + 1], "\"'`"))))
        quoted = byte_in(text.ptr[at++], "\"'`") || quoted;
    for (size_t i = 0; i < COUNT(schemes); i++)
        if (starts_nocase(str_from_offset(text, at), schemes[i]))
            at += schemes[i].len;
    size_t end = at;
    while (end < text.len && end < at + ENDS_MAX && is_value_byte(text.ptr[end]))
        end++;
    return is_random(str_slice(text, at, end), quoted);
}

/* Whether there is `://user:password@host`, where the password is no variable. */
static bool has_login(Str rest)
{
    size_t colon = STR_NONE;
    for (size_t i = 0; i < rest.len && i < ENDS_MAX; i++) {
        char c = rest.ptr[i];
        if (c == '@')
            return colon != STR_NONE && i > colon + 3;
        if (c == ':' && colon == STR_NONE)
            colon = i;
        else if (!is_value_byte(c) || c == '/' || c == '%' || c == '?')
            return false;
    }
    return false;
}

/* ---- a text ---- */

static bool is_key_block(Str rest)
{
    Str line = str_slice(rest, 0, KEY_LINE_MAX);
    line = str_slice(line, 0, str_find_byte(line, '\n'));
    return str_find(line, STR("PRIVATE KEY")) != STR_NONE;
}

static const char *find_mark(Str text)
{
    static const Str begin = STR_INIT("-----BEGIN ");
    Str rest = text;
    for (size_t at = str_find(rest, begin); at != STR_NONE; at = str_find(rest, begin)) {
        rest = str_from_offset(rest, at + begin.len);
        if (is_key_block(rest))
            return "a private key";
    }
    if (str_find(text, STR("PuTTY-User-Key-File-")) != STR_NONE)
        return "a private key";
    rest = text;
    for (size_t at = str_find(rest, STR("://")); at != STR_NONE; at = str_find(rest, STR("://"))) {
        rest = str_from_offset(rest, at + 3);
        if (has_login(rest))
            return "an address with a password";
    }
    return NULL;
}

const char *secret_find(Str text)
{
    const char *found = find_mark(text);
    for (size_t at = 0; at < text.len && !found;) {
        size_t start = at;
        while (at < text.len && is_token_byte(text.ptr[at]))
            at++;
        Str word = str_slice(text, start, at);
        if (word.len) {
            found = find_token(word);
            if (!found && names_secret(word) && is_assigned(text, at))
                found = "a value that is called a secret";
        }
        at += at == start;
    }
    return found;
}

/* ---- lines of keys ---- */

/* PEM and OpenSSH have 64 to 76 characters of base64 a line. */
#define KEY_RUN_MIN 60
/* 60 random characters have about 5.2 bits each; long paths and names less than 4.4. */
#define KEY_RUN_BITS 4.7

static bool is_base64(char c)
{
    return byte_is_alpha(c) || byte_is_digit(c) || c == '+' || c == '/' || c == '=';
}

/* Whether it is the alphabet of an encoding. */
static bool is_alphabet(Str run)
{
    return str_find(run, STR("ABCDEFGH")) != STR_NONE || str_find(run, STR("abcdefgh")) != STR_NONE;
}

bool secret_is_key_line(Str line)
{
    for (size_t at = 0; at < line.len; at++) {
        size_t start = at;
        while (at < line.len && is_base64(line.ptr[at]))
            at++;
        Str run = str_slice(line, start, MIN(at, start + REACH_MAX));
        if (run.len >= KEY_RUN_MIN && is_mixed(run) && !is_alphabet(run) &&
            entropy(run) >= KEY_RUN_BITS)
            return true;
    }
    return false;
}
