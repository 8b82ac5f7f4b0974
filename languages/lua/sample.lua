-- Everything the Lua rules know.
local json = require("json")
local util = require "util.strings"

-- The limit.
local LIMIT = 10
local a, b = 1, 2
GLOBAL = true
local undefined

-- A module. More.
local M = {}

M.version = "1.0"

-- Adds.
local function add(x, y)
  local function inner(z)
    return z
  end
  return inner(x) + y
end

function M.create(name, ...)
  return setmetatable({ name = name }, M)
end

function M:speak(loud)
  print(self.name, loud)
end

M.handler = function(event)
  add(1, 2)
end

local callback = function(x) return x end

local object = {
  size = 3,
  run = function(self, n)
    return n
  end,
  ["on error"] = function(self, err)
    return err
  end,
  ["level"] = 2,
}

function global_one() end

return M
