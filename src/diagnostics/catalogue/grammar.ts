export const grammarCodes = {};
