enum { VALUE = 1 };
