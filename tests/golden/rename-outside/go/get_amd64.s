TEXT ·getSeed(SB),4,$0-8
	MOVQ ·seed(SB), AX
	MOVQ AX, ret+0(FP)
	RET
