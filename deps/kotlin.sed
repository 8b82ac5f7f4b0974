# A member before the `}` of its class on the same line needs no semicolon: `class A { fun f() {} }`.
/if (!saw_newline) {/ a\
            if (lexer->lookahead == '}' && valid_symbols[CLASS_MEMBER_SEMI]) { \
                lexer->result_symbol = CLASS_MEMBER_SEMI; \
                return true; \
            }
