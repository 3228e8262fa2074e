import type { SourceRange } from '../diagnostics/diagnostic.ts';
import { type GivenConfig, textsIn } from './config/given-config.ts';
import { diagnoseField, type WebhookDiagnostic } from './diagnostic.ts';
import { isSecretField } from './secrets/secrets.ts';

/** What holds the place of something that only whoever sets up a webhook knows: `YOUR_TOKEN`, or `YOUR/WEBHOOK/PATH`. */
const placeholder = /(?<![A-Z\d])YOUR(?:_[A-Z\d_]+|(?:\/[A-Z]{2,}\b)+)/g;

/** Holds the place of who gets a message, which is not shown, in its payload. */
export const recipientPlaceholder = 'YOUR_RECIPIENT';

/** A field that is still to be filled in. */
export interface FieldToFill {
  readonly field: string;
  /** Each once, in the order of the text. */
  readonly placeholders: readonly string[];
  readonly first: SourceRange;
  readonly last: SourceRange;
}

/** The fields of a configuration that are still to be filled in. */
export function fieldsToFill(given: GivenConfig): readonly FieldToFill[] {
  const texts = textsIn(given, ({ isTemplate, isFilledIn }) => isTemplate || isFilledIn);
  return texts.flatMap(({ field, text: whole }) => {
    const found = Array.from(whole.matchAll(placeholder), ({ 0: text, index }) => ({
      text,
      range: { start: index, end: index + text.length },
    }));
    const [first, last] = [found[0], found.at(-1)];
    if (!first || !last) return [];
    const placeholders = [...new Set(found.map(({ text }) => text))];
    return [{ field, placeholders, first: first.range, last: last.range }];
  });
}

/** Warns of what nobody has filled in: nobody is reached, or the receiver refuses the message. */
export function findPlaceholders(given: GivenConfig): readonly WebhookDiagnostic[] {
  return fieldsToFill(given).map(({ field, placeholders, first: range }) => {
    if (field === 'url' || field === 'payload')
      return diagnoseField(field, 'placeholder', { in: field, placeholders }, { range });
    if (field.startsWith('message') && !isSecretField(field))
      return diagnoseField(field, 'placeholder', { in: 'message', placeholders }, { range });
    // No message quotes the value of a header, and no code frame shows credentials.
    const facts = { in: 'secret', placeholders: [] } as const;
    return diagnoseField(field, 'placeholder', facts, field.startsWith('headers') ? { range } : {});
  });
}
