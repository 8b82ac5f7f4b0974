(defpackage :sample
  (:use :cl)
  (:export #:add))

(in-package :sample)

;; The limit. More.
(defparameter *limit* 10)
(defvar *counter* 0 "A counter.")
(defconstant +max+ 3)

(defstruct point x y)

(defclass animal (base)
  ((name :initarg :name)
   (age :initform 1)))

(defgeneric speak (animal))

;; Adds. More.
(defun add (x y &optional (z 1))
  "Adds numbers."
  (flet ((inner (w) (* w 2)))
    (+ (inner x) y z)))

(defmethod speak ((a animal))
  (format t "~a" (slot-value a 'name)))

(defmacro twice (form)
  `(progn ,form ,form))
