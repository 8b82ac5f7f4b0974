<?php
namespace App\X;
use A\B as C, D\E;
use function F\g;
use G\{H, I as J};
require_once 'x.php';
#[Route("/x")]
class A extends Base implements I, \Q\J {
  use T1, T2;
  private ?Foo $foo; public static Bar $bar; const K = 3;
  public function __construct(private Db $db, ?Log $log = null, string ...$names) { parent::__construct($db); $this->pool = new Pool($db); $this->x = $db->get(); }
  public function run(Foo|null $x, array $items): ?Foo {
    $u = $this->db->users()->find($x->id);
    $f = new Foo(1); $v = Foo::make(2); $w = g($x);
    foreach ($items as $k => $it) { $it->save(); }
    try {} catch (IOE | E2 $e) { $e->print(); }
    array_map(fn($i) => $i->name(), $items); array_map('helper', $items);
    usort($items, [$this, 'cmp']); $cb = $this->foo(...);
    static::st(); self::sf(); $this?->q(); ($x)->r(); new class { function z() {} };
    call_user_func($cb, ...$items);
    return $x instanceof Bar ? $x->b() : null;
  }
}
$top = new Foo();
function fr(Foo $a): static { return $a->b(); }
