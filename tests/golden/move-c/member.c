#include "member.h"

int apart_of_it = 1;

int reads_apart(void) { return apart_of_it; }
