<?php
namespace App\Model;

class Price
{
    private $n;

    public function __construct(int $n)
    {
        $this->n = $n;
    }

    public function text(): string
    {
        return sprintf('%d%s', $this->n, Unit::SIGN);
    }
}

class Unit
{
    const SIGN = 'E';
}

class Shop
{
    public static function sell(int $n): string
    {
        return (new Price($n * 10))->text();
    }
}
