class_name M
static func core(a):
	return a + 1
