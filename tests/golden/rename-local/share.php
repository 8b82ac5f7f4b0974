<?php
function share() {
  $x = 1;
  $f = function ($y) use ($x) { return $x + $y; };
  $g = function () { $x = 5; return $x; };
  return "$x {$f(1)}" . (fn($z) => $z + $x)(2);
}
