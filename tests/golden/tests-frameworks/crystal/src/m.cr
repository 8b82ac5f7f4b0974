def core(a)
  a + 1
end
