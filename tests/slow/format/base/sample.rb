require 'set'
X = %w[a b
  c]
Y = "a  b" 'c'
module M
  class A < Struct.new(:a, :b)
    attr_reader :x, :y
    def initialize(a, b = 1, *rest, k: 2, **o, &blk)
      @x = a
      puts a, b
      foo -1
      foo - 1
      foo [1]
      foo[1]
      puts (1 + 2).abs
      return if a
      x = a ?1:2
      y = if b then 1 else 2 end
      [1, 2].map do |v| v + 1 end
        .select { |v| v > 1 }
      a
        .b
      a +
        b
      a
      +b
      raise
      'text'
    end
    def ==(o) = o.x == x
    def text = <<~T
      one
        two
    T
  end
end
while true do break end
begin; p 1; rescue => e; retry; ensure; nil; end
unless X then p 2 end
