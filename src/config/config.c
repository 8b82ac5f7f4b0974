/* Configuration. One table describes every setting; reading, writing and explaining them are loops
   over it. For error messages, a value's position is found from where its key points in the file's
   text. */
#include "config/config.h"

#include "base/path.h"
#include "index/graph/levels.h"
#include "index/history/history.h"
#include "index/update/memory.h"
#include "lang/lang.h"
#include "model/embedder.h"
#include "net/postgres.h"
#include "search/intent.h"
#include "text/budget.h"
#include "text/decimal.h"
#include "text/jsonc.h"
#include "text/lines.h"
#include "text/nearest.h"
#include "text/toml.h"

typedef enum SettingType {
    TYPE_FLAG,
    TYPE_NUMBER,
    TYPE_SIZE,
    TYPE_MEMORY, /* a size, or `auto`, which is 0 */
    TYPE_CUT,    /* a risk score, or `auto`, which is 0; safe in a project's file */
    TYPE_LESS,   /* a flag that reduces what is shown */
    TYPE_SHARE,  /* 0 to 1, stored in thousandths; safe in a project's file */
    TYPE_LEVEL,  /* level of search, by name; safe in a project's file */
    TYPE_DIRECTORIES,
    TYPE_LANGUAGES,
    TYPE_PATTERNS, /* of paths, as in .gitignore */
    /* Allowed only in the user's own file. */
    TYPE_OWN_TEXT,
    TYPE_OWN_COMMANDS,
    TYPE_OWN_NUMBER,
    TYPE_OWN_FLAG,
    TYPE_OWN_PRICE, /* with a fraction; stored in millionths */
} SettingType;

typedef struct Setting {
    Str name;
    SettingType type;
    size_t offset; /* offset in Config */
    uint64_t fallback, min, max;
    const char *help;
} Setting;

#define NAME(literal) \
    { \
        literal, sizeof(literal) - 1 \
    }
#define AT(field) offsetof(Config, field)
/* A higher price is assumed to be a mistake. */
#define PRICE_MAX 1000000
#define SHARE_UNIT 1000

static const Setting settings[SETTING_COUNT] = {
#include "config/config.def"
};

static const Str excluded_always[] = {NAME(".git"), NAME(".obsidian")};

static uint64_t *number_at(Config *config, const Setting *setting)
{
    return (uint64_t *)(void *)((char *)config + setting->offset);
}

static bool *flag_at(Config *config, const Setting *setting)
{
    return (bool *)((char *)config + setting->offset);
}

static Str *text_at(Config *config, const Setting *setting)
{
    return (Str *)(void *)((char *)config + setting->offset);
}

static NameList *list_at(Config *config, const Setting *setting)
{
    return (NameList *)(void *)((char *)config + setting->offset);
}

static bool is_flag(const Setting *setting)
{
    return setting->type == TYPE_FLAG || setting->type == TYPE_LESS ||
           setting->type == TYPE_OWN_FLAG;
}

static bool is_list(const Setting *setting)
{
    return setting->type == TYPE_DIRECTORIES || setting->type == TYPE_LANGUAGES ||
           setting->type == TYPE_PATTERNS || setting->type == TYPE_OWN_COMMANDS;
}

static bool is_number(const Setting *setting)
{
    return !is_flag(setting) && !is_list(setting) && setting->type != TYPE_OWN_TEXT;
}

void config_init(Config *config)
{
    *config = (Config){.excluded = {excluded_always, COUNT(excluded_always)}};
    for (size_t i = 0; i < COUNT(settings); i++) {
        config->origins[i] = STR("default");
        if (is_flag(&settings[i]))
            *flag_at(config, &settings[i]) = settings[i].fallback != 0;
        else if (is_number(&settings[i]))
            *number_at(config, &settings[i]) = settings[i].fallback;
    }
}

uint64_t config_memory(const Config *config)
{
    return config->index_memory ? config->index_memory : memory_limit_default();
}

Str setting_name(SettingId id)
{
    return settings[id].name;
}

Str setting_help(SettingId id)
{
    return str_from(settings[id].help);
}

static Json *names_value(Arena *arena, const NameList *list)
{
    Json *value = json_array(arena);
    for (size_t i = 0; i < list->count; i++)
        json_add(value, json_str(arena, list->names[i]));
    return value;
}

