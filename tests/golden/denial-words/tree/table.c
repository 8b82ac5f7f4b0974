int run_get(void)
{
    return 1;
}

int run_lost(void)
{
    return 2;
}

/* run_talked of is only talked of here */
int run_talked(void)
{
    return 3;
}
