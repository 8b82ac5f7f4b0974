(ns m.core-test
  (:require [clojure.test :refer [deftest is testing]]
            [m.core :refer [core]]))
(deftest adds
  (is (= 2 (core 1))))
(deftest again
  (testing "x" (is (= 3 (core 2)))))
(deftest none
  (is true))
