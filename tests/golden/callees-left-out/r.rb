class R
  def hi; 1; end
  def dyn(n); send(n); end
  def each; yield 1; end
  def ok(x); hi; puts x; end
end
