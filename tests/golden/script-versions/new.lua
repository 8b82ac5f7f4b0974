global <const> *
global function shared(...args) return args end
global counter <const> = 1
local M = {}
function M.run() return shared(counter) end
return M
