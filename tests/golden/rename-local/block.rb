def block(all)
  total = 0
  all.each { |v; w| w = v; total += w }
  "#{total}"
end
def total = 9
