template <int N, bool B = N < 10 struct Broken;
int lost();
