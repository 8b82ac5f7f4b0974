#include "area.h"
int total;
int area(int w, int h)
{
	return w * h;
}