/* The number divided by `unit`, with this many decimals. */
static Json *fraction_value(Arena *arena, uint64_t number, uint64_t unit, int digits)
{
    Json *value = json_u64(arena, 0);
    Str text = str_format(arena, "%llu.%0*llu", (unsigned long long)(number / unit), digits,
                          (unsigned long long)(number % unit));
    while (str_ends(text, STR("0")))
        text.len--;
    value->text = str_slice(text, 0, text.len - str_ends(text, STR(".")));
    return value;
}

Json *setting_value(Arena *arena, const Config *config, SettingId id)
{
    Config copy = *config; /* a copy, because the accessors take a Config that can be written */
    const Setting *setting = &settings[id];
    Buf size = buf_open(arena, 0);
    switch (setting->type) {
    case TYPE_LESS:
    case TYPE_OWN_FLAG:
    case TYPE_FLAG: return json_bool(arena, *flag_at(&copy, setting));
    case TYPE_OWN_TEXT:
        return json_str(arena, id == SETTING_ORG_DATABASE
                                   ? postgres_target_shown(arena, *text_at(&copy, setting))
                                   : *text_at(&copy, setting));
    case TYPE_OWN_PRICE:
        return *number_at(&copy, setting) == PRICE_UNKNOWN
                   ? json_str(arena, (Str){0})
                   : fraction_value(arena, *number_at(&copy, setting), PRICE_UNIT, 6);
    case TYPE_SHARE: return fraction_value(arena, *number_at(&copy, setting), SHARE_UNIT, 3);
    case TYPE_LEVEL: return json_str(arena, str_from(search_levels[*number_at(&copy, setting)]));
    case TYPE_OWN_NUMBER:
    case TYPE_NUMBER: return json_u64(arena, *number_at(&copy, setting));
    case TYPE_CUT:
        return *number_at(&copy, setting) ? json_u64(arena, *number_at(&copy, setting))
                                          : json_str(arena, STR("auto"));
    case TYPE_MEMORY:
        if (!*number_at(&copy, setting))
            return json_str(arena, STR("auto"));
        budget_put(&size, *number_at(&copy, setting));
        break;
    case TYPE_SIZE: budget_put(&size, *number_at(&copy, setting)); break;
    case TYPE_DIRECTORIES:
    case TYPE_PATTERNS:
    case TYPE_OWN_COMMANDS:
    case TYPE_LANGUAGES: return names_value(arena, list_at(&copy, setting));
    }
    return json_str(arena, buf_str(&size));
}

/* ---- reading a file ---- */

typedef struct Reader {
    Arena *arena;
    Config *config;
    Str shown; /* name of the file in messages */
    Str text;
    bool is_project;
    Err *err;
} Reader;

static size_t line_of(const Reader *reader, const Json *value)
{
    const char *at = value->key.ptr;
    bool inside = at >= reader->text.ptr && at <= reader->text.ptr + reader->text.len;
    return inside ? lines_at_offset(reader->text, (size_t)(at - reader->text.ptr)) : 1;
}

static bool fail_at(const Reader *reader, const Json *value, Str name, const char *why)
{
    err_set(reader->err, ERR_FAILED, "%.*s:%zu: %.*s %s", STR_ARG(reader->shown),
            line_of(reader, value), STR_ARG(name), why);
    return err_hint(reader->err, "fix the file, or run with --no-config");
}

static void set_origin(const Reader *reader, const Json *value, const Setting *setting, bool more)
{
    Str *origin = &reader->config->origins[setting - settings];
    Str place =
        str_format(reader->arena, "%.*s:%zu", STR_ARG(reader->shown), line_of(reader, value));
    *origin =
        more ? str_format(reader->arena, "%.*s, %.*s", STR_ARG(*origin), STR_ARG(place)) : place;
}

static bool set_flag(const Reader *reader, const Setting *setting, const Json *value)
{
    bool *flag = flag_at(reader->config, setting);
    if (value->type != JSON_TRUE && value->type != JSON_FALSE)
        return fail_at(reader, value, setting->name, "takes true or false");
    bool more = (value->type == JSON_TRUE) != (setting->type == TYPE_LESS);
    if (reader->is_project && more)
        return true;
    *flag = value->type == JSON_TRUE;
    set_origin(reader, value, setting, false);
    return true;
}

/* Converts a value to the setting's number. False if it has another type. */
static bool parse_number(const Setting *setting, const Json *value, uint64_t *number)
{
    if (value->type == JSON_NUMBER)
        return str_parse_u64(value->text, number);
    if (value->type != JSON_STRING || setting->type == TYPE_NUMBER ||
        setting->type == TYPE_OWN_NUMBER)
        return false;
    *number = 0;
    if (setting->type == TYPE_CUT)
        return str_equal(value->text, STR("auto"));
    return (setting->type == TYPE_MEMORY && str_equal(value->text, STR("auto"))) ||
           budget_parse(value->text, number);
}

