import { type Position, type Range, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { catalogueScope, type TemplateScope } from '../../assist/template-scope.ts';
import type { Edit, SourceRange } from '../../diagnostics/diagnostic.ts';
import { applyEdits } from '../../diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../output/output.ts';
import { type GivenConfig, readGiven } from '../../webhook/config/given-config.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';
import { receiverOf, schemaFor } from '../../webhook/receivers/named-receiver.ts';
import { listTemplates, templatesOf, zoneOf } from '../../webhook/webhook-templates.ts';
import { checkContents, type Finding } from '../check/check-contents.ts';
import { type CheckedText, fixText, mayBeWebhooks } from '../check/check-file.ts';
import type { FileContents, FileValue } from '../contents/contents.ts';
import { locateField } from '../contents/contents.ts';
import type { FileText } from '../contents/file-text.ts';
import {
  isConfigName,
  isTemplateName,
  outputIn,
  readContents,
  readTemplate,
} from '../contents/read-contents.ts';
import type { LanguageServerSettings } from './settings.ts';

/** One version of a document. Offsets refer to its text without a byte order mark. */
export class ReadDocument {
  readonly document: TextDocument;
  readonly text: string;
  readonly contents: FileContents;
  readonly #settings: LanguageServerSettings;
  readonly #read: (text: string) => Promise<FileContents>;
  readonly #shift: number;
  #findings: readonly Finding[] | undefined;
  #templates: readonly TemplateText[] | undefined;

  private constructor(document: TextDocument, text: string, { contents, settings, read }: HowRead) {
    this.document = document;
    this.text = text;
    this.contents = contents;
    this.#settings = settings;
    this.#read = read;
    this.#shift = document.getText().length - text.length;
  }

  /** Undefined if the document is not a template and contains no webhook. */
  static async from(
    document: TextDocument,
    given: LanguageServerSettings,
  ): Promise<ReadDocument | undefined> {
    const kind = kindOf(document.uri, document.languageId);
    if (!kind) return undefined;
    const text = document.getText().replace(/^\ufeff/, '');
    const read = readerOf(kind);
    const contents = await read(text);
    if (kind.kind === 'config' && !mayBeWebhooks(contents, text)) return undefined;
    const output = (kind.kind === 'template' && kind.output) || given.output;
    return new ReadDocument(document, text, { contents, settings: { ...given, output }, read });
  }

  get findings(): readonly Finding[] {
    this.#findings ??= this.#settings.isSilent ? [] : checkContents(this.contents, this.#settings).findings;
    return this.#findings;
  }

  get templates(): readonly TemplateText[] {
    this.#templates ??= templateTexts(this.contents, this.#settings);
    return this.#templates;
  }

  /** The text with all safe fixes applied. */
  async mended(): Promise<string> {
    const check = (contents: FileContents): CheckedText => ({
      contents,
      ...checkContents(contents, this.#settings),
    });
    const { text } = await fixText(this.text, check(this.contents), async text =>
      check(await this.#read(text)),
    );
    return text;
  }

  /** The text of a template after an edit of the file; undefined if the file could no longer be read. */
  async textAfter({ text: { range } }: TemplateText, edit: Edit): Promise<string | undefined> {
    const contents = await this.#read(applyEdits(this.text, [edit]));
    const templates = templateTexts(contents, this.#settings);
    return templates.find(({ text }) => text.range.start === range.start)?.text.value;
  }

  /** The template at an offset, with the corresponding offset in its text. */
  templateAt(offset: number): { readonly template: TemplateText; readonly at: number } | undefined {
    const template = this.templates.find(
      ({ text: { range } }) => range.start <= offset && offset <= range.end,
    );
    return template && { template, at: template.text.offsetInText(offset) };
  }

  rangeOf({ start, end }: SourceRange): Range {
    const { document } = this;
    return { start: document.positionAt(start + this.#shift), end: document.positionAt(end + this.#shift) };
  }

  offsetAt(position: Position): number {
    return Math.max(0, this.document.offsetAt(position) - this.#shift);
  }
}

interface HowRead {
  readonly contents: FileContents;
  readonly settings: LanguageServerSettings;
  readonly read: (text: string) => Promise<FileContents>;
}

function readerOf(kind: DocumentKind): (text: string) => Promise<FileContents> {
  return async text => (kind.kind === 'template' ? readTemplate(text) : readContents(text, kind.name));
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

/** How to read a document: as a bare template, or as a file with this name. */
type DocumentKind =
  | { readonly kind: 'template'; readonly output: OutputName | undefined }
  | { readonly kind: 'config'; readonly name: string };

/** Extensions by the language ids that editors use for files that may be configurations. */
const extensions: Readonly<Record<string, string>> = {
  json: '.json',
  jsonc: '.jsonc',
  yaml: '.yaml',
  properties: '.properties',
  jproperties: '.properties',
  'java-properties': '.properties',
  javaproperties: '.properties',
};

/**
 * The kind of a document, by its name or, if that says nothing, by its language. The name of a template may tell its
 * output: `chat.json.hookplate`.
 */
function kindOf(uri: string, languageId: string): DocumentKind | undefined {
  const name = uri.replace(/[?#].*$/s, '');
  if (isConfigName(name)) return { kind: 'config', name };
  if (isTemplateName(name) || languageId === 'hookplate') return { kind: 'template', output: outputIn(name) };
  return Object.hasOwn(extensions, languageId)
    ? { kind: 'config', name: `${name}${extensions[languageId]}` }
    : undefined;
}

/** A template in a file, with its context. */
export interface TemplateText {
  readonly text: FileText;
  readonly output: OutputName;
  /** Created on demand: it contains the samples of events. */
  readonly scope: () => TemplateScope;
}

/** The templates of a file, in order. */
function templateTexts(
  { kind, entries }: FileContents,
  settings: LanguageServerSettings,
): readonly TemplateText[] {
  if (kind === 'template') return entries.flatMap(entry => bareTemplate(entry, settings));
  const found = entries.flatMap(({ nested, ...flat }) => {
    const { node, value } = nested ?? flat;
    const given = readGiven(value);
    const schema = schemaFor(receiverOf(given, settings.receivers));
    const sources = listTemplates(templatesOf(given, schema));
    return sources.flatMap(([field, { output, schema }]): readonly TemplateText[] => {
      const { isThere, node: place } = locateField(node, field);
      const { text } = isThere && place.kind === 'text' ? place : {};
      return text ? [{ text, output, scope: () => scopeOf(given, settings, { output, schema }) }] : [];
    });
  });
  return found.sort((a, b) => a.text.range.start - b.text.range.start);
}

function bareTemplate({ node }: FileValue, settings: LanguageServerSettings): readonly TemplateText[] {
  if (node.kind !== 'text') return [];
  const { text } = node;
  const { output } = settings;
  return [{ text, output, scope: () => scopeOf(readGiven({}), settings, { output }) }];
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
