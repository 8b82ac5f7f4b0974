"""A rule and a macro, and targets as they stand in a BUILD file."""

load("@bazel_skylib//lib:paths.bzl", "paths", join = "path_join")
load(":providers.bzl", "Info")

DEFAULT_COPTS = ["-Wall", "-O2"]

def _impl(ctx, *, strict = True):
    """Compiles."""

    def helper(path):
        return paths.join(path, "x")

    return [Info(files = [helper(f) for f in ctx.files.srcs])]

my_rule = rule(
    implementation = _impl,
    attrs = {"srcs": attr.label_list()},
)

cc_library(
    name = "core",
    srcs = glob(["*.c"]),
    deps = ["//base"],
)

[cc_test(name = "test_" + t) for t in TESTS]

cc_binary(name = "app", deps = [":core"])
