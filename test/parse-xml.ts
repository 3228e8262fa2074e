import { SaxesParser } from 'saxes';

export interface ParsedXml {
  /** All text of elements, also that of CDATA sections, run together. */
  readonly text: string;
  /** The values of all attributes, in their order. */
  readonly attributes: readonly string[];
}

/** The document as a strict XML 1.0 parser reads it, or nothing if it has an error. */
export function parseXml(source: string): ParsedXml | undefined {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let isWellFormed = true;
  let text = '';
  const attributes: string[] = [];
  parser.on('error', () => {
    isWellFormed = false;
  });
  parser.on('text', part => {
    text += part;
  });
  parser.on('cdata', part => {
    text += part;
  });
  parser.on('attribute', ({ value }) => {
    attributes.push(value);
  });
  parser.write(source).close();
  return isWellFormed ? { text, attributes } : undefined;
}

/** Whether a parser that knows namespaces finds an error, apart from one name in two prefixes of a namespace. */
export function hasNamespaceError(source: string): boolean {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let isWrong = false;
  parser.on('error', ({ message }) => {
    isWrong ||= !message.includes('duplicate attribute');
  });
  parser.write(source).close();
  return isWrong;
}
