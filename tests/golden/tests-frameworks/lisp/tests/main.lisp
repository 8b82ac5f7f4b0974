(defpackage :m-tests (:use :cl :m :fiveam))
(in-package :m-tests)
(def-suite all)
(in-suite all)
(test core-adds
  (is (= 2 (core 1))))
(test other
  (is (= 3 (core 2))))
