/* Answers one. */
int one(void)
{
    return 1;
}

/* Answers two. */
int two(void)
{
    return 2;
}
