extends GutTest
func test_adds():
	assert_eq(M.core(1), 2)
func helper():
	M.core(1)
