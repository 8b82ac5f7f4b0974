class P { left = 1; }
const p = new P();
console.log(JSON.stringify(p));
