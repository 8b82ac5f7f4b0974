/* A string, not code: the file begins a raw string. */
const char *shader =
#include "shader.glsl.txt"
;
