int twice(int n)
{
    return 2 * n;
}

static int gr\u00f6\u00dfe(void)
{
    return 4;
}

static int lonely(void)
{
    return 5;
}

static int split(void)
{
    return 6;
}

int run(void)
{
    return gr\u00f6\u00dfe() + tw\
ice(2) + spl\
it();
}
