export function mocked() {
    return 1;
}
