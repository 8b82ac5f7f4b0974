<html>
  <b><?= $x ?></b>
<?php
use C\{D, E as F};
abstract class G extends H implements I
{
    use J;
    private ?int $x = 1;
    const Y = 'a  b';
    public function f(int $a, string ...$b): ?array
    {
        if ($a) return [1, 2];
        foreach ($b as $k => $v) { $a .= "x $v  y" . 1; }
        $t = <<<T
          one
            two $a
          T;
        $f = fn($q) => $q ** 2;
        echo $a, $b; // end ?>
text   here
<?php
        return match(true) { $a => [1,], default => null };
    }
    abstract function g();
}
?>
done
  <i>it</i>
