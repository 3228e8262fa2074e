import { replaceWith, safe } from '../../diagnostics/fixes/fix.ts';
import { isMediaType, parametersOf } from '../../http/media-type.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from '../diagnostic.ts';
import { explainTag } from './explain-tag.ts';

/** What is wrong with a content type, which stands in `field`. It is not a template. */
export function validateContentType(field: string, contentType: string): readonly WebhookDiagnostic[] {
  const tag = explainTag(field, 'contentType', contentType);
  if (tag) return [tag];
  if (!isMediaType(contentType)) {
    const range = wholeRange(contentType);
    const text = contentType.trim();
    const fixes = isMediaType(text) ? [safe(replaceWith(range, text, 'Remove the blanks around it'))] : [];
    return [diagnoseField(field, 'invalid-media-type', {}, { range, fixes })];
  }
  // ASCII is another charset too: a value may contain any character.
  const charset = parametersOf(contentType).find(
    ({ name, value }) => name.toLowerCase() === 'charset' && !/^utf-?8$/i.test(value),
  );
  if (!charset) return [];
  const { value, range } = charset;
  const fixes = [replaceWith(range, 'utf-8')];
  return [diagnoseField(field, 'charset-not-utf-8', { charset: value }, { range, fixes })];
}
