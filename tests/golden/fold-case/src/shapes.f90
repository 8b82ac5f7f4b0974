module shapes
contains
  subroutine Area(x)
    real :: x
    call HELPER(x)
  end subroutine
  subroutine helper(x)
    real :: x
  end subroutine
end module
