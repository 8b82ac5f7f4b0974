(ns m.core)
(defn core [a] (+ a 1))
