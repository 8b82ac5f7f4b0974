<?php
namespace App;
interface Keeper { public function keep(int $v): bool; }
class Store implements Keeper {
    private array $keep = [];
    public function keep(int $v): bool { $this->keep[] = $v; return true; }
    public static function make(): self { return new Store(); }
}
function keep(Store $s, $keep) { return $s->keep($keep) && Store::make()->keep(1); } // keep it
