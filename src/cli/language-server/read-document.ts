import type { Position, Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Edit, SourceRange } from '../../diagnostics/diagnostic.ts';
import { applyEdits } from '../../diagnostics/fixes/apply-fix.ts';
import { mayBeWebhooks } from '../check/check-file.ts';
import { checkSource } from '../check/check-source.ts';
import type { Finding } from '../check/finding.ts';
import { fixText, type Reading } from '../check/fix-text.ts';
import { readSource, readTemplate } from '../sources/read-source.ts';
import type { Source } from '../sources/source.ts';
import { type DocumentKind, kindOf } from './document-kind.ts';
import type { ServerSettings } from './server-settings.ts';
import { type TemplateText, templateTexts } from './template-texts.ts';

/** What a document says at one version. Offsets are those of its text, without what it may begin with to say that it is Unicode. */
export class ReadDocument {
  readonly document: TextDocument;
  readonly text: string;
  readonly source: Source;
  readonly #settings: ServerSettings;
  readonly #read: (text: string) => Promise<Source>;
  readonly #shift: number;
  #findings: readonly Finding[] | undefined;
  #templates: readonly TemplateText[] | undefined;

  private constructor(document: TextDocument, text: string, { source, settings, read }: HowRead) {
    this.document = document;
    this.text = text;
    this.source = source;
    this.#settings = settings;
    this.#read = read;
    this.#shift = document.getText().length - text.length;
  }

  /** Nothing of what is neither a template nor has a webhook in it. */
  static async from(document: TextDocument, given: ServerSettings): Promise<ReadDocument | undefined> {
    const kind = kindOf(document.uri, document.languageId);
    if (!kind) return undefined;
    const text = document.getText().replace(/^\ufeff/, '');
    const read = readerOf(kind);
    const source = await read(text);
    if (kind.kind === 'config' && !mayBeWebhooks(source, text)) return undefined;
    const output = (kind.kind === 'template' && kind.output) || given.output;
    return new ReadDocument(document, text, { source, settings: { ...given, output }, read });
  }

  /** What is wrong with it. */
  get findings(): readonly Finding[] {
    this.#findings ??= checkSource(this.source, this.#settings).findings;
    return this.#findings;
  }

  get templates(): readonly TemplateText[] {
    this.#templates ??= templateTexts(this.source, this.#settings);
    return this.#templates;
  }

  /** The text with every fix that is safe. */
  async mended(): Promise<string> {
    const check = (source: Source): Reading => ({ source, ...checkSource(source, this.#settings) });
    const { text } = await fixText(this.text, check(this.source), async text =>
      check(await this.#read(text)),
    );
    return text;
  }

  /** What a template of it would say once something of the file was replaced; nothing where it could not be read any more. */
  async textAfter({ text: { range } }: TemplateText, edit: Edit): Promise<string | undefined> {
    const source = await this.#read(applyEdits(this.text, [edit]));
    const templates = templateTexts(source, this.#settings);
    return templates.find(({ text }) => text.range.start === range.start)?.text.value;
  }

  /** The template that an offset stands in, and where that is in its text. */
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
  readonly source: Source;
  readonly settings: ServerSettings;
  readonly read: (text: string) => Promise<Source>;
}

function readerOf(kind: DocumentKind): (text: string) => Promise<Source> {
  return async text => (kind.kind === 'template' ? readTemplate(text) : readSource(text, kind.name));
}
