<?php
namespace App\Money;

function sign(): string
{
    return 'EUR';
}

function base(): string
{
    return __DIR__;
}
