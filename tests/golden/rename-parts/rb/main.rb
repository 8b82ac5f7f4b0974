require_relative "c"
puts Cart.new.show
