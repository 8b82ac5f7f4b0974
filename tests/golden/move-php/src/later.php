<?php
namespace App\Model;

class Deal extends Shop
{
}

function twice(int $n): int
{
    return 2 * $n;
}
