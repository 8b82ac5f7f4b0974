// Shapes in Objective-C.
#import <Foundation/Foundation.h>
#import "Shape.h"
@import UIKit;

@class Canvas;
@protocol Observer;

NS_ASSUME_NONNULL_BEGIN

typedef NS_ENUM(NSInteger, Color) {
    ColorRed,
    ColorGreen = 3,
};

typedef void (^Completion)(BOOL done);

extern NSString *const ShapeErrorDomain;

#define MAX_RADIUS 10.0

/// Anything with an area.
@protocol Measurable <NSObject>
@required
- (double)area;
@optional
@property (nonatomic, readonly) NSString *label;
@end

/** A circle. Immutable. */
@interface Circle : NSObject <Measurable, NSCopying> {
    double _radius;
@private
    int _generation;
}

@property (nonatomic, copy) NSArray<NSString *> *names;
@property (nonatomic, copy, nullable) void (^handler)(int code);
- (instancetype)initWithRadius:(double)radius name:(nullable NSString *)name;
+ (Circle *)unit;

@end

@interface Circle (Growing)
- (void)growBy:(double)factor;
@end

NS_ASSUME_NONNULL_END

@implementation Circle

@synthesize names = _names;
static int counter = 0;

// Makes a circle.
- (instancetype)initWithRadius:(double)radius name:(NSString *)name
{
    if ((self = [super init])) {
        _radius = radius;
        [self addObserver:self forKeyPath:@"radius"];
        [[NSNotificationCenter defaultCenter] postNotificationName:name object:nil];
    }
    return self;
}

+ (Circle *)unit
{
    return [[Circle alloc] initWithRadius:1.0 name:@"unit"];
}

static double square(double value)
{
    return value * value;
}

- (double)area
{
    return M_PI * square(_radius);
}

@end

int main(int argc, const char *argv[])
{
    @autoreleasepool {
        NSLog(@"%f", [[Circle unit] area]);
    }
    return 0;
}
