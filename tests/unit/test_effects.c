#include "test.h"

#include "base/buf.h"
#include "index/graph/effects.h"

static Str effects(const char *language, const char *package, const char *name)
{
    EffectRules rules;
    effects_rules(lang_find(str_from(language)), &rules);
    uint8_t bits = effects_of(test_scratch(), &rules, str_from(package), str_from(name));
    Buf buf = buf_open(test_arena(), 0);
    for (EffectBit bit = 0; bit < EFFECT_COUNT; bit++) {
        if (!(bits & 1u << bit))
            continue;
        buf_put(&buf, buf.len ? STR(" ") : (Str){0});
        buf_put(&buf, effect_name(bit));
    }
    return buf_str(&buf);
}

TEST(functions_of_a_package)
{
    static const char *const cases[][4] = {
        {"c", "", "fopen", "file"},
        {"c", "stdlib.h", "getenv", "environment"},
        {"c", "", "execvp", "process"},
        {"c", "", "strlen", ""},
        {"cpp", "std", "getenv", "environment"},
        {"cpp", "boost::asio::socket", "send", ""},
        {"cpp", "std::chrono::steady_clock", "now", "clock"},
        {"cpp", "std::filesystem", "exists", "file"},
        {"python", "", "open", "file"},
        {"python", "os", "execvp", "process"},
        {"python", "os.path", "exists", "file"},
        {"python", "os.path", "join", ""},
        {"python", "requests", "get", "network"},
        {"python", "requests.sessions", "Session", "network"},
        {"python", "sqlite3", "connect", "database"},
        {"python", "random", "choice", "randomness"},
        {"typescript", "fs", "readFileSync", "file"},
        {"typescript", "node:fs", "readFileSync", "file"},
        {"javascript", "", "fetch", "network"},
        {"javascript", "Date", "now", "clock"},
        {"javascript", "Math", "max", ""},
        {"tsx", "node:child_process", "spawn", "process"},
        {"go", "os", "ReadFile", "file"},
        {"go", "os", "Getenv", "environment"},
        {"go", "net", "DialTimeout", "network"},
        {"go", "net", "ParseIP", ""},
        {"go", "github.com/me/time", "Now", ""},
        {"rust", "std::fs", "read_to_string", "file"},
        {"rust", "std::time::Instant", "now", "clock"},
        {"rust", "std::vec::Vec", "new", ""},
        {"java", "java.nio.file.Files", "readAllBytes", "file"},
        {"java", "System", "getenv", "environment"},
        {"java", "java.lang.System", "nanoTime", "clock"},
        {"kotlin", "java.util.UUID", "randomUUID", "randomness"},
        {"c_sharp", "System.IO.File", "ReadAllText", "file"},
        {"swift", "URLSession.shared", "dataTask", "network"},
        {"php", "", "curl_exec", "network"},
        {"ruby", "FileUtils", "rm_rf", "file"},
        {"lua", "os", "getenv", "environment"},
        {"bash", "", "curl", "network"},
        {"elixir", "File", "read!", "file"},
        {"elixir", "System", "get_env", "environment"},
        {"elixir", "Enum", "map", ""},
        {"haskell", "System.Directory", "doesFileExist", "file"},
        {"haskell", "Data.Text", "pack", ""},
        {"ocaml", "Unix", "fork", "process"},
        {"ocaml", "List", "map", ""},
        {"elisp", "", "call-process", "process"},
        {"perl", "", "unlink", "file"},
        {"r", "", "Sys.time", "clock"},
        {"julia", "", "readdir", "file"},
        {"dart", "DateTime", "now", "clock"},
        {"cmake", "", "execute_process", "process"},
        {"markdown", "", "open", ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(effects(cases[i][0], cases[i][1], cases[i][2]), cases[i][3]);
}

TEST(qualified_names)
{
    EXPECT_STR(effects("python", "os", "path.exists"), "file");
    EXPECT_STR(effects("python", "", "os.path.exists"), "file");
    EXPECT_STR(effects("python", "os", "environ.get"), "environment");
    EXPECT_STR(effects("rust", "std", "fs::read"), "file");
    EXPECT_STR(effects("java", "java.nio.file", "Files.exists"), "file");
}

TEST(one_call_may_have_several)
{
    EXPECT_STR(effects("bash", "", "rsync"), "file network");
    EXPECT_STR(effects("javascript", "process", "hrtime"), "environment clock");
}
