contract M {
  function core(uint a) public pure returns (uint) { return a + 1; }
}
