export const templateCodes = {};
