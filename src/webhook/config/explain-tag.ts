import { diagnoseField, type WebhookDiagnostic } from '../diagnostic.ts';

/**
 * Reports something like a tag, `$profile$` or `$if(isError)$`, in a text that is not a template and would be sent as it is.
 * A dollar alone is a character like any other.
 */
export function explainTag(
  field: string,
  setting: 'name' | 'contentType',
  text: string,
): WebhookDiagnostic | undefined {
  const [tag] = /\$[\s!]*[A-Za-z_][^$]*\$/.exec(text) ?? [];
  if (tag === undefined) return undefined;
  const start = text.indexOf(tag);
  return diagnoseField(
    field,
    'tag-outside-template',
    { setting },
    { range: { start, end: start + tag.length } },
  );
}
