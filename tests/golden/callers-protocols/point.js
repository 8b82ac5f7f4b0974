class Point {
    toJSON() { return {}; }
}
module.exports = Point;
