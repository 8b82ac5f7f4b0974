class Foo; end
puts Foo.new.class