static bool is_auto(const Setting *setting, const Json *value)
{
    return (setting->type == TYPE_MEMORY || setting->type == TYPE_CUT) &&
           value->type == JSON_STRING && str_equal(value->text, STR("auto"));
}

static const char *const wanted[] = {
    [TYPE_NUMBER] = "takes a whole number",
    [TYPE_OWN_NUMBER] = "takes a whole number",
    [TYPE_SIZE] = "takes a size: 20480, \"20KB\", \"none\"",
    [TYPE_MEMORY] = "takes a size or \"auto\": \"400MB\", \"none\"",
    [TYPE_CUT] = "takes a whole number or \"auto\"",
};

/* Whether the value is lower than the present one, as a project's file may only reduce limits;
   `auto` counts as the default it stands for. */
static bool is_lower(const Setting *setting, uint64_t number, uint64_t now)
{
    if (setting->type == TYPE_CUT)
        return true;
    if (setting->type == TYPE_MEMORY)
        return number && number < (now ? now : memory_limit_default());
    return number < now;
}

static bool set_number(const Reader *reader, const Setting *setting, const Json *value)
{
    uint64_t number = 0;
    if (!parse_number(setting, value, &number))
        return fail_at(reader, value, setting->name, wanted[setting->type]);
    bool outside = number < setting->min || (setting->max && number > setting->max);
    if (outside && !is_auto(setting, value)) {
        Buf why = buf_open(reader->arena, 0);
        buf_put(&why, STR("takes "));
        budget_put(&why, setting->min);
        if (setting->max)
            buf_printf(&why, " to %llu", (unsigned long long)setting->max);
        else
            buf_put(&why, STR(" or more"));
        return fail_at(reader, value, setting->name, str_terminate(reader->arena, buf_str(&why)));
    }
    uint64_t *now = number_at(reader->config, setting);
    if (reader->is_project && !is_lower(setting, number, *now))
        return true;
    *now = number;
    set_origin(reader, value, setting, false);
    return true;
}

/* A pattern that takes paths out of others' would lift a protection. */
static bool is_pattern(Str name)
{
    return name.len <= CONFIG_TEXT_BYTES_MAX && name.ptr[0] != '!' && name.ptr[0] != '#' &&
           str_find_byte(name, '\0') == STR_NONE && str_find_byte(name, '\n') == STR_NONE;
}

static bool is_command(Str text)
{
    return text.len <= CONFIG_TEXT_BYTES_MAX && str_is_utf8(text) &&
           str_find_byte(text, '\0') == STR_NONE && str_find_byte(text, '\n') == STR_NONE;
}

static bool check_name(const Reader *reader, const Setting *setting, const Json *list,
                       const Json *item, Str *name)
{
    *name = item->text;
    if (item->type != JSON_STRING || !name->len)
        return fail_at(reader, list, setting->name, "takes a list of names");
    if (setting->type == TYPE_DIRECTORIES) {
        bool plain = str_find_byte(*name, '/') == STR_NONE && !str_equal(*name, STR(".")) &&
                     !str_equal(*name, STR(".."));
        return plain ||
               fail_at(reader, list, setting->name, "takes names of directories, not paths");
    }
    if (setting->type == TYPE_PATTERNS)
        return is_pattern(*name) ||
               fail_at(reader, list, setting->name,
                       "takes patterns of paths, as in .gitignore and without !");
    if (setting->type == TYPE_OWN_COMMANDS)
        return is_command(*name) ||
               fail_at(reader, list, setting->name, "takes a list of commands, each in one line");
    const Language *language = lang_find(*name);
    if (!language)
        return fail_at(reader, list, setting->name, "names an unknown language (fovea languages)");
    *name = lang_id(language);
    return true;
}

static bool set_names(const Reader *reader, const Setting *setting, const Json *value)
{
    NameList *list = list_at(reader->config, setting);
    if (value->type != JSON_ARRAY)
        return fail_at(reader, value, setting->name, "takes a list of names");
    if (value->count + list->count > CONFIG_NAMES_MAX)
        return fail_at(reader, value, setting->name, "has too many names");
    Str *names = NEW(reader->arena, Str, list->count + value->count);
    size_t count = list->count;
    if (count)
        memcpy(names, list->names, count * sizeof *names);
    for (const Json *item = value->first; item; item = item->next)
        if (!check_name(reader, setting, value, item, &names[count++]))
            return false;
    set_origin(reader, value, setting, list->count > 0);
    *list = (NameList){names, count};
    return true;
}

