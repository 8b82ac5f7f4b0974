/* Known forms come first (secret_forms.c): a line that names a secret may hold one. Then a word
   that names a secret is followed to the value assigned to it. */
#include "text/secrets.h"

#include "base/path.h"
#include "text/secret_forms.h"

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

/* ---- values assigned to a name ---- */

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

/* Names that are whole words: `auth` of Docker's and npm's settings. */
static const Str secret_names[] = {STR_INIT("auth"), STR_INIT("_auth")};

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
    for (size_t i = 0; i < COUNT(secret_names); i++)
        if (str_equal(word, secret_names[i]))
            return true;
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

/* `, `Bearer` and => The offset after an assignment: `=`, `:`, `:=`, `=>`, `Bearer`, and a prefix
   of the value: a quote, a bracket, a type. */
static size_t behind_assignment(Str text, size_t at)
{
    size_t start = at;
    if (str_starts(str_from_offset(text, at), STR(">")) &&
        str_find(str_from_offset(text, at), STR("</")) != STR_NONE)
        return at + 1; /* <password>…</password> */
    while (at < text.len && at < start + 3 && byte_in(text.ptr[at], "\"'`])>"))
        at++;
    at = skip_blanks(text, at);
    if (starts_nocase(str_from_offset(text, at), STR("value=")))
        at += strlen("value"); /* <add key="ApiSecret" value="…"/> */
    size_t sign = at;
    while (at < text.len && at < sign + 3 && byte_in(text.ptr[at], "=:>?,"))
        at++;
    return at > sign ? skip_blanks(text, at) : STR_NONE;
}

static bool is_value_byte(char c)
{
    return (unsigned char)c > ' ' && !byte_in(c, "\"'`<>(){}[];,\\$");
}

/* The offset of a quoted value in the next line, after an assignment at the end of a line. */
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
    /* a.b.c1, a::b2 and a/b3 are code */
    bool code = !quoted &&
                (is_constant(value) || str_find_byte(value, '.') != STR_NONE ||
                 str_find(value, STR("::")) != STR_NONE || str_find(value, STR("->")) != STR_NONE);
    return value.len >= least && !code && is_mixed(value) &&
           entropy(value) >= (quoted ? VALUE_BITS : BARE_VALUE_BITS);
}

/* Whether the value at the offset, in quotes or not, is random. */
static bool is_random_at(Str text, size_t at)
{
    static const Str schemes[] = {STR_INIT("Bearer "), STR_INIT("Basic "), STR_INIT("Token ")};
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

static bool is_assigned(Str text, size_t at)
{
    at = behind_assignment(text, at);
    return at != STR_NONE && is_random_at(text, behind_line_end(text, at));
}

/* ---- values that follow a word ---- */

/* `word` precedes a secret when the text has `with` before it. */
typedef struct Leading {
    Str word, with;
} Leading;

static const Leading leading[] = {
    {STR_INIT("password"), STR_INIT("login ")}, /* .netrc */
    {STR_INIT("password"), STR_INIT("USER ")},  /* CREATE USER a PASSWORD '…' */
    {STR_INIT("password"), STR_INIT("ROLE ")},
    {STR_INIT("by"), STR_INIT("IDENTIFIED ")}, /* IDENTIFIED BY '…' */
    {STR_INIT("-u"), STR_INIT("curl ")},       /* curl -u name:password */
    {STR_INIT("--user"), STR_INIT("curl ")},
};

static bool has_before(Str text, size_t end, Str with)
{
    Str before = str_slice(text, end > ENDS_MAX ? end - ENDS_MAX : 0, end);
    for (size_t i = 0; i + with.len <= before.len; i++)
        if (starts_nocase(str_from_offset(before, i), with))
            return true;
    return false;
}

/* Whether the word that ends at the offset leads to a secret. The name before a colon is no part of
 * it. */
static bool leads_to_secret(Str text, Str word, size_t at)
{
    size_t value = skip_blanks(text, at);
    if (value == at)
        return false;
    for (size_t i = 0; i < COUNT(leading); i++) {
        if (!str_equal_nocase(word, leading[i].word) ||
            !has_before(text, at - word.len, leading[i].with))
            continue;
        Str rest = str_slice(text, value, value + ENDS_MAX);
        size_t colon = str_find_byte(str_slice(rest, 0, str_find_byte(rest, ' ')), ':');
        return is_random_at(text,
                            word.ptr[0] == '-' && colon != STR_NONE ? value + colon + 1 : value);
    }
    return false;
}

/* Whether there is `://user:password@host`, where the password is not a variable. */
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

static const char *find_key(Str text)
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
    return NULL;
}

static const char *find_address(Str text)
{
    Str rest = text;
    for (size_t at = str_find(rest, STR("://")); at != STR_NONE; at = str_find(rest, STR("://"))) {
        rest = str_from_offset(rest, at + 3);
        if (has_login(rest))
            return SECRET_ADDRESS;
    }
    return NULL;
}

static const char *find_value(Str text)
{
    for (size_t at = 0; at < text.len;) {
        size_t start = at;
        while (at < text.len && secret_is_word_byte(text.ptr[at]))
            at++;
        Str word = str_slice(text, start, at);
        if (word.len &&
            ((names_secret(word) && is_assigned(text, at)) || leads_to_secret(text, word, at)))
            return SECRET_VALUE;
        at += at == start;
    }
    return NULL;
}

Secret secret_look(Str text)
{
    Secret secret = {.what = find_key(text)};
    if (!secret.what)
        secret.what = secret_find_form(text, &secret.text);
    secret.doubtful = !secret.what || str_equal(str_from(secret.what), STR(SECRET_WEB_TOKEN));
    if (!secret.what)
        secret.what = find_address(text);
    if (!secret.what)
        secret.what = find_value(text);
    return secret;
}

const char *secret_find(Str text)
{
    return secret_look(text).what;
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
