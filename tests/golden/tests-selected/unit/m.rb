def core(a) = a + 1
module M; def self.core2(a) = core(a); end
