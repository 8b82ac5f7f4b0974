namespace bank {
class Money {
    long cents;
public:
    explicit Money(long c) : cents(c) {}
    friend Money merge(const Money &a, const Money &b);
};
inline Money merge(const Money &a, const Money &b) { return Money(a.cents + b.cents); }
}
inline int merge(int a, int b) { return a * 10 + b; }
