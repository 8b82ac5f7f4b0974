extension type UserId(int value) implements Object {
  UserId.zero() : value = 0;
  bool get isValid => value > 0;
  void log() => print(value);
}

extension type const Name._(String text) {}

sealed class Shape {}
base class Circle extends Shape {
  final double r;
  Circle(this.r);
}
interface class Drawable {}
final class Square extends Shape {}
abstract interface class Both {}
mixin class Loud {}
base mixin Quiet {}

(int, {String name}) pair() => (1, name: 'a');

double area(Shape shape) => switch (shape) {
  Circle(:final r) when r > 0 => r * r,
  Circle() => 0,
  _ => 1,
};

void use(UserId id) {
  final (count, name: label) = pair();
  if (id case UserId(value: > 1)) id.log();
  var list = [1, ?maybe(), ...?null];
  print(1_000);
}

int? maybe() => null;

class After {
  void z() {}
}
