import { error, warning } from './entry.ts';

/** The facts of all codes of outputs, so that one walk can report them all. */
export interface OutputFacts {
  /** Text that would have been accepted: "`,` or `]`". */
  readonly expected: string;
  /** The text found instead: "`}`", "a value", "the end". */
  readonly found: string;
  /** The condition under which it happens: "when `isError` is false". */
  readonly when?: string | undefined;
  /** The events for which it can happen, of those that are checked together, where others are checked apart. */
  readonly events?: readonly string[] | undefined;
}

const sentence = (words: (facts: OutputFacts) => string) =>
  error<OutputFacts>(facts => `${words(facts)}${facts.when ? ` ${facts.when}` : ''}.`);

const doubt = (words: (facts: OutputFacts) => string) => warning<OutputFacts>(facts => `${words(facts)}.`);

const expectation = ({ expected, found }: OutputFacts) => `expected ${expected} but found ${found}`;

export const outputCodes = {
  'json-unexpected': sentence(facts => `This is not valid JSON: ${expectation(facts)}`),
  'json-missing-comma': sentence(facts => `A comma is missing in the JSON: ${expectation(facts)}`),
  'json-extra-comma': sentence(facts => `The JSON has an extra comma: ${expectation(facts)}`),
  'json-missing-value': sentence(facts => `A value is missing in the JSON: ${expectation(facts)}`),
  'json-control-character': sentence(
    facts => `A JSON string cannot contain ${facts.found}: write ${facts.expected} instead`,
  ),
  'json-unfinished': sentence(facts => `The JSON ends too early: ${expectation(facts)}`),
  'json-no-place': sentence(facts => `The JSON cannot have a value here: ${expectation(facts)}`),

  'json-blank-line': sentence(facts => `JSON Lines have no blank lines: ${expectation(facts)}`),
  'json-line-break': sentence(
    facts => `In JSON Lines, each line is one whole JSON text: ${expectation(facts)}`,
  ),

  'json-duplicate-key': doubt(
    ({ found }) =>
      `This object has the key ${found}, and receivers keep only one of them: rename or remove one`,
  ),
  'json-value-key': doubt(
    ({ found }) =>
      `A value used as a key may be ${found}, and would then replace that member: name the key yourself`,
  ),

  'url-start': sentence(facts => `The beginning of the URL is not valid: ${expectation(facts)}`),
  'url-host': sentence(facts => `The host and port of the URL are not valid: ${expectation(facts)}`),
  'url-target': sentence(facts => `A value must not decide where a request goes: ${expectation(facts)}`),
  'url-dot-segment': sentence(
    facts =>
      `Values could turn this part of the path into \`.\` or \`..\`, which leads to another path: ${expectation(facts)}`,
  ),
  'nameless-parameter': sentence(
    facts =>
      `Give the parameter a name, as in \`name=\`, or it disappears when its value is empty: ${expectation(facts)}`,
  ),
  'value-after-percent': sentence(
    facts =>
      `A percent sign begins an encoded character, which a value cannot complete: ${expectation(facts)} (write \`%25\` for the sign itself)`,
  ),

  'url-fragment-value': doubt(
    () =>
      'What stands after `#` in a URL is never sent, nor are the values in it: write `%23` for a number sign',
  ),
  'url-question-mark': doubt(
    ({ expected, found }) =>
      `In a URL, \`?\` begins the parameters and \`&\` separates them: write ${expected} instead of ${found}`,
  ),
  'url-ampersand': doubt(
    () => 'A URL separates its parameters with a plain `&`: `&amp;` is only for XML and HTML, so write `&`',
  ),
  'plus-is-space': doubt(() => 'A receiver reads this plus as a space: write `%2B` for a plus sign'),
  'form-line-break': doubt(({ expected }) => `This line break becomes part of a form field: ${expected}`),
  'form-blank': doubt(
    ({ expected, found }) =>
      `In a form, ${found} becomes part of the field's name or value: write ${expected} alone`,
  ),
  'form-separator': doubt(
    ({ expected }) =>
      `A form separates its fields with a plain \`&\`, and begins with the first one: ${expected}`,
  ),
  'form-without-name': doubt(facts => `A form field is a name, \`=\` and a value: ${expectation(facts)}`),

  'xml-unexpected': sentence(facts => `This is not well-formed XML: ${expectation(facts)}`),
  'xml-mismatched-tag': sentence(
    facts => `This end tag does not match the open XML element: ${expectation(facts)}`,
  ),
  'xml-duplicate-attribute': sentence(
    facts => `An XML tag can have each attribute only once: ${expectation(facts)}`,
  ),
  'xml-unbound-prefix': sentence(
    facts => `An XML name can have one prefix, which must be declared: ${expectation(facts)}`,
  ),
  'xml-reference': sentence(
    facts => `XML does not have this reference: ${expectation(facts)} (write \`&amp;\` for an ampersand)`,
  ),
  'xml-character': sentence(facts => `XML cannot contain this character: ${expectation(facts)}`),
  'xml-declaration': sentence(facts => `The XML declaration is not valid: ${expectation(facts)}`),
  'xml-doctype': sentence(
    facts =>
      `A document type declaration is not allowed, because receivers might load files that it names: ${expectation(facts)}`,
  ),
  'xml-unfinished': sentence(facts => `The XML ends too early: ${expectation(facts)}`),
  'xml-no-place': sentence(
    facts =>
      `XML can have a value only in the text of an element, a quoted attribute or a CDATA section: ${expectation(facts)}`,
  ),

  'header-control-character': sentence(
    facts => `A header value must be one line without control characters: ${expectation(facts)}`,
  ),
  'header-non-ascii': sentence(
    facts => `A header value must be ASCII: write ${facts.expected} instead of ${facts.found}`,
  ),
};

export type OutputCode = keyof typeof outputCodes;
