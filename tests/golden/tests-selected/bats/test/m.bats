setup() { source ./m.sh; }
@test "adds (a) [b] $x" {
  run core 1
  [ "$output" = 2 ]
}
@test "it's a.b*c?" {
  run core 1
}
@test 'single "q"' { run core 1; }
@test "skipped" {
  skip "x"
  core 1
}
