export let pair: import('../lib/numbers').Pair
