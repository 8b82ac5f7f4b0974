subroutine calc(x) bind(C, name="calc_c")
  integer :: x
  x = 1
end subroutine
