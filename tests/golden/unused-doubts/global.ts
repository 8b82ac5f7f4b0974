declare global {
  interface SymbolConstructor {
    readonly observable: symbol;
  }
}
interface Left {
  a: number;
}
export {};
