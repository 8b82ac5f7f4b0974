#include "f.h"
