export class Api { getUser() { return "u"; } getPost() { return "p"; } }
export const wrap = a => new Proxy(a, { get: (t, k) => k.startsWith("get") ? () => "[" + t[k]() + "]" : t[k] });
