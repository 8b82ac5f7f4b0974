{-# LANGUAGE GADTs #-}
module Data.Sample
  ( add
  , Shape (..)
  ) where

import Data.List (sort)
import qualified Data.Map.Strict as M

-- | The limit. More.
limit :: Int
limit = 10

-- | A shape.
data Shape a
  = Circle { radius :: Double, tag :: a }
  | Square Double
  deriving (Show, Eq)

newtype Wrapper a = Wrapper { unwrap :: a }

type Name = String

data Expr a where
  IntE :: Int -> Expr Int
  BoolE :: Bool -> Expr Bool

-- | Things with an area.
class Show a => HasArea a where
  area :: a -> Double
  area _ = 0

instance HasArea (Shape b) where
  area (Circle r _) = r
  area (Square s) = s

-- | Adds. More.
add :: Int -> Int -> Int
add 0 y = y
add x y = go x
  where
    go n = n + y

(<+>) :: Int -> Int -> Int
a <+> b = a + b

type family Elem c
foreign import ccall "math.h sin" c_sin :: Double -> Double

main :: IO ()
main = do
  let local z = z * 2
  print (add (local 1) 2)

(smallest, largest) = (1, 9)

pattern Pair a b = (a, b)
pattern x :> y <- (x, y)
