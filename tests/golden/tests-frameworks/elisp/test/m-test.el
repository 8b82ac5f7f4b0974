(require 'ert)
(require 'm)
(ert-deftest m-adds () (should (= 2 (core 1))))
(describe "core" (it "adds" (expect (core 1) :to-equal 2)))