/* A relative path would lead into whatever repository a call is about. */
static bool is_path(const Setting *setting)
{
    return setting == &settings[SETTING_SEARCH_PERSISTENCE_PATH] ||
           setting == &settings[SETTING_SHARE_SIGN] ||
           setting == &settings[SETTING_SHARE_ALLOWED_SIGNERS];
}

static bool set_text(const Reader *reader, const Setting *setting, const Json *value)
{
    if (value->type != JSON_STRING || value->text.len > CONFIG_TEXT_BYTES_MAX ||
        str_find_byte(value->text, '\0') != STR_NONE)
        return fail_at(reader, value, setting->name, "takes a short text");
    if (setting == &settings[SETTING_EMBEDDER_PROVIDER] && value->text.len &&
        embedder_provider_find(value->text) == EMBEDDER_NONE)
        return fail_at(reader, value, setting->name, "takes openai, ollama or llama.cpp");
    Str text = value->text, home = fs_environment("HOME");
    if (is_path(setting) && str_starts(text, STR("~/")) && path_is_absolute(home))
        text = path_join(reader->arena, home, str_from_offset(text, 2));
    if (is_path(setting) && text.len && !path_is_absolute(text))
        return fail_at(reader, value, setting->name, "takes an absolute path, or one below ~/");
    *text_at(reader->config, setting) = text;
    set_origin(reader, value, setting, false);
    return true;
}

static bool set_share(const Reader *reader, const Setting *setting, const Json *value)
{
    double share;
    if (value->type != JSON_NUMBER || !decimal_parse(value->text, &share) || share < 0 || share > 1)
        return fail_at(reader, value, setting->name, "takes a number from 0 to 1");
    *number_at(reader->config, setting) = (uint64_t)(share * SHARE_UNIT + 0.5);
    set_origin(reader, value, setting, false);
    return true;
}

static bool set_level(const Reader *reader, const Setting *setting, const Json *value)
{
    uint64_t level = setting->min;
    while (level <= setting->max &&
           (value->type != JSON_STRING || !str_equal(value->text, str_from(search_levels[level]))))
        level++;
    if (level > setting->max)
        return fail_at(reader, value, setting->name,
                       setting->min ? "takes file, class, method or full"
                                    : "takes auto, file, class, method or full");
    *number_at(reader->config, setting) = level;
    set_origin(reader, value, setting, false);
    return true;
}

static bool set_price(const Reader *reader, const Setting *setting, const Json *value)
{
    double price = 0;
    bool is_unknown =
        value->type == JSON_STRING && !value->text.len && setting->fallback == PRICE_UNKNOWN;
    if (!is_unknown && (value->type != JSON_NUMBER || !decimal_parse(value->text, &price) ||
                        price < 0 || price > PRICE_MAX))
        return fail_at(reader, value, setting->name, "takes a price, such as 0.02");
    *number_at(reader->config, setting) =
        is_unknown ? PRICE_UNKNOWN : (uint64_t)(price * PRICE_UNIT + 0.5);
    set_origin(reader, value, setting, false);
    return true;
}

static bool fail_unknown(const Reader *reader, const Json *value, Str name)
{
    Str names[SETTING_COUNT];
    for (size_t i = 0; i < SETTING_COUNT; i++)
        names[i] = settings[i].name;
    Str near = nearest_find(name, names, SETTING_COUNT);
    err_set(reader->err, ERR_FAILED, "%.*s:%zu: unknown setting '%.*s'", STR_ARG(reader->shown),
            line_of(reader, value), STR_ARG(name));
    if (near.len)
        return err_hint(reader->err,
                        "did you mean %.*s? fovea config lists all; --no-config skips the "
                        "file",
                        STR_ARG(near));
    return err_hint(reader->err, "fovea config lists all; --no-config skips the file");
}

/* Aliases of settings. */
static const struct {
    Str other, name;
} others[] = {
    {NAME("progressive_context.cache.cache_ttl_seconds"),
     NAME("progressive_context.cache.ttl_seconds")},
    {NAME("progressive_context.cache_ttl_seconds"), NAME("progressive_context.cache.ttl_seconds")},
    {NAME("model"), NAME("model.name")}, /* as a text, in place of the table */
    {NAME("max_cost"), NAME("model.max_cost")},
    {NAME("max_tokens_per_day"), NAME("model.max_tokens_per_day")},
};

