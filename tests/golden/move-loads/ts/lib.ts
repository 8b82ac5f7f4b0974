export function twice(n: number) {
    return 2 * n;
}

export type Count = number;

export const limit = 3;
