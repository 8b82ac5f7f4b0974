program a
  implicit none
  integer :: i, j
  character(len=8) :: s = 'a  b'
  do i = 1, 3
    if (i > 1) j = 2
    j = i + &
        1
    write(*,*) i, j
  end do
  if (j == 1) then
    j = 3; i = 4
  else
    call f(j)
  end if
contains
  subroutine f(x)
    integer, intent(in) :: x
    print *, x
  end subroutine f
end program a
