const r = structuredClone(4);
export { r };
