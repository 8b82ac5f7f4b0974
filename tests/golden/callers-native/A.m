@implementation A
- (void)setTitle:(NSString *)t { }
@end
