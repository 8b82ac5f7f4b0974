! Tools for shapes.
module shapes
  use iso_fortran_env, only: real64
  use, intrinsic :: iso_c_binding
  implicit none
  real(real64), parameter :: pi = 3.14159_real64, tau = 2 * pi
  integer, private :: counter = 0

  type, abstract :: shape
    character(len=:), allocatable :: name
    integer :: sides(3), id
  contains
    procedure(area_of), deferred :: area
    procedure :: show => show_shape
    generic :: operator(+) => plus_one, plus_two
    generic, public :: join => join_one, join_two
  end type shape

  type, extends(shape) :: circle
    real(real64) :: radius
  end type

  abstract interface
    function area_of(self) result(a)
      import :: shape, real64
      class(shape), intent(in) :: self
      real(real64) :: a
    end function
  end interface

  interface operator(+)
    module procedure add_shapes
  end interface

  enum, bind(c)
    enumerator :: red = 1, green
    enumerator blue
  end enum

  enum, bind(c) :: level
    enumerator :: low
  end enum

  structure /point/
    real :: x, y
  end structure

contains

  ! Its area.
  pure elemental real(real64) function circle_area(self) result(a)
    class(circle), intent(in) :: self
    type(circle) :: other
    if (self%radius > 0) then
      a = pi * self%radius**2
    end if
  end function circle_area

  subroutine show_shape(self, &
                        verbose)   ! two lines
    class(shape), intent(in) :: self
    logical, intent(in) :: verbose
    print *, 'end subroutine', self%name
    select type (self)
    type is (circle)
    end select
    block
    end block
  contains
    subroutine inner()
    end subroutine
  end subroutine show_shape

end module shapes

program main
  use shapes
  integer :: local
  include 'common.inc'
  call run()
end program main
