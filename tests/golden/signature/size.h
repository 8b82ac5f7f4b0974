int area(int width, int height, int unit);
