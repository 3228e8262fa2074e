import type { OutputName } from '../../output/output.ts';
import { type CatalogueData, catalogueOfData } from '../../webhook/events/sampled-catalogue.ts';
import { knownReceivers } from '../../webhook/receivers/receiver.ts';
import { type CheckSettings, checkContents, type Finding } from '../check/check-contents.ts';
import { type CheckedText, fixText, mayBeWebhooks, nearlyWebhook } from '../check/check-file.ts';
import type { FileContents } from '../contents/contents.ts';
import {
  isConfigName,
  isTemplateName,
  outputIn,
  readContents,
  readTemplate,
} from '../contents/read-contents.ts';
import type { LanguageServerSettings } from './settings.ts';

/** How to read a document: as a bare template that writes this, or as a file with this name. */
export type DocumentKind =
  | { readonly kind: 'template'; readonly output: OutputName }
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
export function kindOf(
  uri: string,
  languageId: string,
  { template, output }: Pick<LanguageServerSettings, 'template' | 'output'>,
): DocumentKind | undefined {
  const name = uri.replace(/[?#].*$/s, '');
  if (template !== undefined) return { kind: 'template', output: template };
  if (isConfigName(name)) return { kind: 'config', name };
  if (isTemplateName(name) || languageId === 'hookplate')
    return { kind: 'template', output: outputIn(name) ?? output };
  return Object.hasOwn(extensions, languageId)
    ? { kind: 'config', name: `${name}${extensions[languageId]}` }
    : undefined;
}

/** The contents of a document; undefined if it is not a template and contains no webhook, not even nearly. */
export async function readDocument(text: string, kind: DocumentKind): Promise<FileContents | undefined> {
  if (kind.kind === 'template') return readTemplate(text);
  const contents = await readContents(text, kind.name);
  return mayBeWebhooks(contents, text) || nearlyWebhook(contents) ? contents : undefined;
}

/** The settings of a check as plain data, which threads can be sent. */
export interface SettingsData extends Omit<CheckSettings, 'catalogue' | 'output' | 'schema'> {
  readonly events: readonly string[];
  readonly descriptions: CatalogueData['events'];
}

export function dataOf({ catalogue, events, allow, receivers }: LanguageServerSettings): SettingsData {
  return { descriptions: catalogue.events, events, allow, receivers: knownReceivers(receivers) };
}

/** What a thread is asked: what is wrong with a text, or the text with all safe fixes. */
export interface DocumentJob {
  readonly kind: 'check' | 'mend';
  readonly text: string;
  readonly document: DocumentKind;
  readonly settings: SettingsData;
}

/** What it answers; nothing of a document that is not a template and contains no webhook. */
export interface DocumentAnswers {
  readonly check: readonly Finding[] | undefined;
  readonly mend: string | undefined;
}

export async function workOn<Kind extends DocumentJob['kind']>(
  job: DocumentJob & { readonly kind: Kind },
): Promise<DocumentAnswers[Kind]> {
  const { kind, text, document, settings } = job;
  const { descriptions, ...others } = settings;
  const check: CheckSettings = {
    ...others,
    // A check asks for no samples.
    catalogue: catalogueOfData({ events: descriptions, samples: [] }),
    output: document.kind === 'template' ? document.output : 'text',
  };
  const contents = await readDocument(text, document);
  if (!contents) return undefined;
  const isOne = document.kind === 'template' || mayBeWebhooks(contents, text);
  const near = isOne ? undefined : nearlyWebhook(contents);
  const first = near
    ? { contents, findings: [near], suspects: [] }
    : { contents, ...checkContents(contents, check) };
  const work: { readonly [Each in keyof DocumentAnswers]: () => Promise<DocumentAnswers[Each]> } = {
    check: async () => first.findings,
    mend: async () => (await fixText(text, first, checkAgain)).text,
  };
  return work[kind]();

  async function checkAgain(text: string): Promise<CheckedText> {
    const contents =
      document.kind === 'template' ? readTemplate(text) : await readContents(text, document.name);
    return { contents, ...checkContents(contents, check) };
  }
}
