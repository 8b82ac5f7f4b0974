<?php
require "r.php";
$k = "csv";
$c = ucfirst($k) . "Reader";
echo (new $c)->n, "\n";
