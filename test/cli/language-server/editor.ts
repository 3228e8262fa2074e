import { EventEmitter, once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import {
  type ClientCapabilities,
  ConfigurationRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  type FileSystemWatcher,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  RegistrationRequest,
  ShowMessageNotification,
  ShutdownRequest,
  UnregistrationRequest,
} from 'vscode-languageserver/node';
import { type Range, TextDocument } from 'vscode-languageserver-textdocument';
import { spawnHookplate } from '../hookplate-process.ts';
import { directoryWith, startHookplate } from '../run-hookplate.ts';

interface EditorSettings {
  readonly directory?: string;
  readonly initializationOptions?: unknown;
  /** The folders that are open. Default: the directory, for an editor that knows of no more than one. */
  readonly folders?: readonly string[];
  /** The editor's answer to a request for its settings, or what makes it; without it, the editor cannot be asked. */
  readonly configuration?: object | ((scope: string | undefined) => object);
  readonly capabilities?: ClientCapabilities;
  /** Another server than the built command, for an editor of a process. */
  readonly program?: string;
  /** The process that the editor says it is. */
  readonly processId?: number;
}

/** A server that runs, as its editor sees it. */
interface Server {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: () => string;
  readonly ended: Promise<number | string>;
}

/** An editor that speaks with a server. */
export interface Editor {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  /** Closes the stdin of the server. */
  readonly hangUp: () => void;
  /** All published diagnostics, the latest last. */
  readonly published: PublishDiagnosticsParams[];
  /** The methods that the server has registered itself for. */
  readonly registered: string[];
  /** The patterns of the files that the server wants to hear of. */
  readonly watched: () => readonly unknown[];
  /** Messages shown to the user. */
  readonly shown: string[];
  readonly stderr: () => string;
  readonly ended: Promise<number | string>;
  readonly open: (name: string, text: string, languageId?: string) => Promise<OpenFile>;
  /** Ends the server as the protocol wants it, and gives its status. */
  readonly quit: () => Promise<number | string>;
}

/** A document that is open, as the editor knows it. */
export interface OpenFile {
  readonly uri: string;
  document: TextDocument;
  /** Replaces the text between two offsets, as somebody does who types. */
  readonly type: (start: number, end: number, text: string) => Promise<void>;
  /** The diagnostics published for its current version. */
  readonly diagnostics: () => Promise<PublishDiagnosticsParams['diagnostics']>;
  /** The texts that ranges slice. */
  readonly slice: (range: Range) => string;
}

/** Starts the server in this process, and says hello as an editor does. */
export function startEditor(settings: EditorSettings = {}): Promise<Editor> {
  return speakWith((args, directory) => {
    const stdout = new PassThrough();
    const run = startHookplate(args, { directory, stdin: { isOpen: true }, output: stdout });
    return { ...run, stdout };
  }, settings);
}

/** The same with the built server, in a process of its own. */
export function startEditorOfProcess(settings: EditorSettings = {}): Promise<Editor> {
  return speakWith((args, directory) => {
    const { child, ended, stderr } = spawnHookplate(args, {
      directory,
      stdin: { isOpen: true },
      program: settings.program,
    });
    if (!child.stdin || !child.stdout) throw new Error('Its streams are not those of a pipe.');
    return { stdin: child.stdin, stdout: child.stdout, stderr, ended };
  }, settings);
}

async function speakWith(
  start: (args: readonly string[], directory: string) => Server,
  settings: EditorSettings,
): Promise<Editor> {
  const {
    directory = directoryWith({}),
    initializationOptions,
    folders,
    configuration,
    capabilities = {},
    processId = process.pid,
  } = settings;
  const { stdin, stdout, stderr, ended } = start(['lsp', '--stdio'], directory);
  const connection = createProtocolConnection(stdout, stdin);
  onTestFinished(() => connection.dispose());
  const published: PublishDiagnosticsParams[] = [];
  const shown: string[] = [];
  const registered: string[] = [];
  const watched = new Map<string, readonly unknown[]>();
  const news = new EventEmitter();
  connection.onNotification(PublishDiagnosticsNotification.type, params => {
    published.push(params);
    news.emit('published');
  });
  connection.onNotification(ShowMessageNotification.type, ({ message }) => void shown.push(message));
  connection.onRequest(ConfigurationRequest.type, ({ items }) =>
    items.map(({ scopeUri }) =>
      typeof configuration === 'function' ? configuration(scopeUri) : configuration,
    ),
  );
  connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
    registered.push(...registrations.map(({ method }) => method));
    for (const { id, registerOptions } of registrations)
      if (registerOptions?.watchers)
        watched.set(
          id,
          registerOptions.watchers.map(({ globPattern }: FileSystemWatcher) => globPattern),
        );
  });
  connection.onRequest(UnregistrationRequest.type, ({ unregisterations }) => {
    for (const { id } of unregisterations) watched.delete(id);
  });
  connection.listen();
  const canAsk = configuration !== undefined;
  const initialized = await connection.sendRequest(InitializeRequest.type, {
    processId,
    rootUri: pathToFileURL(directory).href,
    workspaceFolders: folders?.map(folder => ({ uri: pathToFileURL(folder).href, name: folder })) ?? null,
    capabilities: {
      ...capabilities,
      workspace: {
        ...capabilities.workspace,
        configuration: canAsk,
        workspaceFolders: folders !== undefined,
      },
    },
    initializationOptions,
  });
  await connection.sendNotification(InitializedNotification.type, {});
  return {
    connection,
    initialized,
    hangUp: () => void stdin.end(),
    published,
    registered,
    watched: () => [...watched.values()].flat(),
    shown,
    stderr,
    ended,
    open: (name, text, languageId = '') =>
      openFile(
        { connection, published, news },
        TextDocument.create(uriOf(name, directory), languageId, 1, text),
      ),
    quit: async () => {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      return ended;
    },
  };
}

function uriOf(name: string, directory: string): string {
  return name.startsWith('untitled:') ? name : `${pathToFileURL(directory).href}/${encodeURI(name)}`;
}

async function openFile(
  { connection, published, news }: Pick<Editor, 'connection' | 'published'> & { readonly news: EventEmitter },
  document: TextDocument,
): Promise<OpenFile> {
  const { uri, languageId, version } = document;
  const file: OpenFile = {
    uri,
    document,
    type: async (start, end, text) => {
      const range = { start: file.document.positionAt(start), end: file.document.positionAt(end) };
      const contentChanges = [{ range, text }];
      const next = file.document.version + 1;
      file.document = TextDocument.update(file.document, contentChanges, next);
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version: next },
        contentChanges,
      });
    },
    diagnostics: async () => {
      const isOfNow = (params: PublishDiagnosticsParams) =>
        params.uri === uri && params.version === file.document.version;
      for (;;) {
        const found = published.findLast(isOfNow);
        if (found) return found.diagnostics;
        await once(news, 'published');
      }
    },
    slice: range => file.document.getText(range),
  };
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId, version, text: document.getText() },
  });
  return file;
}
