void f(A *a) { a.title = @"x"; }
