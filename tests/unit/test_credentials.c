#include "test.h"

#include "base/buf.h"
#include "base/hash.h"
#include "net/aws.h"
#include "net/url.h"
#include "share/credentials.h"
#include "share/remote_oci.h"

#include <stdlib.h>

static Login netrc(const char *text, const char *host)
{
    Login login;
    credentials_parse_netrc(str_from(text), str_from(host), &login);
    return login;
}

TEST(netrc_entries)
{
    static const char text[] = "# machine no login no password no\n"
                               "machine a.example login one password p1\n"
                               "macdef init\ncd /pub\nmachine b.example login macro\n\n"
                               "machine b.example\n\tlogin two\n\taccount x\n\tpassword p2\n"
                               "machine b.example login three password p3\n"
                               "default login any password all\n";
    Login login = netrc(text, "a.example");
    EXPECT_STR(login.user, "one");
    EXPECT_STR(login.password, "p1");
    login = netrc(text, "B.Example");
    EXPECT_STR(login.user, "two");
    EXPECT_STR(login.password, "p2");
    static const char *const none[] = {"c.example", "no", "", "example", "a.example.org", "init"};
    for (size_t i = 0; i < COUNT(none); i++) {
        login = netrc(text, none[i]);
        EXPECT(!login.user.len && !login.password.len);
    }
    static const char *const cut[] = {
        "machine", "machine a login",     "machine a password", "login x", "macdef",
        "#",       "machine a #\nlogin x"};
    for (size_t i = 0; i < COUNT(cut); i++)
        EXPECT(!netrc(cut[i], "a").password.len);
}

TEST(ini_values)
{
    static const char text[] = "[a]\nkey=1\n[ profile b ]\n KEY = two words \nother=3\n[c]\n";
    EXPECT_STR(aws_ini(str_from(text), STR("a"), STR("key")), "1");
    EXPECT_STR(aws_ini(str_from(text), STR("profile b"), STR("key")), "two words");
    EXPECT(!aws_ini(str_from(text), STR("c"), STR("key")).len);
    EXPECT(!aws_ini(str_from(text), STR("d"), STR("key")).len);
    EXPECT(!aws_ini(STR("key=1"), STR(""), STR("key")).len);
}

