#include "q.h"
