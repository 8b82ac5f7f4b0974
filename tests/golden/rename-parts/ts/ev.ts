export interface Events { onStart: number; onStop: number }
export type Short<K extends string> = K extends `on${infer R}` ? Uncapitalize<R> : never;
export type Names = Short<keyof Events>;
