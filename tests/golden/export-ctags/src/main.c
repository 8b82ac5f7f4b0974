struct point { int x; };

static int
sum(const struct point *a, int n) /* \ and $ */
{
	return a->x + n;
}

int main(void)
{
	struct point p = {1};
	return sum(&p, 2);
}
#define LAST(a) (a)  /* a very long line that is cut because patterns are at most 96 bytes: ööööö */
