export function stop() {
    return 0;
}

setTimeout(() => 0, 1);
