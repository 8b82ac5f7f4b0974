proc one() = discard
