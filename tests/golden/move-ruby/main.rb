require_relative 'lib/shapes'
puts Geo::Square.new(3).area, Geo::Square::SIDES, Geo.all
