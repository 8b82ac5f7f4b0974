#import <XCTest/XCTest.h>
#import "../M.h"
@interface T : XCTestCase
@end
@implementation T
- (void)testAdds { XCTAssertEqual(core(1), 2); }
- (void)helper { core(1); }
@end
