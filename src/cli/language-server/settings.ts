import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
  type WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver';
import { aBoolean, aListOf, aText, defineOptions, oneOf, optional } from '../../options/define-options.ts';
import { type OutputName, outputNames } from '../../output/output.ts';
import { within } from '../../timing/deadline.ts';
import { recordOf } from '../../webhook/config/given-config.ts';
import { CommandError } from '../command-error.ts';
import { ConfigError, ConfigFiles, type FileSettings, findConfig } from '../config/config-files.ts';
import { someRanges } from '../config/config-schema.ts';
import { loadCatalogue } from '../events/load-catalogue.ts';
import type { SearchedConfigs } from '../files/find-files.ts';
import { loadReceivers } from '../webhooks/load-receivers.ts';

const section = 'hookplate';

/** Settings for reading a document: those of its configuration, and those of the editor. */
export interface LanguageServerSettings
  extends Pick<FileSettings, 'catalogue' | 'receivers' | 'events' | 'allow' | 'config'> {
  /** What the document writes if its configuration says that it is a bare template. */
  readonly template: OutputName | undefined;
  /** The format of bare templates of which nothing else tells it. */
  readonly output: OutputName;
  /** Why nothing is reported, if that is so: without its catalogue, every finding would be a guess. */
  readonly trouble?: string;
}

/** Settings as users of an editor write them, named like the options of `hookplate check`. */
interface EditorSettings {
  readonly catalogue: string | undefined;
  readonly events: readonly string[];
  readonly output: OutputName;
  readonly allow: readonly string[];
  readonly receivers: string | undefined;
  /** Which files are checked: those that are open, or all of the folders that are. */
  readonly check: 'open' | 'all';
  /** Whether the code of the folders may run. */
  readonly trusted: boolean;
}

export const settingNames = [
  'catalogue',
  'events',
  'output',
  'allow',
  'receivers',
  'check',
] as const satisfies readonly (keyof EditorSettings)[];

export const readSettings = defineOptions<EditorSettings>({
  catalogue: optional(aText),
  events: optional(aListOf(aText), []),
  output: optional(oneOf(...outputNames), 'text'),
  allow: optional(someRanges, []),
  receivers: optional(aText),
  check: optional(oneOf('open', 'all'), 'all'),
  trusted: optional(aBoolean, true),
});

/** What an editor says; a setting that is `null` or empty counts as missing. */
type Said = Readonly<Record<string, unknown>>;

function saidIn(settings: unknown): Said {
  return Object.fromEntries(
    Object.entries(recordOf(settings)).filter(([, value]) => value !== null && value !== ''),
  );
}

interface SettingsWiring {
  /** The folder of everything that is in no other. */
  readonly directory: string;
  /** Called after the settings of some documents have changed. */
  readonly onChange: () => void;
  /** Called when the settings of a document are known, after somebody has been answered without them. */
  readonly onLate: () => void;
  /** Tells people of what cannot be used. */
  readonly tell: (message: string) => void;
  /** Marks the mistakes in a configuration; none, when there are none any more. */
  readonly mark: (file: string, mistakes: readonly ConfigError[]) => void;
}

/** What a folder needs of all of them. */
interface FolderWiring extends Omit<SettingsWiring, 'mark'> {
  readonly marks: Marks;
}

/** A folder whose files are looked for. */
export type SearchedFolder = Pick<Folder, 'directory' | 'searched'>;

/** The settings of an editor, for each of its folders, and the configurations of the files in it. */
export class SettingsSource {
  readonly #connection: Connection;
  readonly #wiring: FolderWiring;
  readonly #given: Said;
  readonly #canAsk: boolean;
  readonly #canRegister: boolean;
  /** For files outside of all folders, or before there are any. */
  readonly #elsewhere: Folder;
  #folders: readonly Folder[];
  /** What was told since the last change, so that people are told once. */
  readonly #told = new Set<string>();

