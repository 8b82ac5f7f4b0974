static inline int pick(int a) { return a; }
