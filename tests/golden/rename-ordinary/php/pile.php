<?php
class Pile {
    public function count(): int { return 3; }
}
$pile = new Pile();
echo $pile->count(), "\n";