  constructor(connection: Connection, params: InitializeParams, wiring: Omit<SettingsWiring, 'tell'>) {
    const { capabilities, initializationOptions } = params;
    this.#connection = connection;
    this.#wiring = {
      directory: wiring.directory,
      onChange: () => {
        this.#told.clear();
        wiring.onChange();
      },
      onLate: wiring.onLate,
      tell: message => {
        if (this.#told.has(message)) return;
        this.#told.add(message);
        const shown = { type: MessageType.Error, message: `hookplate: ${message}` } as const;
        const send = async (): Promise<void> =>
          connection.sendNotification(ShowMessageNotification.type, shown);
        // What was being read when the editor left is told nobody.
        send().catch(() => {});
      },
      marks: new Marks(wiring.mark),
    };
    this.#given = saidIn(initializationOptions);
    this.#canAsk = capabilities.workspace?.configuration === true;
    this.#canRegister = capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true;
    const roots = params.workspaceFolders?.map(({ uri }) => uri) ?? (params.rootUri ? [params.rootUri] : []);
    this.#folders = roots.flatMap(uri => this.#folderAt(uri));
    this.#elsewhere = new Folder(undefined, this.#folders[0]?.directory ?? wiring.directory, this.#wiring);
    for (const folder of this.#all) folder.use(this.#given);
  }

  get #all(): readonly Folder[] {
    return [...this.#folders, this.#elsewhere];
  }

  /** The folders whose files are checked though they are not open. */
  get checkedFolders(): readonly SearchedFolder[] {
    return this.#folders.filter(({ checks }) => checks === 'all');
  }

  /** The settings of a document. Never rejects: what cannot be used is reported. */
  async of(uri: string): Promise<LanguageServerSettings> {
    const { folder, path } = this.#placeOf(uri);
    return folder.settingsOf(path);
  }

  /**
   * The same for somebody who waits. Where a module takes longer than that: what was known before, or as if there were no
   * configuration.
   */
  async soonOf(uri: string, need: Need = 'none'): Promise<LanguageServerSettings> {
    const { folder, path } = this.#placeOf(uri);
    return folder.settingsSoon(path, need);
  }

  #placeOf(uri: string): { readonly folder: Folder; readonly path: string } {
    const path = pathOf(uri);
    const holding = this.#folders.filter(({ directory }) => path?.startsWith(join(directory, '/')));
    const folder = holding.toSorted((a, b) => b.directory.length - a.directory.length)[0] ?? this.#elsewhere;
    return { folder, path: path ?? join(folder.directory, 'untitled') };
  }

