import fc from 'fast-check';
import type { VariableSchema } from '../../../src/template/resolve/variables.ts';

/** The variables of generated templates: one of every type. */
export const schema = {
  event: ['Started', 'Completed', 'Errored'],
  isError: 'boolean',
  dryRun: 'boolean',
  count: 'number',
  profile: 'string',
  date: 'date',
  data: 'json',
  order: { name: 'string', isRush: 'boolean' },
} as const satisfies VariableSchema;

/** A value tag of any variable and any options. */
export const valueTag = fc.constantFrom(
  '$event$',
  '$isError$',
  '$count$',
  '$profile$',
  '$ profile $',
  '$date$',
  '$data$',
  '$order.name$',
  '$order/isRush; null="?"$',
  '$profile; null="n/a <&> \\ ]]", format="upper"$',
  '$profile; format="lower"$',
  '$profile; format="url-encode"$',
  '$order.name; format="xml-encode"$',
  '$count; format="upper", null=""$',
  '$count; null="0"$',
  '$data; format="cap"$',
  '$data; null="]]>"$',
  `$date; format="yyyy-MM-dd'T'HH:mm:ssXXX"$`,
  `$date; format="EEEE, d. MMMM yyyy '<o''clock>' HH:mm zzzz", timezone="Europe/Berlin", null="\n"$`,
);

export const condition = fc.constantFrom(
  'isError',
  '!isError',
  'dryRun',
  'order.isRush',
  '!(dryRun)',
  'isError && dryRun',
  'isError || !dryRun',
  '!(isError || order.isRush)',
  'event == "Started"',
  'event != "Completed" && dryRun',
  'profile == ""',
  'count > 0',
  'count <= 0',
  '!(count < 10) || event == "Errored"',
  'order.name != "x" && count != 10',
);

/** A source inside conditions, by itself or with others. */
export function perhapsConditional(source: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 5, arbitrary: source },
    fc.tuple(condition, source).map(([a, x]) => `$if(${a})$${x}$endif$`),
    fc.tuple(condition, source, source).map(([a, x, y]) => `$if(${a})$${x}$else$${y}$endif$`),
    fc
      .tuple(condition, source, condition, source, source)
      .map(([a, x, b, y, z]) => `$if(${a})$${x}$elseif(${b})$ ${y}$else$${z}$endif$`),
    source.map(x => `$! a comment !$$if(isError)$${x}$endif$$if(!isError)$${x}$endif$`),
  );
}

/** Text as a receiver reads it: pieces that mean no markup, and values. */
export function mixedText(...pieces: readonly string[]): fc.Arbitrary<string> {
  const part = fc.oneof(fc.constantFrom('a', ' ', 'é', '\\$', ...pieces), valueTag);
  return fc.array(perhapsConditional(part), { maxLength: 3 }).map(parts => parts.join(''));
}
