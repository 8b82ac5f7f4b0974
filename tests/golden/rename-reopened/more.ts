export {};
declare global {
  interface Tag { m: number }
}
