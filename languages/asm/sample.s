# Adds two numbers.
#include <linux/linkage.h>
	.include "macros.inc"
	.equ	SIZE, 64
LIMIT = 10
	.section .text
	.globl	add
	.type	add, @function
add:
	movl	%edi, %eax
.L1:
	addl	%esi, %eax
1:	jmp 1b
	ret

/* Doubles.
not_a_label: */
double: lea (%rdi,%rdi), %rax   # trailing: comment
	ret

.macro push_all first, second
	push \first
inside:
.endm

SYM_FUNC_START(copy_page)
	rep movsq
	RET
SYM_FUNC_END(copy_page)

	.data
message:
	.asciz "text: here"
