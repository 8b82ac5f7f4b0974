{-# LANGUAGE CPP #-}
module B where
#if defined(X)
import Y
one :: Int
one = 1
#elif Z
mid = 3
#else
import W
two :: Int
two = 2
#endif
three = two
