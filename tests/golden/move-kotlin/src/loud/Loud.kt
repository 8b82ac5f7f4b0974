package loud

fun loudness(s: String) = s.length
