(defproject m "0")
