import { fileURLToPath } from 'node:url';
import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
} from 'vscode-languageserver';
import { loadSettings, type ServerSettings, settingNames } from './server-settings.ts';

const section = 'hookplate';

/** What an editor says of how its documents are read: when it starts the server, and whenever that changes. */
export class SettingsSource {
  readonly #connection: Connection;
  readonly #onChange: () => void;
  readonly #directory: string;
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #canAsk: boolean;
  readonly #canRegister: boolean;
  #current: Promise<ServerSettings>;

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

  /** Never rejects: a setting that cannot be used is told, and is as if it were not there. */
  get current(): Promise<ServerSettings> {
    return this.#current;
  }

  /** Asks the editor, and goes on asking whenever its settings change. */
  async watch(): Promise<void> {
    const { client } = this.#connection;
    if (this.#canRegister) await client.register(DidChangeConfigurationNotification.type, { section });
    if (this.#canAsk) await this.changed(undefined);
  }

  /** @param told What an editor says that cannot be asked. */
  async changed(told: unknown): Promise<void> {
    const { workspace } = this.#connection;
    const said = this.#canAsk ? await workspace.getConfiguration(section) : recordOf(told)[section];
    // An extension of an editor has settings of its own among them.
    const known = settingNames.filter(name => (recordOf(said)[name] ?? '') !== '');
    const own = Object.fromEntries(known.map(name => [name, recordOf(said)[name]]));
    this.#current = this.#load({ ...this.#given, ...own });
    this.#onChange();
  }

  async #load(given: Readonly<Record<string, unknown>>): Promise<ServerSettings> {
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
