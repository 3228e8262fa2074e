import { fileURLToPath } from 'node:url';
import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
} from 'vscode-languageserver';
import { aListOf, aText, type Check, defineOptions, oneOf, optional } from '../../options/define-options.ts';
import type { OutputName } from '../../output/output.ts';
import { recordOf } from '../../webhook/config/given-config.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { anAllowList } from '../../webhook/webhook-options.ts';
import { CommandError } from '../command-error.ts';
import { assertEvents, type LoadedCatalogue, loadCatalogue } from '../events/load-catalogue.ts';
import { FileWatcher } from '../files/file-watcher.ts';
import { loadReceivers } from '../webhooks/load-receivers.ts';

const section = 'hookplate';

/** The settings of an editor: those at the start of the server, and later changes. */
export class SettingsSource {
  readonly #connection: Connection;
  readonly #onChange: () => void;
  readonly #directory: string;
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #canAsk: boolean;
  readonly #canRegister: boolean;
  #current: Promise<LanguageServerSettings>;
  #watcher: FileWatcher | undefined;
  #isClosed = false;
  #loads = 0;

  constructor(
    connection: Connection,
    params: InitializeParams,
    { directory, onChange }: { readonly directory: string; readonly onChange: () => void },
  ) {
    const { capabilities, initializationOptions } = params;
    this.#connection = connection;
    this.#onChange = onChange;
    this.#directory = rootOf(params) ?? directory;
    this.#given = recordOf(initializationOptions);
    this.#canAsk = capabilities.workspace?.configuration === true;
    this.#canRegister = capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true;
    this.#current = this.#load(this.#given);
  }

  /** Never rejects: an unusable setting is reported and ignored. */
  get current(): Promise<LanguageServerSettings> {
    return this.#current;
  }

  /** Asks the editor for its settings, now and whenever they change. */
  async watch(): Promise<void> {
    const { client } = this.#connection;
    if (this.#canRegister) await client.register(DidChangeConfigurationNotification.type, { section });
    if (this.#canAsk) await this.changed(undefined);
  }

  /** @param told The settings sent by editors that cannot be asked. */
  async changed(told: unknown): Promise<void> {
    const { workspace } = this.#connection;
    const said = this.#canAsk ? await workspace.getConfiguration(section) : recordOf(told)[section];
    // An editor's extension may have settings of its own among them.
    const known = settingNames.filter(name => (recordOf(said)[name] ?? '') !== '');
    const own = Object.fromEntries(known.map(name => [name, recordOf(said)[name]]));
    this.#current = this.#load({ ...this.#given, ...own });
    this.#onChange();
  }

  /** Loads the settings again whenever one of the files changes that their catalogue is made of. */
  #follow(given: Readonly<Record<string, unknown>>, files: readonly string[]): void {
    this.#watcher?.close();
    this.#watcher = new FileWatcher(() => {
      this.#current = this.#load(given);
      this.#onChange();
    });
    this.#watcher.add(files);
  }

  /** Stops watching. */
  close(): void {
    this.#isClosed = true;
    this.#watcher?.close();
  }

  async #load(given: Readonly<Record<string, unknown>>): Promise<LanguageServerSettings> {
    const load = ++this.#loads;
    const files: string[] = [];
    try {
      return await loadSettings(given, this.#directory, more => files.push(...more));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.#connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Error,
        // On the command line it would be an option.
        message: `hookplate: ${message.replace(/^--/, '')}`,
      });
      // Without the catalogue that was named, every finding would be a guess.
      const isSilent = error instanceof CommandError && Object.hasOwn(given, 'catalogue');
      return { ...(await loadSettings({}, this.#directory)), isSilent };
    } finally {
      if (this.#loads === load && !this.#isClosed) this.#follow(given, files);
    }
  }
}

/** The open folder, to which the path of a catalogue is relative; undefined for a folder on another machine. */
function rootOf({ workspaceFolders, rootUri }: InitializeParams): string | undefined {
  const uri = workspaceFolders?.[0]?.uri ?? rootUri;
  try {
    return uri?.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

/** Settings as users write them, named like the options of `hookplate check`. */
interface GivenSettings {
  readonly catalogue: string | undefined;
  readonly events: readonly string[];
  readonly output: OutputName;
  readonly allow: readonly string[];
  readonly receivers: string | undefined;
}

/** Settings for reading documents. */
export interface LanguageServerSettings {
  readonly catalogue: LoadedCatalogue;
  /** The events to check for. Default: those switched on in the webhook, or else all. */
  readonly events: readonly string[];
  /** The format of bare templates whose name does not tell it. */
  readonly output: OutputName;
  /** Ranges of addresses that are called although they are not public. */
  readonly allow: readonly string[];
  /** The receivers that webhooks may name. */
  readonly receivers: readonly KnownReceiver[];
  /** Whether nothing is reported, because the catalogue cannot be loaded. */
  readonly isSilent?: boolean;
}

export const settingNames = ['catalogue', 'events', 'output', 'allow', 'receivers'] as const;

const someRanges: Check<readonly string[]> = (given, name) => {
  const ranges = aListOf(aText)(given, name);
  anAllowList(ranges, name);
  return ranges;
};

const readSettings = defineOptions<GivenSettings>({
  catalogue: optional(aText),
  events: optional(aListOf(aText), []),
  output: optional(oneOf('text', 'json', 'json-lines', 'url', 'form', 'xml', 'header'), 'text'),
  allow: optional(someRanges, []),
  receivers: optional(aText),
});

/**
 * Loads the settings of an editor; a setting that is `null` or empty counts as missing.
 *
 * @param onFiles Called with the files that the catalogue is made of.
 * @param directory The paths of the catalogue and of the receivers are relative to it.
 * @throws {TypeError} for a setting that is unknown or invalid.
 * @throws {CommandError} for a catalogue that cannot be loaded, and for an event that it does not have.
 */
export async function loadSettings(
  given: unknown,
  directory: string,
  onFiles?: (files: readonly string[]) => void,
): Promise<LanguageServerSettings> {
  const isObject = typeof given === 'object' && given !== null;
  const present = isObject ? Object.entries(given).filter(([, value]) => value !== null && value !== '') : [];
  const {
    catalogue: named,
    receivers: own,
    ...others
  } = readSettings(Object.fromEntries(present), 'settings');
  const catalogue = await loadCatalogue(named, directory, onFiles);
  const receivers = await loadReceivers(own, directory);
  assertEvents(others.events, catalogue);
  return { catalogue, receivers, ...others };
}
