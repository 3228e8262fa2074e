import { error } from './entry.ts';

/** What every output code's sentence is made from, so that one walk can report them all. */
export interface OutputFacts {
  /** What would have been accepted: "`,` or `]`". */
  readonly expected: string;
  /** What stands there instead: "`}`", "a value", "the end". */
  readonly found: string;
  /** The assumption under which it happens: "when `isError` is false". */
  readonly when?: string | undefined;
}

const sentence = (words: (facts: OutputFacts) => string) =>
  error<OutputFacts>(facts => `${words(facts)}${facts.when ? ` ${facts.when}` : ''}.`);

const expectation = ({ expected, found }: OutputFacts) => `expected ${expected} but found ${found}`;

export const outputCodes = {
  'json-unexpected': sentence(facts => `This is not JSON: ${expectation(facts)}`),
  'json-missing-comma': sentence(facts => `A comma is missing in the JSON: ${expectation(facts)}`),
  'json-extra-comma': sentence(facts => `The JSON has a comma too many: ${expectation(facts)}`),
  'json-control-character': sentence(
    facts => `A JSON string cannot hold ${facts.found} as it is: write ${facts.expected}`,
  ),
  'json-unfinished': sentence(facts => `The JSON ends too early: ${expectation(facts)}`),
  'json-no-place': sentence(facts => `A value cannot stand here in the JSON: ${expectation(facts)}`),

  'url-start': sentence(
    ({ expected, found }) => `A URL must begin with ${expected}, written out, but ${found} stands here`,
  ),
  'url-host': sentence(facts => `The URL has no valid host and port: ${expectation(facts)}`),
  'url-target': sentence(facts => `A value must not choose where a request goes: ${expectation(facts)}`),
  'url-dot-segment': sentence(
    facts => `Values could turn this part of the path into \`.\` or \`..\`: ${expectation(facts)}`,
  ),
  'nameless-parameter': sentence(
    facts =>
      `Give the parameter a name, as in \`name=\`, or it vanishes with an empty value: ${expectation(facts)}`,
  ),
  'value-behind-percent': sentence(
    facts =>
      `A value cannot complete a percent-escape: ${expectation(facts)} (a percent sign itself is \`%25\`)`,
  ),

  'xml-unexpected': sentence(facts => `This is not well-formed XML: ${expectation(facts)}`),
  'xml-mismatched-tag': sentence(
    facts => `The XML closes another element than the open one: ${expectation(facts)}`,
  ),
  'xml-duplicate-attribute': sentence(facts => `An XML tag names each attribute once: ${expectation(facts)}`),
  'xml-reference': sentence(
    facts => `XML knows no such reference: ${expectation(facts)} (an ampersand itself is \`&amp;\`)`,
  ),
  'xml-character': sentence(facts => `XML cannot hold this character: ${expectation(facts)}`),
  'xml-declaration': sentence(facts => `The XML declaration is not right: ${expectation(facts)}`),
  'xml-doctype': sentence(
    facts =>
      `A document type declaration is refused, since receivers may load what it names: ${expectation(facts)}`,
  ),
  'xml-unfinished': sentence(facts => `The XML ends too early: ${expectation(facts)}`),
  'xml-no-place': sentence(
    facts =>
      `A value can stand only in the text of an XML element or in a quoted attribute: ${expectation(facts)}`,
  ),

  'header-control-character': sentence(
    facts => `A header value is one line without control characters: ${expectation(facts)}`,
  ),
  'header-non-ascii': sentence(
    facts => `A header value is written in ASCII: write ${facts.expected} for ${facts.found}`,
  ),
};

export type OutputCode = keyof typeof outputCodes;
