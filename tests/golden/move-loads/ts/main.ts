export const name = "main";

console.log(name);
