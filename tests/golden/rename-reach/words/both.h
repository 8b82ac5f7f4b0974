#ifdef __cplusplus
extern "C" {
#endif
int make_it(int x);
#ifdef __cplusplus
}
#endif
