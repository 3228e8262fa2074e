export const outputCodes = {};
