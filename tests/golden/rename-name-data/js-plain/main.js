function alpha() { return 1; }
console.log(alpha());
