program main
  use SHAPES
  CALL area(1.0)
end program
