<?php
require_once __DIR__ . '/../src/m.php';
class MTest extends PHPUnit\Framework\TestCase
{
    public function testAdds(): void { $this->assertSame(2, core(1)); }
    private function testOwn(): void { core(1); }
}
class OtherTest extends PHPUnit\Framework\TestCase
{
    public function testOther(): void { $this->assertSame(2, core(1)); }
}
