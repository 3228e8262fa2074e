import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from '../webhook-diagnostic.ts';

const token = "[\\w!#$%&'*+.^`|~-]+";
const quoted = '"(?:[\\t !#-[\\]-~]|\\\\[\\t -~])*"';
/** RFC 9110, sections 8.3.1 and 5.6.6. */
const mediaType = new RegExp(`^${token}/${token}(?:[ \\t]*;(?:[ \\t]*${token}=(?:${token}|${quoted}))?)*$`);
const parameter = new RegExp(`;[ \\t]*(${token})=(${token}|${quoted})`, 'g');

/** What is wrong with a content type, which stands in `field`. It is no template. */
export function validateMediaType(field: string, contentType: string): readonly WebhookDiagnostic[] {
  const range = wholeRange(contentType);
  if (!mediaType.test(contentType)) {
    const text = contentType.trim();
    const fixes = mediaType.test(text)
      ? [{ title: 'Remove the blanks around it', kind: 'safe' as const, edits: [{ range, text }] }]
      : [];
    return [diagnoseField(field, 'invalid-media-type', {}, { range, fixes })];
  }
  for (const { 0: whole, 1: name = '', 2: value = '', index } of contentType.matchAll(parameter)) {
    const charset = value.replace(/\\(.)|"/g, '$1');
    if (name.toLowerCase() === 'charset' && !/^utf-?8$/i.test(charset)) {
      const quote = value.startsWith('"') ? 1 : 0;
      const end = index + whole.length;
      const range = { start: end - value.length + quote, end: end - quote };
      return [charsetProblem(field, charset, range)];
    }
  }
  return [];
}

/** ASCII is another charset too: a value may hold any character. */
function charsetProblem(field: string, charset: string, range: SourceRange): WebhookDiagnostic {
  const edits = [{ range, text: 'utf-8' }];
  const fixes = [{ title: 'Write `utf-8`', kind: 'suggestion' as const, edits }];
  return diagnoseField(field, 'charset-not-utf-8', { charset }, { range, fixes });
}
