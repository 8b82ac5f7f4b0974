function Get-Core($a) { $a + 1 }
