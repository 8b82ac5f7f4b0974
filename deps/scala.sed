# scan(): one line end before a { ends no statement (Scala 2, 1.2 Newline Characters): class A extends B
# with C, and its body from the next line on.
/^    if (lexer->lookahead == '\.') {$/ i\
    if (newline_count == 1 && lexer->lookahead == '{') \
      return false;\

