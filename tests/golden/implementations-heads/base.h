#pragma once
struct Node { virtual int eval() const { return 0; } virtual ~Node() = default; };
template <class T> struct Tagged : T { int tag = 0; };
using Base = Node;
typedef Base OldBase;
template <class T> using Both = Tagged<T>;
#define IMPLEMENTS(x) : public x
