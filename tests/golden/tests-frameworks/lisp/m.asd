(asdf:defsystem "m" :components ((:file "m")))
