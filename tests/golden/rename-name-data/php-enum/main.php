<?php
enum Suit { case Hearts; case Spades; }
$s = Suit::Hearts;
echo $s->name, "\n";
