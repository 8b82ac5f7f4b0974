  call outer_sym
