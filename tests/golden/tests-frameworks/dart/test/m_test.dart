import 'package:test/test.dart';
import 'package:m/m.dart';
void main() {
  test('one', () { expect(core(1), 2); });
  group('g', () { test('two', () { core(1); }); });
  testWidgets('three', (tester) async { core(1); });
}
