import { Api, wrap } from "./api.mjs";
const a = wrap(new Api());
console.log(a.getUser(), a.getPost());
