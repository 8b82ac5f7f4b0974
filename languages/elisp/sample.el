;;; sample.el --- a sample  -*- lexical-binding: t -*-

(require 'cl-lib)
(require 'subr-x)

;; The limit. More.
(defvar sample-limit 10 "The limit.")
(defconst sample-max 3)
(defcustom sample-name "x"
  "The name."
  :type 'string)
(defgroup sample nil "A group.")
(defface sample-face '((t nil)) "A face.")

;; Adds. More.
(defun sample-add (x y &optional z)
  "Add X and Y."
  (interactive)
  (let ((inner (lambda (w) (* w 2))))
    (+ (funcall inner x) y)))

(defsubst sample-fast (x) x)
(defmacro sample-twice (form) `(progn ,form ,form))
(cl-defun sample-cl (&key a) a)
(cl-defstruct sample-point x y)
(define-derived-mode sample-mode prog-mode "Sample" "A mode.")
(define-minor-mode sample-minor-mode "Minor.")
(defalias 'sample-plus 'sample-add)

(provide 'sample)
