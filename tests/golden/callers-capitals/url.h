struct URL { int m(); URL(int); static int s(); };
