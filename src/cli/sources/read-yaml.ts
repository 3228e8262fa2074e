import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type Scalar,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Diagnostic, SourceRange } from '../../diagnostics/diagnostic.ts';
import { type Source, type SourceValue, withoutSchema } from './source.ts';
import { deepestField, repeatedKey, type SourceEntry, type SourceNode } from './source-node.ts';
import { nestedTooDeeply, syntaxProblem } from './syntax-problem.ts';
import { YamlAliases } from './yaml-aliases.ts';
import { yamlText } from './yaml-text.ts';

type AnyDocument = Document.Parsed;

/** Reads the configurations of all documents of a file (YAML 1.2), each of them one or a list. */
export function readYaml(text: string): Source {
  const documents: readonly AnyDocument[] = [
    ...parseAllDocuments(text, {
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'silent',
      // They say how deep stands what a block belongs to.
      keepSourceTokens: true,
    }),
  ];
  const problems: Diagnostic[] = [];
  const entries: SourceValue[] = [];
  for (const document of documents) {
    const [error] = document.errors;
    if (error) return unreadable(text, { start: error.pos[0], end: error.pos[1] }, sentenceOf(error));
    const aliases = new YamlAliases(document.contents);
    const { problem } = aliases;
    if (problem) return unreadable(text, rangeOf(problem.node), problem.what);
    const reading = new TreeReading(text, aliases, problems);
    for (const entry of entriesOf(document, reading)) entries.push(entry);
  }
  return { kind: 'yaml', entries: entries.length > 0 ? entries : [nothing], problems };
}

function unreadable(text: string, range: SourceRange, what: string): Source {
  return { kind: 'yaml', entries: [], problems: [syntaxProblem(text, range, { format: 'YAML', what })] };
}

/** What a file says that has no document in it. */
const nothing: SourceValue = { node: { kind: 'other', range: { start: 0, end: 0 } }, value: null };

/** A document with nothing in it is skipped. */
function entriesOf(document: AnyDocument, reading: TreeReading): readonly SourceValue[] {
  const { contents } = document;
  // What aliases stand for has been measured.
  const value: unknown = document.toJS({ maxAliasCount: -1 });
  if (value === null && !contents?.range) return [];
  if (value === null && contents?.range?.[0] === contents?.range?.[1]) return [];
  if (isSeq(contents) && Array.isArray(value)) {
    return contents.items.map((item, index) => {
      return { node: reading.nodeOf(item), value: withoutSchema(value[index]) };
    });
  }
  return [{ node: reading.nodeOf(contents), value: withoutSchema(value) }];
}

/** Turns nodes of YAML into ours, as deep as there are fields; an alias is what it stands for. */
class TreeReading {
  readonly #file: string;
  readonly #aliases: YamlAliases;
  readonly #problems: Diagnostic[];

  constructor(file: string, aliases: YamlAliases, problems: Diagnostic[]) {
    this.#file = file;
    this.#aliases = aliases;
    this.#problems = problems;
  }

  nodeOf(given: unknown, depth = 0): SourceNode {
    const node: unknown = isAlias(given) ? this.#aliases.targets.get(given) : given;
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
      if (earlier) this.#problems.push(repeatedKey(earlier, keyRange));
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

/** What the library says, on one line, without what it quotes from the file, which may be a password. */
function sentenceOf({ code, message }: YAMLError): string {
  if (code === 'RESOURCE_EXHAUSTION') return nestedTooDeeply;
  const said = message.replace(/(?<=\w): .*$| \\.*$/s, '').replace(/\.$/, '');
  return `${said.replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase())}.`;
}
