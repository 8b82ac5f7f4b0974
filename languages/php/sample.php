<?php

declare(strict_types=1);

namespace App\Service;

use App\Model\User;
use Psr\Log\{LoggerInterface, NullLogger as Quiet};
use function App\helper;

require_once __DIR__ . '/boot.php';
include 'other.php';

const LIMIT = 10, SECOND = 2;
define('THIRD', 3);

$config = ['a' => 1];
$double = function (int $x) use ($config): int { return $x * 2; };
$triple = fn(int $x): int => $x * 3;

/**
 * Sends mail. More.
 *
 * @package App
 */
#[Attribute]
abstract class Mailer extends Base implements Sender, \Countable
{
    use Logs, Retries;

    public const MAX = 3;
    private static ?string $name = null;
    protected int $a, $b = 2;

    /** Makes one. */
    public function __construct(private LoggerInterface $logger, public readonly int $size = 1)
    {
        $local = 1;
    }

    #[Route('/send')]
    final public static function send(
        string $to,
        ?array $options = [], // rest
    ): bool {
        helper($to);
        return self::send($to) && $this->logger->info('x');
    }

    abstract protected function &deliver(User|null $user): static;
}

class Hooked
{
    public string $name {
        get { return $this->first; }
        set(string $value) { $this->first = $value; }
    }
    public string $short { get => strtoupper($this->name); }
    public int $double = 5 { set => $value * 2; }

    public function __construct(
        public string $first { set { $this->first = trim($value); } },
        private int $second = 1,
    ) {}

    public function last(): void {}
}

interface Sender
{
    const X = 1;
    public string $name { get; set; }
    public function send(string $to): bool;
}

trait Logs
{
    private function log(string $m): void {}
}

enum Suit: string implements HasLabel
{
    case Hearts = 'H';
    case Spades = 'S';

    public function label(): string
    {
        return ucfirst($this->name);
    }
}

function helper(string $x, int ...$rest): ?string
{
    function inner() {}
    return new class extends Mailer {
        public function anonymous() {}
    };
}
