<?php
require 'src/model.php';
require 'src/money.php';

use App\Model\Price as P;
use App\Model\Shop;

echo (new P(5))->text(), Shop::sell(2), \App\Money\sign(), "\n";
