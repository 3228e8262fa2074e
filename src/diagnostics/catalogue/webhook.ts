export const webhookCodes = {};
