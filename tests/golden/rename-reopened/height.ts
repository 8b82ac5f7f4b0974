import { Box } from './box';
declare module './box' {
  interface Box { h: number }
}
declare global {
  interface Tag { n: number }
}
export const tall: Box = { w: 1, h: 2 };