TEST(tokens_are_bound_to_a_host)
{
    Err err = {0};
    Url url;
    setenv("FOVEA_SHARE_TOKEN", "secret", 1);
    unsetenv("FOVEA_SHARE_TOKEN_HOST");
    REQUIRE(url_parse("x", STR("https://a.example:8443/x"), &url, &err));
    EXPECT(!credentials_token(&url).len);
    const struct {
        const char *host;
        bool is_bound;
    } cases[] = {{"a.example", true},
                 {"A.example:8443", true},
                 {"a.example:443", false},
                 {"example", false},
                 {"b.example", false},
                 {"a.example.org", false},
                 {"*", false},
                 {"", false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        setenv("FOVEA_SHARE_TOKEN_HOST", cases[i].host, 1);
        EXPECT_INT(credentials_token(&url).len, cases[i].is_bound ? 6 : 0);
    }
    unsetenv("FOVEA_SHARE_TOKEN");
    unsetenv("FOVEA_SHARE_TOKEN_HOST");
}

static Str hmac(Str key, Str bytes)
{
    char mac[HASH_SHA256_BYTES];
    Buf out = buf_open(test_arena(), 0);
    hash_hmac_sha256(key, bytes, mac);
    for (size_t i = 0; i < sizeof mac; i++)
        buf_printf(&out, "%02x", (unsigned char)mac[i]);
    return buf_str(&out);
}

TEST(hmac_vectors) /* RFC 4231, 4.3 and 4.7 */
{
    char key[131];
    memset(key, 0xAA, sizeof key);
    EXPECT_STR(hmac(STR("Jefe"), STR("what do ya want for nothing?")),
               "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    EXPECT_STR(
        hmac((Str){key, sizeof key}, STR("Test Using Larger Than Block-Size Key - Hash Key First")),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(challenges)
{
    RemoteOciChallenge challenge;
    remote_oci_parse_challenge(
        test_arena(),
        STR("Bearer realm=\"https://a/token?x=1\",service=\"s \\\"q\\\"\" , scope=\"r:a,b:pull\""),
        &challenge);
    EXPECT(challenge.is_bearer && !challenge.is_basic);
    EXPECT_STR(challenge.realm, "https://a/token?x=1");
    EXPECT_STR(challenge.service, "s \"q\"");
    EXPECT_STR(challenge.scope, "r:a,b:pull");
    remote_oci_parse_challenge(test_arena(), STR("Negotiate abc==, basic Realm=x"), &challenge);
    EXPECT(challenge.is_basic && !challenge.is_bearer);
    EXPECT_STR(challenge.realm, "x");
    static const char *const bad[] = {
        "", ",", "=", "\"", "Bearer realm=\"", "a=\"\\", "=,=,=", "Bearer,,,=\"x", " \t"};
    for (size_t i = 0; i < COUNT(bad); i++)
        remote_oci_parse_challenge(test_arena(), str_from(bad[i]), &challenge);
}

TEST(realms_that_may_know)
{
    const struct {
        const char *registry, *realm;
        bool may;
    } cases[] = {
        {"r.example.com", "https://r.example.com/token", true},
        {"r.example.com:5000", "https://r.example.com:5000/token", true},
        {"r.example.com:5050", "https://r.example.com/jwt/auth", true},
        {"registry.gitlab.com", "https://gitlab.com/jwt/auth", true},
        {"a.b.example.com", "https://example.com/token", true},
        {"index.docker.io", "https://auth.docker.io/token", true},
        {"r.example.com", "http://r.example.com/token", false},
        {"r.example.com", "https://r.example.com:8443/token", false},
        {"r.example.com", "https://auth.example.com/token", false},
        {"r.example.com", "https://evil.com/token", false},
        {"r.example.com", "https://com/token", false},
        {"r.example.co.uk", "https://co.uk/token", false},
        {"r.example.com", "https://xr.example.com/token", false},
        {"example.com", "https://r.example.com/token", false},
        {"index.docker.io", "https://evil.docker.io/token", false},
        {"r.example.com", "http://localhost/token", false},
        {"localhost:5000", "http://localhost:5000/token", true},
        {"localhost:5000", "http://localhost:5001/token", false},
        {"localhost:5000", "https://example.com/token", false},
    };
    Err err = {0};
    Url realm;
    unsetenv("FOVEA_SHARE_REALMS");
    for (size_t i = 0; i < COUNT(cases); i++) {
        REQUIRE(url_parse("x", str_from(cases[i].realm), &realm, &err));
        test_expect(remote_oci_may_know(str_from(cases[i].registry), &realm) == cases[i].may,
                    __FILE__, __LINE__, cases[i].realm);
    }
    setenv("FOVEA_SHARE_REALMS", "x.example, auth.example.com", 1);
    REQUIRE(url_parse("x", STR("https://auth.example.com/token"), &realm, &err));
    EXPECT(remote_oci_may_know(STR("r.example.com"), &realm));
    REQUIRE(url_parse("x", STR("http://auth.example.com/token"), &realm, &err));
    EXPECT(!remote_oci_may_know(STR("r.example.com"), &realm));
    unsetenv("FOVEA_SHARE_REALMS");
}

static Str resolve(const char *base, const char *location)
{
    Err err = {0};
    Url url;
    EXPECT(url_parse("x", str_from(base), &url, &err));
    return url_resolve(test_arena(), &url, str_from(location));
}

TEST(locations)
{
    EXPECT_STR(resolve("https://a/b/c?d=/e", "f"), "https://a/b/f");
    EXPECT_STR(resolve("https://a/b/c", "/f?g=1"), "https://a/f?g=1");
    EXPECT_STR(resolve("https://a", "f"), "https://a/f");
    EXPECT_STR(resolve("https://a:1/b", "//c/d"), "https://c/d");
    EXPECT_STR(resolve("https://a/b", "http://c/d"), "http://c/d");
    EXPECT_STR(resolve("https://a/b", "/x?u=http://c"), "https://a/x?u=http://c");
    const struct {
        const char *a, *b;
        bool same;
    } cases[] = {{"https://a/x", "https://A:443/y", true},
                 {"http://a", "http://a:80", true},
                 {"https://a", "http://a", false},
                 {"https://a", "https://a:444", false},
                 {"https://a", "https://a.b", false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        Err err = {0};
        Url a, b;
        REQUIRE(url_parse("x", str_from(cases[i].a), &a, &err) &&
                url_parse("x", str_from(cases[i].b), &b, &err));
        EXPECT(url_same_origin(&a, &b) == cases[i].same);
    }
}
