HEAD = "h"
