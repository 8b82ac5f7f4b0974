using namespace System.IO
using module ./Other.psm1

param(
    [string]$Name = "x"
)

$Limit = 10
$script:Counter = 0

<#
.SYNOPSIS
Gets a thing. More.
#>
function Get-Thing {
    [CmdletBinding()]
    param([string]$Path, [int]$Depth = 1)
    begin { }
    process {
        function Inner-One { 1 }
        Get-ChildItem $Path
    }
}

function Add($a, $b) { return $a + $b }

filter Select-Even { if ($_ % 2 -eq 0) { $_ } }

class Animal : Base {
    [string]$Name
    hidden static [int]$Count = 0

    Animal([string]$name) {
        $this.Name = $name
    }

    [void] Speak([int]$times) {
        Write-Host $this.Name
    }

    static [Animal] Create() { return [Animal]::new("x") }
}

enum Color {
    Red = 1
    Green
}

Get-Thing -Path "."
