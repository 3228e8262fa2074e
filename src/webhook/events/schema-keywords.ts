import { InvalidArgument } from '../../options/define-options.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';

/** Keywords that say what type a value has. */
const read = [
  '$ref',
  '$defs',
  'definitions',
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'items',
  'format',
  'anyOf',
  'oneOf',
  'allOf',
];

/** Keywords that change nothing of what a template may write: words for people, and where the schema is. */
const words = [
  ...[
    '$schema',
    '$id',
    'id',
    '$anchor',
    '$comment',
    '$vocabulary',
    'title',
    'description',
    'default',
    'example',
  ],
  ...['examples', 'deprecated', 'readOnly', 'writeOnly', 'externalDocs', 'discriminator', 'xml'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
];

/** Keywords that allow fewer values of the same type. They are not checked. */
const narrower = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minProperties', 'maxProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['additionalItems'],
];

/** Keywords for which there is no type, with what to write instead. */
const refused = [
  { keys: ['not'], instead: 'leave it out; nothing else would be checked' },
  {
    keys: ['if', 'then', 'else', 'dependentSchemas'],
    instead: 'make an event of each case, or leave it out',
  },
  {
    keys: ['dependentRequired', 'dependencies'],
    instead: 'leave it out, and the properties out of `required`',
  },
  { keys: ['prefixItems'], instead: 'write one schema in `items`, or leave both out for any JSON' },
  {
    keys: ['contains', 'minContains', 'maxContains'],
    instead: 'leave it out, and describe all items in `items`',
  },
  {
    keys: ['nullable'],
    instead: 'write `"type": ["string", "null"]`, or leave the property out of `required`',
  },
  {
    keys: ['$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor'],
    instead: 'write a `$ref` such as `#/$defs/order`',
  },
];

const known = new Set([...read, ...words, ...narrower]);

/** @throws {InvalidArgument} naming the first keyword that has no meaning here. */
export function assertKeywords(schema: object, at: string): void {
  for (const key of Object.keys(schema)) {
    if (known.has(key) || key.startsWith('x-')) continue;
    const found = refused.find(({ keys }) => keys.includes(key));
    if (found) throw new InvalidArgument(`${at}.${key}: an event cannot be described so; ${found.instead}`);
    const meant = didYouMean(key, [...known]);
    const hint = meant === undefined ? 'call it `x-…` if it is your own' : `did you mean \`${meant}\`?`;
    throw new InvalidArgument(`${at}.${key}: there is no such keyword; ${hint}`);
  }
}

/** The first keyword beside this one that says what type a value has. */
export function otherKeyword(schema: object, one: string): string | undefined {
  const besides = new Set(['$defs', 'definitions', one]);
  return Object.keys(schema).find(key => read.includes(key) && !besides.has(key));
}
