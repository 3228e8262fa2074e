import fc from 'fast-check';
import { listOf, optional, type VariableSchema } from '../../../src/template/resolve/variables.ts';

/** The variables of generated templates: one of every type. */
export const schema = {
  event: ['Started', 'Completed', 'Errored'],
  isError: 'boolean',
  dryRun: 'boolean',
  count: 'number',
  profile: 'string',
  date: 'date',
  data: 'json',
  custom: 'json',
  order: { name: 'string', isRush: 'boolean' },
  words: listOf('string'),
  alerts: listOf({
    name: 'string',
    firing: 'boolean',
    level: 'number',
    since: 'date',
    state: ['on', 'off'],
    notes: listOf('json'),
    meta: 'json',
  }),
  days: listOf('date'),
  owner: optional('string'),
  paid: optional('number'),
  dueAt: optional('date'),
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
  '$order.name; format="html-escape slack-escape"$',
  '$profile; format="influx-tag telegram-markdown", max="9"$',
  '$profile; format="one-line influx-text"$',
  '$profile; format="trim one-line cap", max="5", default="n/a ]]>"$',
  '$profile; format="json-encode markdown-escape", max="4"$',
  '$data; format="json-encode"$',
  '$count; format="#,##0.00;(#)", null=""$',
  '$count; format="0E0 \'<]]\'", default="none"$',
  '$date; format="epoch-seconds"$',
  '$date; format="epoch-seconds.SSS", null="-1.5"$',
  '$count; format="0.0#", null="-0.5e+3"$',
  '$count; format="0E0", default="01"$',
  '$date; format="epoch-nanoseconds", default="never"$',
  '$count; null="0"$',
  '$data; format="cap"$',
  '$data; null="]]>"$',
  '$owner$',
  '$owner; format="upper", default="n/a <]]>"$',
  '$paid; scale="2", format="0.00"$',
  '$paid; scale="3", null="-0.5"$',
  '$count; scale="-1"$',
  '$dueAt; format="epoch-seconds", null="never"$',
  '$dueAt; format="yyyy"$',
  '$words.count$',
  '$alerts.count; format="0.0", scale="-1"$',
  '$custom.kind$',
  '$custom/list.0$',
  '$custom.list.1.0; default="n/a <]]>"$',
  '$custom.kind; format="trim json-encode", null="none"$',
  `$date; format="yyyy-MM-dd'T'HH:mm:ssXXX"$`,
  `$date; format="EEEE, d. MMMM yyyy '<o''clock>' HH:mm zzzz", timezone="Europe/Berlin", null="\n"$`,
);

/** A list or a group as a value of JSON. */
export const wholeTag = fc.constantFrom(
  '$order$',
  '$words$',
  '$alerts$',
  '$days$',
  '$order; null="]"$',
  '$alerts; default="\\"$',
  '[$for(alert in alerts if alert.firing)$$alert$$sep$,$endfor$]',
  '[$for(alert in alerts)$$alert$,$alert.notes; null="0"$$sep$,$endfor$]',
  '$for(alert in alerts; max="1")$$alert$$else$$words$$endfor$',
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
  'custom.kind',
  '!custom.list.0',
  'custom.kind == "x" || custom.kind > 2',
  'custom.list.0 != "" && isError',
  'custom.list.0 <= 10',
  'words',
  '!alerts || isError',
  'owner',
  '!owner || dryRun',
  'paid',
  '!paid || paid > 10',
  'dueAt',
  '!dueAt && owner != "x"',
  'words.count > 1',
  'alerts.count == 2 || !words',
);

/** The tag of a list, and values and conditions of its items. */
interface ListTag {
  readonly head: string;
  readonly values: readonly string[];
  readonly conditions: readonly string[];
  /** A list in an item. */
  readonly inner?: ListTag;
}

