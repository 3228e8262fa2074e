export const dateCodes = {};
