<?php
function core(int $a): int { return $a + 1; }