const notes: ListTag = {
  head: 'note in alert.notes',
  values: ['$note$', '$alert.name$', '$alert.number$', '$note; format="json-encode", default="none"$'],
  conditions: ['alert.firing'],
};
const alerts: ListTag = {
  head: 'alert in alerts',
  values: [
    '$alert.name$',
    '$alert.name; format="one-line trim upper", max="4", default="n/a <]]>"$',
    '$alert.level; null="none"$',
    '$alert.level; format="0.00", default="7"$',
    '$alert.level; format="#,##0.0;(#)", default="]]>"$',
    '$alert.since; format="epoch-seconds"$',
    `$alert.since; format="EEEE 'at' HH:mm", timezone="Europe/Berlin", null="never"$`,
    '$alert.state; format="cap"$',
    '$alert.firing$',
    '$alert.meta.kind$',
    '$alert/meta/kind; format="upper", null="-"$',
    '$alert.number$',
    '$alert.number; format="0.0", scale="-1"$',
    '$profile$',
  ],
  conditions: [
    'alert.firing',
    'alert.level > 2',
    'alert.level <= 2 && alert.level != 0',
    'alert.name == "x" || isError',
    'alert.state != "on"',
    'alert.notes',
    'alert.meta.kind == "x" || !alert.meta.kind',
    'alert.number > 1',
    '!(alert.number <= 1.5) || alert.level > 2',
  ],
  inner: notes,
};

/** The lists that a template may go through. */
export const listTags: readonly ListTag[] = [
  {
    head: 'word in words',
    values: ['$word$', '$word; format="upper"$', '$word.number$'],
    conditions: ['word == ""', 'isError', 'word.number == 1'],
  },
  {
    head: 'word in words if word != "x" && !isError',
    values: ['$word$', '$word.number$'],
    conditions: ['dryRun', 'word.number != 2'],
  },
  alerts,
  { ...alerts, head: 'alert in alerts if alert.state == "on" && event != "Started"' },
  {
    head: 'day in days',
    values: ['$day$', '$day; format="epoch-milliseconds", default="never"$', '$day; format="yyyy"$'],
    conditions: ['days', 'count >= 0'],
  },
  { ...alerts, head: 'alert in alerts if alert.firing || alert.level <= 2' },
  { ...alerts, head: 'alert in alerts if alert.firing; max="1"' },
  {
    head: 'word in words; max="2"',
    values: ['$word$', '$word.number$'],
    conditions: ['words', 'word.number > 1'],
  },
];

export interface ListParts {
  readonly before: string;
  readonly after: string;
  readonly between: string;
  readonly empty: string;
  /** Whether more blanks may stand between two items. */
  readonly isBlankBetween?: boolean;
  /** Whether a list of the same parts may stand in an item. */
  readonly nests: boolean;
}

/**
 * A list that writes each item between two texts, with something between two items and something else where there is none.
 * `inside` makes what an item holds of the values, conditions and inner list of that item.
 */
export function list(
  { head, values, conditions, inner }: ListTag,
  inside: (value: fc.Arbitrary<string>) => fc.Arbitrary<string>,
  parts: ListParts,
): fc.Arbitrary<string> {
  const { before, after, between, empty } = parts;
  const value = fc.constantFrom(...values);
  const item = inside(value);
  const blank = fc.constantFrom('', ...filteredBlanks);
  const perhaps = fc.oneof(
    item,
    fc
      .tuple(fc.constantFrom(...conditions), item, item)
      .map(([condition, x, y]) => `$if(${condition})$${x}$else$${y}$endif$`),
    ...(inner && parts.nests ? [list(inner, inside, parts)] : []),
  );
  return fc
    .tuple(perhaps, parts.isBlankBetween ? blank : fc.constant(''))
    .map(
      ([written, more]) =>
        `$for(${head})$${before}${written}${after}$sep$${between}${more}$else$${empty}$endfor$`,
    );
}

/** Lists that may stand between two items and write nothing but blanks. */
const filteredBlanks = [
  '$for(other in alerts if other.firing)$ $sep$ $else$ $endfor$',
  '$for(other in words if other == "x" || isError)$$else$ $endfor$',
  '$for(other in alerts; max="1")$ $sep$,$endfor$',
];

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
