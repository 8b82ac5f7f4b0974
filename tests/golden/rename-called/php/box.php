<?php
class Box {
    public function __SERIALIZE(): array { return []; }
}
