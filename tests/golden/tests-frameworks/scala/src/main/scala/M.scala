object M { def core(a: Int): Int = a + 1 }
