(defun core (a) (+ a 1))
(provide 'm)
