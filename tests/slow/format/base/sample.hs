module A (f, g) where
import qualified Data.Map as M
data T = A { x :: Int, y :: Int }
       | B
  deriving (Show, Eq)
class C a where
  m :: a -> Int
  m _ = 1
f :: Int -> Int
f n | n > 1 = n
    | otherwise = case n of
        1 -> 2
        _ -> let a = 1
                 b = 2
             in a + b
  where z = 3
g x = do
  y <- x
  let k = 1
  if y then return k
    else return 2
h = (- 1) + f -1
i = M.map f . g
j = "a\
    \b"
k = [x | x <- [1 .. 3], x>1]
