#lang racket
(provide core)
(define (core a) (+ a 1))
(module+ test (require rackunit)
 (test-case "one" (check-equal? (core 1) 2))
 (check-equal? (core 1) 2))
