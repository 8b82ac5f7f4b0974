package m is
  function core(a : integer) return integer;
end package;
package body m is
  function core(a : integer) return integer is
  begin
    return a + 1;
  end function;
end package body;
