export enum Mode { FAST = 3, SLOW }
export function of(s: string): number { const k = s.toUpperCase() as keyof typeof Mode; return Mode[k]; }
