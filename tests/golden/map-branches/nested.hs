{- {- nested -} dead = 1 -}
module A where
one = 1
