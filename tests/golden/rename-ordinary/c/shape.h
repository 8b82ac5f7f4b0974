enum mode { MODE_PLAIN, MODE_BOLD };
struct box { int width; int height; };
struct pipe { int width; };
typedef struct box Box;
