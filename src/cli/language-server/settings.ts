import { fileURLToPath } from 'node:url';
import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
} from 'vscode-languageserver';
import { aListOf, aText, defineOptions, oneOf, optional } from '../../options/define-options.ts';
import type { OutputName } from '../../output/output.ts';
import { assertEvents, type LoadedCatalogue, loadCatalogue } from '../events/load-catalogue.ts';

const section = 'hookplate';

/** The settings of an editor: those that it starts the server with, and whatever it changes later. */
export class SettingsSource {
  readonly #connection: Connection;
  readonly #onChange: () => void;
  readonly #directory: string;
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #canAsk: boolean;
  readonly #canRegister: boolean;
  #current: Promise<LanguageServerSettings>;

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

  /** Never rejects: a setting that cannot be used is reported, and ignored. */
  get current(): Promise<LanguageServerSettings> {
    return this.#current;
  }

  /** Asks the editor, and goes on asking whenever its settings change. */
  async watch(): Promise<void> {
    const { client } = this.#connection;
    if (this.#canRegister) await client.register(DidChangeConfigurationNotification.type, { section });
    if (this.#canAsk) await this.changed(undefined);
  }

  /** @param told The settings as an editor sends them that cannot be asked for them. */
  async changed(told: unknown): Promise<void> {
    const { workspace } = this.#connection;
    const said = this.#canAsk ? await workspace.getConfiguration(section) : recordOf(told)[section];
    // An extension of an editor has settings of its own among them.
    const known = settingNames.filter(name => (recordOf(said)[name] ?? '') !== '');
    const own = Object.fromEntries(known.map(name => [name, recordOf(said)[name]]));
    this.#current = this.#load({ ...this.#given, ...own });
    this.#onChange();
  }

  async #load(given: Readonly<Record<string, unknown>>): Promise<LanguageServerSettings> {
    try {
      return await loadSettings(given, this.#directory);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.#connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Error,
        // On the command line it would be an option.
        message: `hookplate: ${message.replace(/^--/, '')}`,
      });
      return loadSettings({}, this.#directory);
    }
  }
}

/** The folder that is open, in which the way to a catalogue begins; nothing of one that is not on this machine. */
function rootOf({ workspaceFolders, rootUri }: InitializeParams): string | undefined {
  const uri = workspaceFolders?.[0]?.uri ?? rootUri;
  try {
    return uri?.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Settings as people write them, named like the options of `hookplate check`. */
interface GivenSettings {
  readonly catalogue: string | undefined;
  readonly events: readonly string[];
  readonly output: OutputName;
}

/** How what is open in an editor is read. */
export interface LanguageServerSettings {
  readonly catalogue: LoadedCatalogue;
  /** The events that templates are for; without any, those that their webhook has switched on, or else all. */
  readonly events: readonly string[];
  /** For bare templates whose name does not say what they write. */
  readonly output: OutputName;
}

export const settingNames = ['catalogue', 'events', 'output'] as const;

const readSettings = defineOptions<GivenSettings>({
  catalogue: optional(aText),
  events: optional(aListOf(aText), []),
  output: optional(oneOf('text', 'json', 'json-lines', 'url', 'form', 'xml', 'header'), 'text'),
});

/**
 * Loads what an editor was told; a setting that is `null` or empty is none.
 *
 * @param directory Where the way to the catalogue begins.
 * @throws {TypeError} for a setting that is unknown or invalid.
 * @throws {CommandError} for a catalogue that cannot be loaded, and for an event that it does not have.
 */
export async function loadSettings(given: unknown, directory: string): Promise<LanguageServerSettings> {
  const isObject = typeof given === 'object' && given !== null;
  const present = isObject ? Object.entries(given).filter(([, value]) => value !== null && value !== '') : [];
  const { catalogue: named, events, output } = readSettings(Object.fromEntries(present), 'settings');
  const catalogue = await loadCatalogue(named, directory);
  assertEvents(events, catalogue);
  return { catalogue, events, output };
}
