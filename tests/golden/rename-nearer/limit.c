#define limit 5

struct range {
    int max;
};

int top(struct range *r)
{
    return r->max + limit;
}
