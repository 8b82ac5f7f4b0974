library sample;

import 'dart:async';
import 'package:flutter/material.dart' as m show Widget;
export 'other.dart';
part 'part.dart';

const limit = 10;
final List<String> names = ['a'];
var counter = 0, second = 1;
typedef Handler = void Function(int);

/// An animal. More.
@immutable
abstract class Animal<T> extends Base with Mixin implements Runnable {
  static const int max = 3;
  final String name;
  late int? age;

  const Animal(this.name, {this.age = 1});
  Animal.named(String n) : name = n, super();
  factory Animal.create() => Dog();

  String get title => name;
  set title(String v) {}

  @override
  Future<void> run(int x, {required String label}) async {
    int inner(int y) => y;
    final f = (int z) => z * 2;
    var g = (int z) {
      return z * 3;
    };
    inner(f(g(1)));
  }

  void stop();
  static Animal make() => Dog();
  Animal operator +(Animal other) => this;
}

mixin Walker on Animal {
  void walk() {}
}

extension Shout on String {
  String shout() => toUpperCase();
}

enum Color { red, green, blue }

enum Rich {
  one(1),
  two(2);

  final int n;
  const Rich(this.n);
  int twice() => n * 2;
}

int top(int a, [int b = 2]) {
  return a + b;
}

void main() => print(top(1));
