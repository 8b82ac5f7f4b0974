#ifndef M_H
#define M_H

int run(int n);

#endif
