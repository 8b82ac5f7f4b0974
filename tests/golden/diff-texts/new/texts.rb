def pattern(x)
  x =~ /a b/
end

def here
  <<~TEXT
    one
  TEXT  
end

def spaced(x)
  x + 1
end
