(defpackage :m (:use :cl) (:export #:core))
(in-package :m)
(defun core (a) (+ a 1))
