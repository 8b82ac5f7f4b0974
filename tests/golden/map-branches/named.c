static int
#if defined(A)
name_a
#else
name_c
#endif
(int x)
{
  return x;
}
