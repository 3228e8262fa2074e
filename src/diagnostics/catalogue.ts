import { dateCodes } from './catalogue/dates.ts';
import { fileCodes } from './catalogue/files.ts';
import { grammarCodes } from './catalogue/grammar.ts';
import { numberCodes } from './catalogue/numbers.ts';
import { outputCodes } from './catalogue/output.ts';
import { schemaCodes } from './catalogue/schema.ts';
import { templateCodes } from './catalogue/template.ts';
import { webhookCodes } from './catalogue/webhook.ts';

/**
 * Every diagnostic with its severity and message, one file per room. The language reference explains each code with an
 * example, and a test keeps the two lists in sync.
 */
export const catalogue = {
  ...grammarCodes,
  ...dateCodes,
  ...numberCodes,
  ...templateCodes,
  ...outputCodes,
  ...schemaCodes,
  ...webhookCodes,
  ...fileCodes,
};

export type DiagnosticCatalogue = typeof catalogue;
