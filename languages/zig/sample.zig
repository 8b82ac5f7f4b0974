//! Everything the Zig rules know.
const std = @import("std");
const helper = @import("helper.zig");

/// The limit.
pub const limit: usize = 10;
var counter: u32 = 0;

/// A point. More.
pub const Point = struct {
    x: f64,
    y: f64 = 0,

    pub const origin = Point{ .x = 0 };

    pub fn init(x: f64, y: f64) Point {
        return .{ .x = x, .y = y };
    }

    fn length(self: Point) f64 {
        return @sqrt(self.x);
    }
};

const Color = enum(u8) {
    red,
    green = 2,

    pub fn next(self: Color) Color {
        return self;
    }
};

const Value = union(enum) {
    int: i64,
    text: []const u8,
};

const Failure = error{ NotFound, Denied };

pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        pub fn append(self: *@This(), item: T) !void {
            _ = self;
            _ = item;
        }
    };
}

extern "c" fn abs(n: c_int) c_int;

pub fn main() !void {
    const p = Point.init(1, 2);
    std.debug.print("{}", .{p.length()});
}

test "addition" {
    try std.testing.expect(1 + 1 == 2);
}
