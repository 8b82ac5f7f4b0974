#!/usr/bin/guile
;; Squares.
(define-module (math square)
  #:export (square))
(define (square x) (* x x))
(define pi 3.14159)
#| (define (commented) 1) |#
(define-syntax swap!
  (syntax-rules () ((_ a b) (let ((t a)) (set! a b) (set! b t)))))
(define-record-type point
  (make-point x y)
  point?
  (x point-x))
(define ((curried a) b) #\( (+ a b))
(let ()
  (define (inner y) "(" y))