static Str find_name(Str name)
{
    for (size_t i = 0; i < COUNT(others); i++)
        if (str_equal(others[i].other, name))
            return others[i].name;
    return name;
}

static bool set_value(const Reader *reader, Str name, const Json *value)
{
    const Setting *setting = NULL;
    name = find_name(name);
    for (size_t i = 0; i < COUNT(settings); i++)
        if (str_equal(settings[i].name, name))
            setting = &settings[i];
    if (!setting)
        return fail_unknown(reader, value, name);
    if (reader->is_project && setting->type >= TYPE_OWN_TEXT)
        return fail_at(reader, value, name, "is only read from your own file");
    switch (setting->type) {
    case TYPE_LESS:
    case TYPE_OWN_FLAG:
    case TYPE_FLAG: return set_flag(reader, setting, value);
    case TYPE_SHARE: return set_share(reader, setting, value);
    case TYPE_LEVEL: return set_level(reader, setting, value);
    case TYPE_OWN_TEXT: return set_text(reader, setting, value);
    case TYPE_OWN_PRICE: return set_price(reader, setting, value);
    case TYPE_OWN_NUMBER:
    case TYPE_NUMBER:
    case TYPE_MEMORY:
    case TYPE_CUT:
    case TYPE_SIZE: return set_number(reader, setting, value);
    case TYPE_DIRECTORIES:
    case TYPE_PATTERNS:
    case TYPE_OWN_COMMANDS:
    case TYPE_LANGUAGES: return set_names(reader, setting, value);
    }
    return true;
}

void config_pass_over(Arena *arena, Config *config, const Err *why)
{
    if (config->notice.len)
        return;
    config->notice = str_format(arena, "%s; it is ignored%s%s%s", why->message,
                                *why->hint ? " (" : "", why->hint, *why->hint ? ")" : "");
}

/* Errors in a project's file must not prevent reading the repository: the faulty setting is ignored
   with a notice, the rest applies. */
static bool is_forgiven(const Reader *reader)
{
    if (!reader->is_project)
        return false;
    config_pass_over(reader->arena, reader->config, reader->err);
    *reader->err = (Err){0};
    return true;
}

/* Whether the name is a table of settings. */
static bool is_table(Arena scratch, Str name)
{
    Str start = str_join(&scratch, name, STR("."));
    for (size_t i = 0; i < COUNT(settings); i++)
        if (str_starts(settings[i].name, start))
            return true;
    return false;
}

/* Recursive; as deep as the names of settings. */
static bool apply_table(const Reader *reader, Str name, const Json *table)
{
    bool below = str_find_byte(name, '.') != STR_NONE;
    if (table->type != JSON_OBJECT && !str_equal(find_name(name), name))
        return set_value(reader, name, table) || is_forgiven(reader);
    if (table->type != JSON_OBJECT)
        return (below ? fail_at(reader, table, name, "takes a table")
                      : fail_unknown(reader, table, name)) ||
               is_forgiven(reader);
    for (const Json *value = table->first; value; value = value->next) {
        Str full = str_format(reader->arena, "%.*s.%.*s", STR_ARG(name), STR_ARG(value->key));
        bool ok = is_table(*reader->arena, full) ? apply_table(reader, full, value)
                                                 : set_value(reader, full, value);
        if (!ok && !is_forgiven(reader))
            return false;
    }
    return true;
}

static bool parse(Arena *arena, Str shown, Str text, Json **file, Err *err)
{
    return str_ends(shown, STR(".json")) ? json_parse(arena, jsonc_plain(arena, text), file, err)
                                         : toml_parse(arena, text, file, err);
}

bool config_apply(Arena *arena, Str shown, Str text, bool is_project, Config *config, Err *err)
{
    const Reader reader = {arena, config, shown, text, is_project, err};
    Json *file = NULL;
    Err why = {0};
    if (!parse(arena, shown, text, &file, &why) || file->type != JSON_OBJECT) {
        err_set(err, ERR_FAILED, "%.*s: %s", STR_ARG(shown),
                why.code ? why.message : "there is no object in it");
        return err_hint(err, "fix the file, or run with --no-config") || is_forgiven(&reader);
    }
    for (const Json *table = file->first; table; table = table->next)
        if (!apply_table(&reader, table->key, table))
            return false;
    return true;
}
