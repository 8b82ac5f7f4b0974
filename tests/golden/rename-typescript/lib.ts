export interface Reader { read(): string }
export class FileReader implements Reader {
    constructor(private path: string) {}
    read() { return this.path }
}
export function open(path: string): Reader { return new FileReader(path) }
export const openers = { open, file: open, other: { open: 1 } };
export type { Reader as PublicReader };
