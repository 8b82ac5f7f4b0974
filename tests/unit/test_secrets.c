#include "test.h"

#include "base/buf.h"
#include "text/secrets.h"

#include <time.h>

static const char *const secret_paths[] = {".env",
                                           ".env.production",
                                           "app/.env.local",
                                           "prod.env",
                                           "id_rsa",
                                           ".ssh/config",
                                           "a/id_ed25519.pub",
                                           "server.pem",
                                           "tls/SERVER.KEY",
                                           "a.p12",
                                           "a.pfx",
                                           "a.jks",
                                           "release.keystore",
                                           "a.ppk",
                                           "a.kdbx",
                                           ".npmrc",
                                           ".netrc",
                                           "_netrc",
                                           ".pypirc",
                                           ".git-credentials",
                                           ".htpasswd",
                                           ".pgpass",
                                           ".dockercfg",
                                           ".docker/config.json",
                                           ".aws/credentials",
                                           ".kube/config",
                                           "kubeconfig",
                                           "prod.kubeconfig",
                                           "credentials",
                                           "credentials.json",
                                           "gcp-credentials.json",
                                           "service-account.json",
                                           "my-service-account.json",
                                           "secrets.yml",
                                           "config/secrets.prod.yaml",
                                           "k8s/db-secret.yaml",
                                           "secrets/db.yaml",
                                           "passwords.txt",
                                           "terraform.tfvars",
                                           "terraform.tfstate",
                                           ".vault-token",
                                           "config/master.key",
                                           "wp-config.php",
                                           ".envrc"};
static const char *const plain_paths[] = {"src/secrets.py",
                                          "src/secret.rs",
                                          "src/credentials.go",
                                          "password.c",
                                          "src/secrets/manager.go",
                                          "environment.py",
                                          "README.md",
                                          "keys.c",
                                          "public.json",
                                          "token.c",
                                          "tokens.txt.md",
                                          "keyboard.json",
                                          "src/auth/login.ts"};

/* In processor time: a quadratic search would take hours. */
TEST(long_texts_take_no_long_time)
{
    static const char *const pieces[] = {
        "sk-", "eyJ-", "-----BEGIN ", "://a:", "password=", "token", "ghp_", "x"};
    for (size_t i = 0; i < COUNT(pieces); i++) {
        Buf text = buf_open(test_arena(), 0);
        buf_put_repeat(&text, str_from(pieces[i]), 200000);
        clock_t start = clock();
        (void)secret_find(buf_str(&text));
        EXPECT(clock() - start < 5 * CLOCKS_PER_SEC);
    }
}

/* The most certain one decides, since review and others trust it more. */
TEST(a_known_form_comes_before_a_name)
{
    Secret secret = secret_look(STR("password = 'x' # token: glpat-ABCDEFGHIJ0123456789"));
    EXPECT_STR(str_from(secret.what), "a token of GitLab");
    EXPECT_STR(secret.text, "glpat-ABCDEFGHIJ0123456789");
    EXPECT(!secret.doubtful);
    secret = secret_look(STR("password = \"hunter2hunter2xyz\""));
    EXPECT_STR(str_from(secret.what), SECRET_VALUE);
    EXPECT(secret.doubtful);
}

TEST(paths)
{
    for (size_t i = 0; i < COUNT(secret_paths); i++)
        if (!secret_is_path(str_from(secret_paths[i])))
            EXPECT_STR(str_from(secret_paths[i]), "a secret");
    for (size_t i = 0; i < COUNT(plain_paths); i++)
        if (secret_is_path(str_from(plain_paths[i])))
            EXPECT_STR(str_from(plain_paths[i]), "no secret");
}

