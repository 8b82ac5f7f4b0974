use work.m.all;
entity tb_m is
end entity;
architecture a of tb_m is
begin
  main : process
  begin
    assert core(1) = 2;
    wait;
  end process;
end architecture;
