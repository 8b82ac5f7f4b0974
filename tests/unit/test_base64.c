#include "test.h"

#include "text/base64.h"

TEST(base64_encodes_the_cases_of_the_rfc)
{
    EXPECT_STR(base64_encode(test_arena(), STR("")), "");
    EXPECT_STR(base64_encode(test_arena(), STR("f")), "Zg==");
    EXPECT_STR(base64_encode(test_arena(), STR("fo")), "Zm8=");
    EXPECT_STR(base64_encode(test_arena(), STR("foo")), "Zm9v");
    EXPECT_STR(base64_encode(test_arena(), STR("foob")), "Zm9vYg==");
    EXPECT_STR(base64_encode(test_arena(), STR("fooba")), "Zm9vYmE=");
    EXPECT_STR(base64_encode(test_arena(), STR("\xff\xfe\x00")), "//4A");
}
