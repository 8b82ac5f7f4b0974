# find_possible_compiler_directive(): a word that has matched whole is compared no further. A zero byte, or
# the end of the file, equals the zero that ends the word, and the next byte compared lay behind it.
/expected_char == '\\0'/,/}/ s/lexer->mark_end(lexer);/& possible_directives[dir_idx] = false; continue;/
# eat_operators(): most calls see a character that begins none, and need not compare all of them.
/bool possible_operators\[OPERATOR_COUNT\];/ i\
    if (!prior_char && lexer->lookahead > 0 && lexer->lookahead < 0x80 && \
        !strchr("-.&|?=+!%<>^~*/acdertw", lexer->lookahead)) \
        return false;
