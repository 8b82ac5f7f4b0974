<?php
trait Greets {
    public function hi() { return 1; }
}
class Page {
    use Greets { hi as protected traitHi; }
}
