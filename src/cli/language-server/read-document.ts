import type { IToken } from 'chevrotain';
import { type Position, type Range, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { lex } from '../../../grammar/lexer.ts';
import { parseUnconfirmed } from '../../../grammar/parse-template.ts';
import type { TemplateTree } from '../../../grammar/tree.ts';
import { catalogueScope, type TemplateScope } from '../../assist/template-scope.ts';
import type { Edit, SourceRange } from '../../diagnostics/diagnostic.ts';
import { applyEdits } from '../../diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../output/output.ts';
import { type GivenConfig, readGiven } from '../../webhook/config/given-config.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';
import { receiverOf, schemaFor } from '../../webhook/receivers/named-receiver.ts';
import { listTemplates, templatesOf, zoneOf } from '../../webhook/webhook-templates.ts';
import type { Finding } from '../check/check-contents.ts';
import type { FileContents, FileValue } from '../contents/contents.ts';
import { locateField } from '../contents/contents.ts';
import type { FileText } from '../contents/file-text.ts';
import {
  type DocumentAnswers,
  type DocumentJob,
  type DocumentKind,
  kindOf,
  readDocument,
} from './check-document.ts';
import type { DocumentWorker } from './document-worker.ts';
import type { LanguageServerSettings } from './settings.ts';

/** What checks documents, and whether somebody still wants to know of this one. */
interface Checking {
  readonly worker: Pick<DocumentWorker, 'run'>;
  readonly signal: AbortSignal;
}

/** One version of a document. Offsets refer to its text without a byte order mark. */
export class ReadDocument {
  readonly document: TextDocument;
  readonly text: string;
  readonly contents: FileContents;
  readonly #kind: DocumentKind;
  readonly #settings: LanguageServerSettings;
  readonly #checking: Checking;
  #findings: Promise<readonly Finding[] | undefined> | undefined;
  #templates: readonly TemplateText[] | undefined;

  private constructor(document: TextDocument, { text, contents, kind, settings, checking }: HowRead) {
    this.document = document;
    this.text = text;
    this.contents = contents;
    this.#kind = kind;
    this.#settings = settings;
    this.#checking = checking;
  }

  /** Undefined if the document is not a template and contains no webhook. */
  static async from(
    document: TextDocument,
    settings: LanguageServerSettings,
    checking: Checking,
  ): Promise<ReadDocument | undefined> {
    const kind = kindOf(document.uri, document.languageId, settings);
    const text = withoutMark(document.getText());
    const contents = kind && (await readDocument(text, kind));
    return contents && new ReadDocument(document, { text, contents, kind, settings, checking });
  }

  /** What the check says, which is made once; undefined if the document was changed before it could say anything. */
  get findings(): Promise<readonly Finding[] | undefined> {
    this.#findings ??= this.#settings.trouble !== undefined ? Promise.resolve([]) : this.#ask('check');
    return this.#findings;
  }

  /** The same, if somebody asked for it before; undefined otherwise. */
  get awaitedFindings(): ReadDocument['findings'] | undefined {
    return this.#findings;
  }

  /** The text with all safe fixes applied; none are known without a configuration that can be used. */
  async mended(): Promise<string> {
    if (this.#settings.trouble !== undefined) return this.text;
    return (await this.#ask('mend')) ?? this.text;
  }

  #ask<Kind extends DocumentJob['kind']>(kind: Kind): Promise<DocumentAnswers[Kind]> {
    const { worker, signal } = this.#checking;
    return worker.run({ kind, text: this.text, document: this.#kind, settings: this.#settings, signal });
  }

  get templates(): readonly TemplateText[] {
    this.#templates ??= templateTexts(this.contents, this.#kind, this.#settings);
    return this.#templates;
  }

  /** The text of a template after an edit of the file; undefined if the file could no longer be read. */
  async textAfter({ text: { range } }: TemplateText, edit: Edit): Promise<string | undefined> {
    const contents = await readDocument(applyEdits(this.text, [edit]), this.#kind);
    const templates = contents && templateTexts(contents, this.#kind, this.#settings);
    return templates?.find(({ text }) => text.range.start === range.start)?.text.value;
  }

  /** The template at an offset, with the corresponding offset in its text. */
  templateAt(offset: number): { readonly template: TemplateText; readonly at: number } | undefined {
    const template = this.templates.find(
      ({ text: { range } }) => range.start <= offset && offset <= range.end,
    );
    return template && { template, at: template.text.offsetInText(offset) };
  }

  rangeOf(range: SourceRange): Range {
    return rangeIn(this.document, range);
  }

  positionAt(offset: number): Position {
    return this.document.positionAt(offset + this.#shift);
  }

  offsetAt(position: Position): number {
    return Math.max(0, this.document.offsetAt(position) - this.#shift);
  }

  /** The length of a byte order mark. */
  get #shift(): number {
    return this.document.getText().length - this.text.length;
  }
}

interface HowRead {
  readonly text: string;
  readonly contents: FileContents;
  readonly kind: DocumentKind;
  readonly settings: LanguageServerSettings;
  readonly checking: Checking;
}

/** Offsets of findings do not count a byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

/** The range in a document of a range in its text without a byte order mark. */
export function rangeIn(document: TextDocument, { start, end }: SourceRange): Range {
  const shift = document.getText().startsWith('\ufeff') ? 1 : 0;
  return { start: document.positionAt(start + shift), end: document.positionAt(end + shift) };
}

/** The documents open in an editor. A change creates a new document, so that a document that is held never changes. */
export type OpenDocuments = TextDocuments<TextDocument>;

export function createDocuments(): OpenDocuments {
  return new TextDocuments<TextDocument>({
    create: TextDocument.create,
    update: (document, changes, version) => {
      const { uri, languageId } = document;
      const copy = TextDocument.create(uri, languageId, document.version, document.getText());
      return TextDocument.update(copy, changes, version);
    },
  });
}

/** A template in a file, with its context. */
export interface TemplateText {
  readonly text: FileText;
  readonly output: OutputName;
  /** Created on demand: it contains the samples of events. */
  readonly scope: () => TemplateScope;
  readonly tree: () => TemplateTree;
  readonly tokens: () => readonly IToken[];
}

/** The templates of a file, in order; what YAML repeats by an alias or a merge key is one, with the scope of the first webhook. */
function templateTexts(
  { entries }: FileContents,
  kind: DocumentKind,
  settings: LanguageServerSettings,
): readonly TemplateText[] {
  if (kind.kind === 'template') return entries.flatMap(entry => bareTemplate(entry, kind.output, settings));
  const found = entries.flatMap(({ nested, ...flat }) => {
    const { node, value } = nested ?? flat;
    const given = readGiven(value);
    const schema = schemaFor(receiverOf(given, settings.receivers));
    const sources = listTemplates(templatesOf(given, schema));
    return sources.flatMap(([field, { output, schema }]): readonly TemplateText[] => {
      const { isThere, node: place } = locateField(node, field);
      const { text } = isThere && place.kind === 'text' ? place : {};
      return text ? [templateText(text, output, () => scopeOf(given, settings, { output, schema }))] : [];
    });
  });
  const first = new Map(found.toReversed().map(template => [template.text.range.start, template]));
  return [...first.values()].sort((a, b) => a.text.range.start - b.text.range.start);
}

function bareTemplate(
  { node }: FileValue,
  output: OutputName,
  settings: LanguageServerSettings,
): readonly TemplateText[] {
  if (node.kind !== 'text') return [];
  const { text } = node;
  return [templateText(text, output, () => scopeOf(readGiven({}), settings, { output }))];
}

function templateText(text: FileText, output: OutputName, scope: TemplateText['scope']): TemplateText {
  let tree: TemplateTree | undefined;
  let tokens: readonly IToken[] | undefined;
  return {
    text,
    output,
    scope,
    tree: () => {
      tree ??= parseUnconfirmed(text.value).tree;
      return tree;
    },
    tokens: () => {
      tokens ??= lex(text.value);
      return tokens;
    },
  };
}

function scopeOf(
  given: GivenConfig,
  { catalogue, events }: LanguageServerSettings,
  template: Pick<TemplateScope, 'output' | 'schema'>,
): TemplateScope {
  const { profile } = given;
  const on = events.length > 0 ? events : catalogue.names.filter(name => given.events?.[name] === true);
  const names = on.length > 0 ? on : catalogue.names;
  const samples = names.flatMap(name => sampleOf(catalogue, name));
  return catalogueScope(
    catalogue,
    names,
    samples.map(sample => ('profile' in sample && profile !== undefined ? { ...sample, profile } : sample)),
    { ...template, timeZone: zoneOf(given) },
  );
}

/** Applications may fail to make a sample; names and types are known even without it. */
function sampleOf(catalogue: LanguageServerSettings['catalogue'], name: string): readonly AnyEvent[] {
  try {
    return [catalogue.sample(name)];
  } catch {
    return [];
  }
}
