BeforeAll { Import-Module ./M.psm1 }
Describe "core" {
  It "adds" { Get-Core 1 | Should -Be 2 }
  It "again" { Get-Core 2 | Should -Be 3 }
}
