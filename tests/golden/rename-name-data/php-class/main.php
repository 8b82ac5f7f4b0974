<?php
class Foo {}
echo Foo::class, get_class(new Foo), "\n";
