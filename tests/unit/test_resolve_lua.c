/* Lua: tables of a file, what `require` gives, `self`. */
#include "edge_case.h"

static void write_orders(void)
{
    write_file("lib/orders.lua", "local M = {}\nfunction M.fetch(x) return x end\n"
                                 "function M.again(a) return M.fetch(a) end\n"
                                 "local function loose() return M.fetch(2) end\n"
                                 "M.assigned = function(x) return x end\n"
                                 "function M:method(x) return self:other(x) end\n"
                                 "function M:other(x) return M.assigned(x) end\nreturn M\n");
    write_file("other.lua", "local M = {}\nfunction M.fetch(x) return x + 1 end\n"
                            "function M.x() return M.fetch(1) end\nreturn M\n");
}

TEST(lua_calls_through_the_file_s_own_table)
{
    write_orders();
    write_file("lit.lua", "local function helper() return 1 end\n"
                          "local api = { run = function() return helper() end }\n"
                          "function api.go() api.run() end\n"
                          "local H = { deep = {} }\nfunction H.deep.call() end\n"
                          "function H.use() H.deep.call() end\nreturn { go = api.go }\n");
    expect_edges(EDGES("lib/orders.lua:M.again -> lib/orders.lua:M.fetch likely",
                       "lib/orders.lua:loose -> lib/orders.lua:M.fetch likely",
                       "lib/orders.lua:M.method -> lib/orders.lua:M.other likely",
                       "lib/orders.lua:M.other -> lib/orders.lua:M.assigned likely",
                       "other.lua:M.x -> other.lua:M.fetch likely",
                       "lit.lua:api.go -> lit.lua:api.run likely",
                       "lit.lua:H.use -> lit.lua:H.deep.call likely"),
                 EDGES("orders.lua:M.again -> other.lua", "ambiguous"));
}

TEST(lua_calls_what_require_gave)
{
    write_orders();
    write_file("whole.lua", "return require(\"lib.orders\")\n");
    write_file("main.lua", "local it = require(\"lib.orders\")\nlocal by = require \"whole\"\n"
                           "local fetch <const> = require('lib.orders').fetch\n"
                           "local function a() it.fetch(1) end\nlocal function b() by.again() end\n"
                           "local function c() fetch(1) end\n"
                           "local function d(it) for by in it() do by() end end\n"
                           "local out = require('socket.http')\n"
                           "local function e() out.get() it.missing() end\n");
    expect_edges(EDGES("main.lua:a -> lib/orders.lua:M.fetch likely",
                       "main.lua:b -> lib/orders.lua:M.again likely",
                       "main.lua:c -> lib/orders.lua:M.fetch likely"),
                 EDGES("main.lua:a -> other.lua", "main.lua:d", "missing"));
}

TEST(lua_self_is_the_table_of_the_function)
{
    write_file(
        "acc.lua",
        "local Account = {}\nAccount.__index = Account\n"
        "function Account.new(b)\n  local self = setmetatable({}, Account)\n"
        "  self:deposit(1)\n  return self\nend\nfunction Account:deposit(v) end\n"
        "local Special = setmetatable({}, { __index = Account })\n"
        "function Special:extra() self:deposit(3) self:own() end\nfunction Special:own() end\n"
        "local Far = {}\nfunction Far:own() end\nreturn Account\n");
    write_file("far.lua", "local Queue = {}\nfunction Queue:deposit() end\nreturn Queue\n");
    expect_edges(EDGES("acc.lua:Account.new -> acc.lua:Account.deposit likely",
                       "acc.lua:Special.extra -> acc.lua:Account.deposit likely",
                       "acc.lua:Special.extra -> acc.lua:Special.own likely"),
                 EDGES("far.lua:Queue", "Far.own", "ambiguous"));
}

TEST(lua_functions_named_as_values)
{
    write_orders();
    write_file("use.lua", "local it = require('lib.orders')\nlocal function cb() end\n"
                          "local function a() pcall(it.fetch, 1) on('x', cb) end\n"
                          "local t = { run = cb, get = it.again }\n"
                          "local function b(cb) on(cb) end\n"
                          "local function c() local cb = 1 on(cb) end\n");
    Str uses = edges_of_kind(REFERENCE_USE);
    EXPECT(has_line(uses, "use.lua:a -> lib/orders.lua:M.fetch likely"));
    EXPECT(has_line(uses, "use.lua:a -> use.lua:cb"));
    EXPECT(str_find(uses, STR("lib/orders.lua:M.again likely")) != STR_NONE);
    EXPECT(str_find(uses, STR("use.lua:b ->")) == STR_NONE);
    EXPECT(str_find(uses, STR("use.lua:c ->")) == STR_NONE);
}
