export const settings = {};
settings.depth = 3;
