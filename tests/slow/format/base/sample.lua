local a, b = 1, 2
local t = { 1, 2; x = 3, ['y z'] = 4, f = function(self) return self end, }
local s = "a  b" .. [[one
  two]] .. 'c\z
   d'
function t.g(x, ...)
  if x then return x end
  for i = 1, 3 do a = a + i end
  while a < b do break end
  repeat a = a - 1 until a == 0
  local y = a - - b
  local f = t.f
  ;(f or t.g)(x)
  goto done
  ::done::
  return - -y
end
t:f()
a = b
print(a)
return a
