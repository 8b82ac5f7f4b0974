<?php
class Crate {
  public function __construct(public int $size, private $title = "x") { $this->extra = $size; }
  function grow() { $this->size++; return $this->title . $this->size . $this->extra; }
}
$c = new Crate(size: 3);
$c->size = 4;
echo $c->grow(), $c->size, "{$c->size}", "\n";
