@implementation A
#ifdef X
- (void)d {
#else
- (void)e {
#endif
}
@end
