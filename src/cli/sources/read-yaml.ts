import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { quote } from '../../diagnostics/catalogue/excerpt.ts';
import { type Diagnostic, diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { type Source, type SourceValue, withoutSchema } from './source.ts';
import { deepestField, repeatedKey, type SourceEntry, type SourceNode } from './source-node.ts';
import { yamlText } from './yaml-text.ts';

type AnyDocument = Document.Parsed;

/** Reads the configurations of all documents of a file (YAML 1.2), each of them one or a list. */
export function readYaml(text: string): Source {
  const documents: readonly AnyDocument[] = [
    ...parseAllDocuments(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' }),
  ];
  const broken = documents.flatMap(document => syntaxErrors(document)).slice(0, 1);
  if (broken.length > 0) return { kind: 'yaml', entries: [], problems: broken };
  const reading = new TreeReading(text);
  const entries = documents.flatMap(document => entriesOf(document, reading));
  return { kind: 'yaml', entries: entries.length > 0 ? entries : [nothing], problems: reading.problems };
}

/** What a file says that has no document in it. */
const nothing: SourceValue = { node: { kind: 'other', range: { start: 0, end: 0 } }, value: null };

/** Two lines of dashes with nothing between them are no configuration. */
function entriesOf(document: AnyDocument, reading: TreeReading): readonly SourceValue[] {
  const { contents } = document;
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (value === null && !contents?.range) return [];
  if (value === null && contents?.range?.[0] === contents?.range?.[1]) return [];
  reading.document = document;
  if (isSeq(contents) && Array.isArray(value)) {
    return contents.items.map((item, index) => {
      return { node: reading.nodeOf(item), value: withoutSchema(value[index]) };
    });
  }
  return [{ node: reading.nodeOf(contents), value: withoutSchema(value) }];
}

/** Turns nodes of YAML into ours, as deep as there are fields; an alias is what it stands for. */
class TreeReading {
  readonly problems: Diagnostic[] = [];
  document: AnyDocument | undefined;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  nodeOf(given: unknown, depth = 0): SourceNode {
    const alias = isAlias(given) ? given : undefined;
    const node: unknown = alias && this.document ? alias.resolve(this.document) : given;
    const whole = rangeOf(node);
    if (isScalar<unknown>(node)) return this.#scalar(node, whole);
    // A collection in lines ends with the last of them, which stays.
    const { start, end } = whole;
    const range = { start, end: start + this.#file.slice(start, end).trimEnd().length };
    if (depth >= deepestField) return { kind: 'other', range };
    if (isSeq(node))
      return { kind: 'list', range, items: node.items.map(item => this.nodeOf(item, depth + 1)) };
    if (isMap(node)) return { kind: 'object', range, entries: this.#entries(node, depth) };
    return { kind: 'other', range };
  }

  #entries(map: YAMLMap, depth: number): readonly SourceEntry[] {
    const entries: SourceEntry[] = [];
    for (const { key, value } of map.items) {
      const keyRange = rangeOf(key);
      const name = isScalar(key) ? String(key.value) : '';
      const earlier = entries.find(entry => entry.key === name);
      if (earlier) this.problems.push(repeatedKey(earlier, keyRange));
      // A key without a value ends where it would begin.
      const node: SourceNode =
        value === null
          ? { kind: 'other', range: { start: keyRange.end, end: keyRange.end } }
          : this.nodeOf(value, depth + 1);
      entries.push({ key: name, keyRange, value: node });
    }
    return entries;
  }

  #scalar(scalar: Scalar<unknown>, range: SourceRange): SourceNode {
    if (typeof scalar.value !== 'string') return { kind: 'other', range };
    const text = yamlText(this.#file, scalar as Scalar<string>);
    return text ? { kind: 'text', range: text.range, text } : { kind: 'other', range };
  }
}

function rangeOf(node: unknown): SourceRange {
  const [start, end] = (node as Node | null)?.range ?? [0, 0];
  return { start, end };
}

function syntaxErrors(document: AnyDocument): readonly Diagnostic[] {
  const said = document.errors.map(({ message, pos: [start, end] }) => {
    return problem({ start, end }, sentenceOf(message));
  });
  return [...said, ...misusedAliases(document)];
}

/** An alias without its anchor, or aliases that together stand for far more than was written. */
function misusedAliases(document: AnyDocument): readonly Diagnostic[] {
  const lost: Diagnostic[] = [];
  visit(document, {
    Alias: (_, alias: Alias) => {
      const target = alias.resolve(document);
      if (target && !isAround(target, alias)) return undefined;
      lost.push(problem(rangeOf(alias), `no anchor before it has the name ${quote(alias.source)}.`));
      return visit.BREAK;
    },
  });
  if (lost.length > 0) return lost;
  try {
    document.toJS({ maxAliasCount: 100 });
    return [];
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return [problem(rangeOf(document.contents), 'its aliases stand for too much.')];
  }
}

function isAround(node: Node, inner: Node): boolean {
  const [outer, { start }] = [rangeOf(node), rangeOf(inner)];
  return outer.start <= start && start < outer.end;
}

/** What the library says, on one line; it may quote a piece of the file. */
function sentenceOf(message: string): string {
  if (message.includes('call stack')) return 'it is nested too deep.';
  const sentence = `${message.slice(0, 200).replace(/\s+/g, ' ').replace(/\.$/, '')}.`;
  return sentence.replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase());
}

function problem(range: SourceRange, what: string): Diagnostic {
  return diagnose('file-syntax', range, { format: 'YAML', what });
}
