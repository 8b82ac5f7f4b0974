local Vector = {}
Vector.__index = Vector
function Vector.__add(a, b) return a end
return Vector
