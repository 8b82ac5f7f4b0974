function Twice(x)
  return x
end
