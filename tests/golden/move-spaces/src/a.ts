const SEP = '-';

function join(a: string[]): string {
  return a.join(SEP);
}

export function slug(s: string): string {
  return join(s.toLowerCase().split(SEP + '')) + SEP;
}

export const up = (s: string) => join([s.toUpperCase()]);
