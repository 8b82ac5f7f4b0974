<?php
class Pair {
    function offsetGet($at) { return $at; }
    function __toString() { return "pair"; }
}