  /** Asks the editor for its settings, now and whenever they change. */
  async watch(): Promise<void> {
    const { client } = this.#connection;
    if (this.#canRegister) await client.register(DidChangeConfigurationNotification.type, { section });
    if (this.#canAsk) await this.changed(undefined);
  }

  /** @param told The settings sent by editors that cannot be asked. */
  async changed(told: unknown): Promise<void> {
    const all = this.#all;
    const { workspace } = this.#connection;
    const answers = this.#canAsk
      ? await workspace.getConfiguration(
          all.map(({ uri }) => ({ section, ...(uri !== undefined && { scopeUri: uri }) })),
        )
      : all.map(() => recordOf(told)[section]);
    const changed = all.filter((folder, index) => {
      // An editor's extension may have settings of its own among them.
      const said = saidIn(answers[index]);
      const own = settingNames.filter(name => Object.hasOwn(said, name)).map(name => [name, said[name]]);
      return folder.use({ ...this.#given, ...Object.fromEntries(own) });
    });
    if (changed.length > 0) this.#wiring.onChange();
  }

  async foldersChanged({ added, removed }: WorkspaceFoldersChangeEvent): Promise<void> {
    const gone = this.#folders.filter(({ uri }) => removed.some(each => each.uri === uri));
    const news = added.flatMap(({ uri }) => this.#folderAt(uri));
    this.#folders = [...this.#folders.filter(folder => !gone.includes(folder)), ...news];
    for (const folder of gone) folder.close();
    for (const folder of news) folder.use(this.#given);
    if (this.#canAsk) await this.changed(undefined);
    this.#wiring.onChange();
  }

  /** Stops watching. */
  close(): void {
    for (const folder of this.#all) folder.close();
  }

  /** A folder on another machine is none. */
  #folderAt(uri: string): readonly Folder[] {
    const directory = pathOf(uri);
    return directory === undefined ? [] : [new Folder(uri, directory, this.#wiring)];
  }
}

/** The mistakes in configurations: one configuration may have several, and be that of several folders. */
class Marks {
  readonly #mark: SettingsWiring['mark'];
  #found: readonly { readonly by: Folder; readonly error: ConfigError }[] = [];

  constructor(mark: SettingsWiring['mark']) {
    this.#mark = mark;
  }

  add(by: Folder, error: ConfigError): void {
    const known = this.#found.filter(each => each.error.message === error.message);
    if (known.some(each => each.by === by)) return;
    this.#found = [...this.#found, { by, error }];
    if (known.length === 0) this.#show(error.file);
  }

  /** Forgets what a folder has found. */
  forget(by: Folder): void {
    const before = this.#found;
    this.#found = before.filter(each => each.by !== by);
    const isLeft = ({ message }: ConfigError): boolean =>
      this.#found.some(({ error }) => error.message === message);
    const gone = before.flatMap(({ error }) => (isLeft(error) ? [] : error.file));
    for (const file of new Set(gone)) this.#show(file);
  }

  #show(file: string): void {
    const errors = this.#found.flatMap(({ error }) => (error.file === file ? error : []));
    this.#mark(file, [...new Map(errors.map(error => [error.message, error])).values()]);
  }
}

export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What a request needs a configuration for: to know what is wrong, or the names of the catalogue, of which those that were
 * known before will do. What needs neither, an editor asks again.
 */
export type Need = 'findings' | 'names' | 'none';

/** Milliseconds that a request waits for modules, which may run much longer. */
const patienceMs = { brief: 100, long: 5_000 } as const;

/** A folder that is open, with the editor's settings for it. */
class Folder {
  readonly uri: string | undefined;
  readonly directory: string;
  readonly #wiring: FolderWiring;
  #said = '';
  #editor: EditorSettings = readSettings({}, 'settings');
  #configs: ConfigFiles | undefined;
  #known = new Map<string, Promise<LanguageServerSettings>>();
  /** By patience and path, what a request is answered with that has waited long enough. */
  #soon = new Map<string, Promise<LanguageServerSettings>>();
  /** By path, what was known last, whatever has changed since. */
  #last = new Map<string, LanguageServerSettings>();
  /** The settings of files that differ; many have the same. */
  #different: LanguageServerSettings[] = [];

  constructor(uri: string | undefined, directory: string, wiring: FolderWiring) {
    this.uri = uri;
    this.directory = directory;
    this.#wiring = wiring;
  }

  /** Configurations are code, and say nothing where that must not run. */
  get searched(): SearchedConfigs {
    return this.#configs && this.#editor.trusted ? this.#configs : noConfigs;
  }

  get checks(): EditorSettings['check'] {
    return this.#editor.check;
  }

  /** Uses what the editor says, and tells whether that is anything new. */
  use(said: Said): boolean {
    const text = JSON.stringify(said);
    if (text === this.#said) return false;
    this.#said = text;
    this.#forget();
    this.#last = new Map();
    try {
      this.#editor = readSettings(said, 'settings');
    } catch (error) {
      this.#editor = readSettings({}, 'settings');
      this.#tell(messageOf(error));
    }
    this.#configs?.close();
    this.#configs = new ConfigFiles({
      given: this.#editor,
      directory: this.directory,
      onChange: () => {
        this.#forget();
        this.#wiring.onChange();
      },
    });
    return true;
  }

  close(): void {
    this.#forget();
    this.#configs?.close();
  }

  settingsOf(path: string): Promise<LanguageServerSettings> {
    const known = this.#known.get(path) ?? this.#load(path);
    this.#known.set(path, known);
    return known;
  }

  settingsSoon(path: string, need: Need): Promise<LanguageServerSettings> {
    const settings = this.settingsOf(path);
    const isLong = need === 'findings' || (need === 'names' && !this.#last.has(path));
    const patience = isLong ? 'long' : 'brief';
    const key = `${patience} ${path}`;
    const late = (): Promise<LanguageServerSettings> => this.#meanwhile(path, settings);
    const soon = this.#soon.get(key) ?? within(patienceMs[patience], settings, late, { keepsAlive: false });
    this.#soon.set(key, soon);
    return Promise.race([settings, soon]);
  }

  async #meanwhile(path: string, settings: Promise<LanguageServerSettings>): Promise<LanguageServerSettings> {
    const asked = this.#soon;
    // After a change, everybody asks again anyway.
    void settings.then(() => asked === this.#soon && this.#wiring.onLate());
    const known = this.#last.get(path) ?? (await this.#withoutConfig());
    return this.#same({ ...known, trouble: 'The configuration is still being loaded.' });
  }

  async #withoutConfig(): Promise<LanguageServerSettings> {
    const { output: template, ...found } = await defaults();
    return { ...found, template, output: this.#editor.output };
  }

  async #load(path: string): Promise<LanguageServerSettings> {
    const { output, trusted } = this.#editor;
    const known = this.#known;
    /** Something has changed meanwhile, and what was loaded is from before that. */
    const isOld = (): boolean => known !== this.#known;
    try {
      if (!trusted) await this.#assertNoCode(path);
      const { output: template, ...found } = (await this.#configs?.settingsFor(path)) ?? (await defaults());
      if (isOld()) return this.settingsOf(path);
      const settings = this.#same({ ...found, template, output });
      this.#last.set(path, settings);
      return settings;
    } catch (error) {
      if (isOld()) return this.settingsOf(path);
      const trouble = messageOf(error);
      if (!(error instanceof Restricted)) this.#tell(trouble);
      if (error instanceof ConfigError) this.#wiring.marks.add(this, error);
      const config = error instanceof ConfigError ? error.file : undefined;
      return this.#same({ ...(await this.#withoutConfig()), config, trouble });
    }
  }

  /** The same settings are the same object, which a thread is sent once. */
  #same(settings: LanguageServerSettings): LanguageServerSettings {
    const known = this.#different.find(each => isSame(each, settings));
    if (!known) this.#different.push(settings);
    return known ?? settings;
  }

  /** Configurations are code, and may name code. @throws {Restricted} where there is any. */
  async #assertNoCode(path: string): Promise<void> {
    const { catalogue, receivers } = this.#editor;
    const isCode = [catalogue, receivers].some(
      name => name !== undefined && !['.json', '.yaml', '.yml'].includes(extname(name)),
    );
    if (isCode || (await findConfig(dirname(path))) !== undefined)
      throw new Restricted('Nothing is checked: the code of this folder is not trusted.');
  }

  #tell(message: string): void {
    // On the command line it would be an option.
    this.#wiring.tell(message.replace(/^--/, ''));
  }

  #forget(): void {
    this.#wiring.marks.forget(this);
    this.#known = new Map();
    this.#soon = new Map();
    this.#different = [];
  }
}

const noConfigs: SearchedConfigs = { templatePatternsOf: async () => [], settingsFor: defaults };

/** In a folder that is not trusted. */
class Restricted extends CommandError {
  constructor(message: string) {
    super('usage', message);
  }
}

async function defaults(): Promise<FileSettings> {
  const catalogue = await loadCatalogue(undefined, '');
  const receivers = await loadReceivers(undefined, '');
  return { catalogue, receivers, events: [], allow: [], output: undefined, config: undefined };
}

function isSame(a: LanguageServerSettings, b: LanguageServerSettings): boolean {
  const rest = ({ config, events, allow, template, output, trouble }: LanguageServerSettings): string =>
    JSON.stringify([config, events, allow, template, output, trouble]);
  return a.catalogue === b.catalogue && a.receivers === b.receivers && rest(a) === rest(b);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
