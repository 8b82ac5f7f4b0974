<?php
use App\Store;
use function App\keep;
$s = new Store();
keep($s, "keep");
function other(Store $x) { return $x->keep(2); }
