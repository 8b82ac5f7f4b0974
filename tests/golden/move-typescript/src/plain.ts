var global = 1;
