require 'json'
require_relative './x'
module M
class A < Base::B
  include Comparable, N::C
  attr_accessor :x
  K = Foo.new(1)
  def initialize(db, n = 3, *args, key:, **kw, &blk)
    super(db)
    @db = db
    @pool = Pool.new(db)
    self.y = Q.new
  end
  def run(x)
    u = @db.users.find(x.id).first
    f = Foo.new 1
    items.each { |it| it.save }
    items.map(&:name).each do |a, b| a.go(b) end
    x&.go; helper; helper2(1); self.do_it!; method(:compare); M::B.call(x)
    begin; rescue IOError => e; e.print; end
    f.bar(*args)
    for q in items do q.z end
    return y.w if yield(x)
  end
  def self.make = new(1)
end
end