static const char *const secret_texts[] = {
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE",
    "x = '-----BEGIN OPENSSH PRIVATE KEY-----'",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----",
    "-----BEGIN ENCRYPTED PRIVATE KEY-----",
    "PuTTY-User-Key-File-2: ssh-rsa",
    "key = AKIAIOSFODNN7EXAMPLE",
    "ASIAIOSFODNN7EXAMPLE",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_11ABCDEFG0123456789_abcdefghijklmnop",
    "glpat-ABCDEFGHIJ0123456789",
    "sk-proj-abcdefghijklmnopqrst0123",
    "sk-ant-api03-abcdefghijklmnopqrst0123",
    "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    "xoxb-123456789012-abcdefghij",
    "AIzaSyA1234567890abcdefghijklmnopqrstuv",
    "npm_abcdefghijklmnopqrstuvwxyz0123456789",
    "pypi-AgEIcHlwaS5vcmcCJDAxMjM0NTY3LTg5YWItY2RlZi0wMTIzLTQ1Njc4OWFi",
    "hf_abcdefghijklmnopqrstuvwxyz012345",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
    "SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8",
    "postgres://admin:s3cretpw@db.example.com/app",
    "https://user:hunter22@example.com",
    "password = \"hunter2hunter2xyz\"",
    "DB_PASSWORD=kX9pQ2mZ7vR4tB8wLc",
    "api_key: 'a1b2c3d4e5f6g7h8'",
    "\"secretAccessKey\": \"wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY\"",
    "token := \"9f86d081884c7d659a2feaa0c55ad015\"",
    "AUTH_TOKEN='9f86d081884c7d659a2f'",
    "Authorization: Bearer 9f86d081884c7d659a2feaa0c55ad015",
    "String passwd = \"Tr0ub4dor&3xyz9\";",
    "client_secret => \"8xKq92mZpL0vRt5y\"",
    "prefix.ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "const apiKey = `9f86d081884c7d65`;",
    "private_key=9f86d081884c7d659a2feaa0c55ad015A",
    "the token: ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/9fKx2mZpL0vRt5yQ8wNc4TbH",
    "https://discord.com/api/webhooks/112233445566778899/"
    "aZ3kQ9xT7bV1cM5nL2pR8sW4yD6fG0hJkLmNoPqRsTuVwXyZaBcDeFgHiJkLmNoPqRsT",
    "https://hooks.slack.com/triggers/T01ABCDEF/1234567890/9fKx2mZpL0vRt5yQ8wNc4TbH",
    "ABSKQmVkcm9ja0FQSUtleS1wNG5jOGo3azJmMWQwYjl4Nnc1djRhM3MyZDFmMGc5aDhqN2s2",
    "dor_v1_9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015",
    "x: CLOJARS_9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55a",
    "shippo_live_9f86d081884c7d659a2feaa0c55ad0159f86d081",
    "pscale_tkn_Qw3rTyUi0pAsDfGhJkLzXcVbNmQwErTyUi",
    "GR1348941aB3dE5gH7jK9mNpQ1rS3t",
    "t = '1234567890:AAH9fKx2mZpL0vRt5yQ8wNc4TbHdGjLkMnP'",
    "t = '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'",
    "aB3dE5gH7jK9mN.atlasv1.aB3dE5gH7jK9mNpQ1rS3tU5vW7xY9zA1bC3dE5gH7jK9mNpQ1rS3tU5vW7xY9z",
    "//registry.npmjs.org/:_authToken=npm_abcdefghijklmnopqrstuvwxyz0123456789",
    "machine api.corp.io login bob password kX9pQ2mZ7vR4tB8wLc",
    "curl -u bob:kX9pQ2mZ7vR4tB8wLc https://a.b",
    "CREATE USER 'a' IDENTIFIED BY 'kX9pQ2mZ7vR4tB8wLc';",
    "CREATE ROLE a LOGIN PASSWORD 'kX9pQ2mZ7vR4tB8wLc'",
    "<add key=\"ApiSecret\" value=\"kX9pQ2mZ7vR4tB8wLcD5\" />",
    "<password>kX9pQ2mZ7vR4tB8wLcD5</password>",
    "{\"auths\": {\"a.b\": {\"auth\": \"Ym9iOmtYOXBRMm1aN3ZSNHRCOHdMYw==\"}}}",
    "T = \"gh\" \"p_\" \"16C7e42F292c6912E7710c838347Ae178B4a\"",
    "const t = 'gh' + 'p_' + '16C7e42F292c6912E7710c838347Ae178B4a'",
    "$t = \"gh\" . \"p_16C7e42F292c6912E7710c838347Ae178B4a\";",
    "AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq"};
static const char *const plain_texts[] = {"",
                                          "int main(void) { return 0; }",
                                          "password = getpass()",
                                          "token = request.headers.get(\"Authorization\")",
                                          "self.password = password",
                                          "def check_password(password: str) -> bool:",
                                          "api_key = os.environ[\"API_KEY\"]",
                                          "const token = tokens[i + 1];",
                                          "secret: ${{ secrets.TOKEN }}",
                                          "PASSWORD=$DB_PASSWORD_VALUE1",
                                          "if (token == TOKEN_NUMBER_LITERAL2)",
                                          "http://localhost:8080/a@b",
                                          "git@github.com:user/repo.git",
                                          "https://example.com/path:with@at",
                                          "ssh://git@host/path",
                                          "mongodb://$USER:$PASS@host/db",
                                          "sk-learn and sk-something-without-any-digits-in-it",
                                          "-----BEGIN CERTIFICATE-----",
                                          "-----BEGIN PUBLIC KEY-----",
                                          "password: \"\"",
                                          "password = \"changeme\"",
                                          "the token of the parser is kept",
                                          "eyJ",
                                          "Token::Identifier => self.parse_identifier2()",
                                          "keyword = \"abcdef0123456789abcdef\"",
                                          "tokens.push(Token2::new(kind))",
                                          "token = self.tokens.current_token1.value",
                                          "npm_config_registry",
                                          "hf_compute_attention_mask_of_the_model",
                                          "https://hooks.slack.com/services/YOUR/WEBHOOK/URL",
                                          "at 1234567890:AAPL",
                                          "curl -u $USER:$PASS https://a.b",
                                          "IDENTIFIED BY 'password'",
                                          "the password is sent by login",
                                          "<password>secret</password>",
                                          "vector<Token>values_of_tokens1",
                                          "auth = authenticate2(request)",
                                          "AKIA",
                                          "glc_reader_of_table2",
                                          "sm_pat_of_the_extended_table2",
                                          "shippo_test_client",
                                          "ghp_short1"};

TEST(texts)
{
    for (size_t i = 0; i < COUNT(secret_texts); i++)
        if (!secret_find(str_from(secret_texts[i])))
            EXPECT_STR(str_from(secret_texts[i]), "a secret");
    for (size_t i = 0; i < COUNT(plain_texts); i++)
        if (secret_find(str_from(plain_texts[i])))
            EXPECT_STR(str_from(plain_texts[i]), secret_find(str_from(plain_texts[i])));
}
