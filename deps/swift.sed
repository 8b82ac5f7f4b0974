# find_possible_compiler_directive(): a word that has matched whole is compared no further. A zero byte, or
# the end of the file, equals the zero that ends the word, and the next byte compared lay behind it.
/expected_char == '\\0'/,/}/ s/lexer->mark_end(lexer);/& possible_directives[dir_idx] = false; continue;/
