import { diagnoseField, type WebhookDiagnostic, wholeRange } from './webhook-diagnostic.ts';

const token = "[\\w!#$%&'*+.^`|~-]+";
const quoted = '"(?:[\\t !#-[\\]-~]|\\\\[\\t -~])*"';
/** RFC 9110, sections 8.3.1 and 5.6.6. */
const mediaType = new RegExp(`^${token}/${token}(?:[ \\t]*;(?:[ \\t]*${token}=(?:${token}|${quoted}))?)*$`);
const charsetParameter = /;[ \t]*charset=("?)([\w.:+-]+)\1/i;

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
  const parameter = charsetParameter.exec(contentType);
  const charset = parameter?.[2];
  if (parameter === null || charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset)) return [];
  const end = parameter.index + parameter[0].length - (parameter[1]?.length ?? 0);
  const place = { start: end - charset.length, end };
  const fixes = [
    { title: 'Write `utf-8`', kind: 'suggestion' as const, edits: [{ range: place, text: 'utf-8' }] },
  ];
  return [diagnoseField(field, 'charset-not-utf-8', { charset }, { range: place, fixes })];
}
