module M
export core
core(a) = a + 1
end
