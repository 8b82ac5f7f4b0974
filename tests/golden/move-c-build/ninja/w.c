#include "g.h"
