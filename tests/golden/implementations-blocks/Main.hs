{-# LANGUAGE DeriveAnyClass, DerivingStrategies, DerivingVia, StandaloneDeriving, GeneralizedNewtypeDeriving #-}
module Main where
class Pretty a where
  pretty :: a -> String
  pretty _ = "?"
data Red = Red deriving anyclass Pretty
data Blue = Blue deriving stock Show deriving anyclass (Pretty)
newtype Wrap = Wrap Red deriving newtype Pretty
newtype Via = Via Int deriving Pretty via Red'
newtype Red' = Red' Int
instance Pretty Red' where pretty _ = "r"
data Lone = Lone
deriving anyclass instance Pretty Lone
instance Pretty a => Pretty [a] where
  pretty = concatMap pretty
{- instance Pretty Ghost where {- nested -} pretty _ = "g" -}
main :: IO ()
main = putStrLn (pretty Red ++ pretty Blue ++ pretty (Wrap Red) ++ pretty (Via 1) ++ pretty Lone ++ pretty [Red' 1])
