import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import {
  deepestField,
  deepestNesting,
  type FileContents,
  type FileEntry,
  type FileNode,
  nestedTooDeeply,
  repeatedKey,
  syntaxProblem,
  withoutSchema,
} from './contents.ts';
import { FileText, type Notation, PieceList, type WrittenStretch } from './file-text.ts';

/** Whether comments and trailing commas are allowed. */
export interface JsonDialect {
  readonly allowsComments: boolean;
}

/** Reads JSON (RFC 8259) with a configuration or a list of configurations. */
export function readJson(text: string, { allowsComments }: JsonDialect): FileContents {
  const start = findDeepBracket(text);
  if (start !== undefined)
    return unreadable(
      syntaxProblem(text, { start, end: start + 1 }, { format: 'JSON', what: nestedTooDeeply }),
    );
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {
    disallowComments: !allowsComments,
    allowTrailingComma: allowsComments,
  });
  const [error] = errors;
  if (error || !root) return unreadable(syntaxError(text, error));
  const roots = root.type === 'array' ? (root.children ?? []) : [root];
  const reading = new TreeReading(text);
  return {
    kind: 'json',
    entries: roots.map(item => {
      return { node: reading.nodeOf(item), value: withoutSchema(getNodeValue(item)) };
    }),
    problems: reading.problems,
  };
}

function unreadable(problem: Diagnostic): FileContents {
  return { kind: 'json', entries: [], problems: [problem] };
}

/** The offset of the first bracket that is nested too deeply: the parser recurses for each bracket. */
function findDeepBracket(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let kind = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    const token = scanner.getTokenLength() === 1 ? text[scanner.getTokenOffset()] : undefined;
    if (token === '}' || token === ']') depth--;
    if (token === '{' || token === '[') depth++;
    if (depth > deepestNesting) return scanner.getTokenOffset();
  }
  return undefined;
}

/** The value of the library's `SyntaxKind.EOF`, which cannot be imported. */
const endOfFile: ReturnType<ReturnType<typeof createScanner>['scan']> = 17;

/** Converts the parser's tree into nodes, down to the depth of fields. */
class TreeReading {
  readonly problems: Diagnostic[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  nodeOf(node: Node, depth = 0): FileNode {
    const range = rangeOf(node);
    const children = node.children ?? [];
    if (node.type === 'string') return this.#textOf(node);
    if (depth >= deepestField) return { kind: 'other', range };
    if (node.type === 'array')
      return { kind: 'list', range, items: children.map(child => this.nodeOf(child, depth + 1)) };
    if (node.type !== 'object') return { kind: 'other', range };
    const entries: FileEntry[] = [];
    for (const { children: [key, value] = [] } of children) {
      if (!key || !value) continue;
      const keyRange = rangeOf(key);
      const earlier = entries.find(entry => entry.key === key.value);
      if (earlier) this.problems.push(repeatedKey(earlier, keyRange));
      entries.push({ key: key.value, keyRange, value: this.nodeOf(value, depth + 1) });
    }
    return { kind: 'object', range, entries };
  }

  #textOf(node: Node): FileNode {
    const range = rangeOf(node);
    const file = this.#text;
    const findPieces = () => piecesOf(file.slice(range.start + 1, range.end - 1), range.start + 1);
    return { kind: 'text', range, text: new FileText(node.value, range, { file, notation, findPieces }) };
  }
}

function rangeOf({ offset, length }: Node): { readonly start: number; readonly end: number } {
  return { start: offset, end: offset + length };
}

const notation: Notation = {
  encode: text => JSON.stringify(text).slice(1, -1),
  decode: decodeJson,
  rewrite: text => JSON.stringify(text),
};

function decodeJson(written: string): string | undefined {
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text between the quotes, divided into escapes and the text between them. */
function piecesOf(inner: string, offset: number): readonly WrittenStretch[] {
  const list = new PieceList();
  // An empty text still has a place where something can be inserted.
  if (inner === '') list.add(0, offset, 0);
  for (const { index, 0: piece } of inner.matchAll(/\\(?:u[\da-fA-F]{4}|.)|[^\\]+/gs))
    list.add(piece.startsWith('\\') ? 1 : piece.length, offset + index, piece.length);
  return list.pieces;
}

type ErrorName = ReturnType<typeof printParseErrorCode> & keyof typeof ParseErrorCode;

const sentences: Partial<Record<ErrorName, string>> = {
  InvalidSymbol: 'a value was expected here; text stands in double quotes.',
  InvalidNumberFormat: 'a number was expected here.',
  PropertyNameExpected: 'the name of a setting was expected here, in double quotes.',
  ValueExpected: 'a value was expected here.',
  ColonExpected: 'a `:` was expected here.',
  CommaExpected: 'a `,` was expected here.',
  CloseBraceExpected: 'a `}` was expected here.',
  CloseBracketExpected: 'a `]` was expected here.',
  EndOfFileExpected: 'the end was expected here.',
  InvalidCommentToken: 'only a file whose name ends in `.jsonc` may have comments.',
  UnexpectedEndOfComment: 'this comment has no end.',
  UnexpectedEndOfString: 'this text has no closing quote.',
  UnexpectedEndOfNumber: 'this number has no end.',
  InvalidUnicode: '`\\u` is followed by four hexadecimal digits.',
  InvalidEscapeCharacter: 'a backslash is written `\\\\`, unless it begins an escape such as `\\n`.',
  InvalidCharacter: 'a line break or another control character in a text is written as an escape: `\\n`.',
};

function syntaxError(text: string, error: ParseError | undefined): Diagnostic {
  const { offset: start, length } = error ?? { offset: 0, length: text.length };
  // The library's name for the error.
  const name = error && (printParseErrorCode(error.error) as ErrorName);
  const what = (name && sentences[name]) ?? 'a value was expected here.';
  return syntaxProblem(text, { start, end: start + length }, { format: 'JSON', what });
}
