import "forge-std/Test.sol";
import "../src/M.sol";
contract MTest is Test {
  M m;
  function setUp() public { m = new M(); }
  function test_adds() public { assertEq(m.core(1), 2); }
  function testFuzz_adds(uint x) public { m.core(x); }
  function helper() public { m.core(1); }
  function invariant_a() public { m.core(1); }
}
