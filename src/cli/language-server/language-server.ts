import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  DocumentFormattingRequest,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  PositionEncodingKind,
  type PublishDiagnosticsParams,
  ResponseError,
  SemanticTokensRefreshRequest,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { createProtocolConnection } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import packageJson from '../../../package.json' with { type: 'json' };
import { Debounce } from '../../timing/debounce.ts';
import { recordOf } from '../../webhook/config/given-config.ts';
import { explainConfig } from '../check/check-file.ts';
import { type ExitStatus, exitStatus } from '../command-error.ts';
import type { ConfigError } from '../config/config-files.ts';
import { templateExtension } from '../contents/read-contents.ts';
import { type Terminal, watchStrayErrors } from '../terminal.ts';
import { DocumentWorker } from './document-worker.ts';
import { previewAt, previewRequest, settingsChanged, statusOf, statusRequest } from './extension-requests.ts';
import { type ProtocolRefusal, protocolRules, refusedMethod } from './protocol-rules.ts';
import { createDocuments, type OpenDocuments, ReadDocument } from './read-document.ts';
import {
  type ActionForm,
  codeActionsIn,
  completionAt,
  completionTriggers,
  fixAllKind,
  hoverAt,
  legend,
  TokenHistory,
  toDiagnostic,
  withAllFixes,
} from './replies.ts';
import { type LanguageServerSettings, type Need, SettingsSource } from './settings.ts';
import {
  definitionAt,
  foldsOf,
  formattingOf,
  highlightsAt,
  layoutActionsIn,
  layoutKind,
  referencesAt,
  renamableAt,
  renameAt,
  selectionsAt,
  symbolsOf,
} from './structure.ts';
import { WorkspaceFiles } from './workspace-files.ts';

/** Serves an editor over stdin and stdout until the connection ends, and resolves to the exit status of the program. */
export async function runLanguageServer(terminal: Terminal): Promise<ExitStatus> {
  const { connection, ended } = connect(terminal);
  let isOver = false;
  const fail = (error: unknown): void => {
    if (isOver) return;
    connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  // Stray errors may come from the module of a catalogue, and do not end the server.
  void watchStrayErrors(terminal, fail);
  const server = new LanguageServer(connection, { directory: terminal.directory, fail });
  connection.listen();
  const status = await ended;
  isOver = true;
  server.stop();
  return status;
}

class LanguageServer {
  readonly #connection: Connection;
  readonly #documents = createDocuments();
  readonly #worker = new DocumentWorker();
  readonly #publisher: Publisher;
  readonly #files: WorkspaceFiles;
  readonly #tokens = new TokenHistory();
  readonly #readings = new Map<string, Reading>();
  #settings: SettingsSource | undefined;
  /** Ends what the editor watches. */
  #watching: Promise<Disposable> | undefined;
  #actionForm: ActionForm = { edits: 'plain', completes: 'never' };
  #client: Client = clientOf({ capabilities: {} });
  readonly #fail: (error: unknown) => void;

  constructor(
    connection: Connection,
    { directory, fail }: { readonly directory: string; readonly fail: (error: unknown) => void },
  ) {
    this.#connection = connection;
    this.#fail = fail;
    this.#files = new WorkspaceFiles({
      folders: () => this.#settings?.checkedFolders ?? [],
      isOpen: uri => this.#documents.get(uri) !== undefined,
      settingsOf: async uri => {
        if (!this.#settings) throw new Error('There are settings from the first request on.');
        return this.#settings.of(uri);
      },
      send: params => connection.sendDiagnostics(params),
      watch: patterns => void this.#watch(patterns).catch(fail),
    });
    this.#publisher = new Publisher({
      documents: this.#documents,
      read: async document => this.#read(document, await this.#settings?.of(document.uri)),
      send: params => connection.sendDiagnostics(params),
      onFailure: fail,
    });
    connection.onInitialize(params => this.#initialize(params, directory));
    connection.onInitialized(() => {
      this.#settings
        ?.watch()
        .then(() => this.#files.checkAll())
        .catch(fail);
      if (this.#client.hasFolders)
        connection.workspace.onDidChangeWorkspaceFolders(
          event => void this.#settings?.foldersChanged(event).catch(fail),
        );
      if (this.#client.registersFormatting)
        connection.client
          .register(DocumentFormattingRequest.type, { documentSelector: [...templateFiles] })
          .catch(fail);
    });
    connection.onDidChangeConfiguration(({ settings }) => void this.#settings?.changed(settings).catch(fail));
    this.#documents.onDidOpen(() => this.#worker.start());
    this.#documents.onDidChangeContent(({ document }) => {
      this.#forget(document.uri);
      this.#publisher.changed(document);
    });
    this.#documents.onDidClose(({ document }) => {
      this.#forget(document.uri);
      this.#tokens.forget(document.uri);
      this.#publisher
        .closed(document)
        .then(() => this.#files.check([document.uri]))
        .catch(fail);
    });
    connection.onDidChangeWatchedFiles(
      ({ changes }) => void this.#files.check(changes.map(({ uri }) => uri)).catch(fail),
    );
    this.#documents.listen(connection);
    this.#answerRequests();
  }

  stop(): void {
    this.#publisher.stop();
    this.#worker.stop();
    this.#files.stop();
    this.#settings?.close();
    this.#connection.dispose();
  }

  /** Marks the mistakes in a configuration; none, when there are none any more. */
  async #mark(file: string, mistakes: readonly ConfigError[]): Promise<void> {
    const uri = pathToFileURL(file).href;
    const text = textOf(file);
    const document = TextDocument.create(uri, '', 0, text);
    const diagnostics = mistakes.map(error =>
      toDiagnostic({ ...explainConfig(error, text), field: '' }, document),
    );
    await this.#connection.sendDiagnostics({ uri, diagnostics });
  }

  /** Has the editor tell of changes of files that match. */
  async #watch(patterns: readonly string[]): Promise<void> {
    if (!this.#client.watchesFiles) return;
    const before = this.#watching;
    const watchers = patterns.map(globPattern => ({ globPattern }));
    this.#watching = this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    await this.#watching;
    (await before)?.dispose();
  }

  #initialize(params: InitializeParams, directory: string): InitializeResult {
    this.#actionForm = actionFormOf(params);
    this.#client = clientOf(params);
    this.#settings = new SettingsSource(this.#connection, params, {
      directory,
      onChange: () => this.#readAgain(),
      onLate: () => this.#askAgain(),
      mark: (file, mistakes) => void this.#mark(file, mistakes).catch(this.#fail),
    });
    return {
      serverInfo: { name: packageJson.name, version: packageJson.version },
      capabilities: {
        positionEncoding: PositionEncodingKind.UTF16,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: { triggerCharacters: [...completionTriggers] },
        hoverProvider: true,
        codeActionProvider: {
          codeActionKinds: [CodeActionKind.QuickFix, fixAllKind, layoutKind],
          resolveProvider: true,
        },
        semanticTokensProvider: { legend, full: { delta: true }, range: true },
        documentSymbolProvider: true,
        foldingRangeProvider: true,
        documentHighlightProvider: true,
        selectionRangeProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentFormattingProvider: !this.#client.registersFormatting,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  #answerRequests(): void {
    const connection = this.#connection;
    const { semanticTokens } = connection.languages;
    connection.onCompletion(this.#answer(null, (read, params) => completionAt(read, params), 'names'));
    connection.onHover(this.#answer(null, (read, { position }) => hoverAt(read, position), 'names'));
    connection.onCodeAction(
      this.#answer(
        [],
        async (read, params) => [
          ...(await codeActionsIn(read, params, this.#actionForm)),
          ...layoutActionsIn(read, params, this.#actionForm),
        ],
        'findings',
      ),
    );
    connection.onDocumentSymbol(this.#answer([], symbolsOf));
    connection.onFoldingRanges(this.#answer([], foldsOf));
    connection.onDocumentHighlight(this.#answer([], (read, { position }) => highlightsAt(read, position)));
    connection.onSelectionRanges(this.#answer([], (read, { positions }) => selectionsAt(read, positions)));
    connection.onDefinition(this.#answer(null, (read, { position }) => definitionAt(read, position)));
    connection.onReferences(
      this.#answer([], (read, { position, context }) => referencesAt(read, position, context)),
    );
    connection.onPrepareRename(this.#answer(null, (read, { position }) => renamableAt(read, position)));
    connection.onRenameRequest(
      this.#answer(
        null,
        (read, { position, newName }) => renameAt(read, position, newName, this.#actionForm),
        'names',
      ),
    );
    connection.onDocumentFormatting(this.#answer(null, (read, { options }) => formattingOf(read, options)));
    connection.onRequest(
      refusedMethod,
      ({ code, message }: ProtocolRefusal) => new ResponseError(code, message),
    );
    connection.onCodeActionResolve(action => this.#complete(action));
    connection.onRequest(statusRequest, async ({ uri }: { readonly uri: string }) => {
      const settings = await this.#settings?.soonOf(uri);
      return settings ? statusOf(settings) : null;
    });
    connection.onRequest(
      previewRequest,
      this.#answer(null, async (read, { textDocument, position }: TextDocumentPositionParams) => {
        const settings = await this.#settings?.soonOf(textDocument.uri);
        return settings ? previewAt(read, position, settings) : null;
      }),
    );
    semanticTokens.on(this.#answer({ data: [] }, read => this.#tokens.all(read)));
    semanticTokens.onDelta(
      this.#answer({ data: [] }, (read, { previousResultId }) => this.#tokens.since(read, previousResultId)),
    );
    semanticTokens.onRange(this.#answer({ data: [] }, (read, { range }) => this.#tokens.within(read, range)));
  }

  /** Answers a request about the current version of a document; any other file gets the empty answer. */
  #answer<Params extends { readonly textDocument: { readonly uri: string } }, Result>(
    nothing: Result,
    work: (read: ReadDocument, params: Params) => Result | Promise<Result>,
    need?: Need,
  ): (params: Params, token: CancellationToken) => Promise<Result | ResponseError<void>> {
    return async (params, token) => {
      const document = this.#documents.get(params.textDocument.uri);
      const settings =
        document && (await Promise.race([this.#settings?.soonOf(document.uri, need), cancelled(token)]));
      const read = document && (await this.#read(document, settings));
      if (token.isCancellationRequested)
        return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
      return read ? work(read, params) : nothing;
    };
  }

  /** Completes a chosen action; its document may have changed since it was offered. */
  async #complete(action: CodeAction): Promise<CodeAction> {
    const document = this.#documents.get(String(action.data));
    const settings = document && (await this.#settings?.soonOf(document.uri, 'findings'));
    const read = document && (await this.#read(document, settings));
    return read ? withAllFixes(action, read, this.#actionForm) : action;
  }

  async #read(
    document: TextDocument,
    settings: LanguageServerSettings | undefined,
  ): Promise<ReadDocument | undefined> {
    const { uri } = document;
    if (!settings) return undefined;
    const known = this.#readings.get(uri);
    if (known?.document === document && known.settings === settings) return known.result;
    // Something was typed meanwhile, which is read instead.
    const isOld = this.#documents.get(uri) !== document;
    if (!isOld) this.#forget(uri);
    const abort = new AbortController();
    if (isOld) abort.abort();
    const checking = { worker: this.#worker, signal: abort.signal };
    const result = ReadDocument.from(document, settings, checking);
    if (!isOld) this.#readings.set(uri, { document, settings, result, abort });
    return result;
  }

  /** Nobody wants to know any more what is wrong with the version of a document that was read last. */
  #forget(uri: string): void {
    this.#readings.get(uri)?.abort.abort();
    this.#readings.delete(uri);
  }

  #readAgain(): void {
    this.#files.checkAll().catch(this.#fail);
    this.#askAgain();
    for (const document of this.#documents.all()) this.#publisher.changed(document);
  }

  /** Has an editor ask again for what it shows all the time, and which was told for other settings. */
  #askAgain(): void {
    const { isExtension, refreshesTokens } = this.#client;
    if (isExtension) this.#connection.sendNotification(settingsChanged).catch(this.#fail);
    if (refreshesTokens) this.#connection.sendRequest(SemanticTokensRefreshRequest.type).catch(this.#fail);
  }
}

function cancelled(token: CancellationToken): Promise<undefined> {
  return new Promise(resolve => token.onCancellationRequested(() => resolve(undefined)));
}

/** Empty for what cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The version of a document that was read last. */
interface Reading {
  readonly document: TextDocument;
  readonly settings: LanguageServerSettings;
  readonly result: Promise<ReadDocument | undefined>;
  /** Aborted by the next key, and when the document is closed. */
  readonly abort: AbortController;
}

/** What an editor can, besides what its requests say. */
interface Client {
  readonly registersFormatting: boolean;
  readonly watchesFiles: boolean;
  readonly hasFolders: boolean;
  readonly refreshesTokens: boolean;
  /** Whether it is the extension of this project, which is told of more than the protocol has. */
  readonly isExtension: boolean;
}

function clientOf({ capabilities }: Pick<InitializeParams, 'capabilities'>): Client {
  const { workspace, textDocument, experimental } = capabilities;
  const { hookplate } = recordOf(experimental);
  return {
    registersFormatting: textDocument?.formatting?.dynamicRegistration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    hasFolders: workspace?.workspaceFolders === true,
    refreshesTokens: workspace?.semanticTokens?.refreshSupport === true,
    isExtension: hookplate === true,
  };
}

/** What this server formats; other files have formatters of their own, and an editor would ask which of them is meant. */
const templateFiles = [{ language: 'hookplate' }, { pattern: `**/*${templateExtension}` }];

function actionFormOf({ capabilities: { workspace, textDocument } }: InitializeParams): ActionForm {
  const completed = textDocument?.codeAction?.resolveSupport?.properties ?? [];
  return {
    edits: workspace?.workspaceEdit?.documentChanges === true ? 'versioned' : 'plain',
    completes:
      completed.includes('edit') && textDocument?.codeAction?.dataSupport === true ? 'later' : 'never',
  };
}

/** Time without typing before a document is checked; it is longer if the previous check took longer. */
const quietMs = 200;

interface Publishing {
  readonly documents: OpenDocuments;
  readonly read: (document: TextDocument) => Promise<ReadDocument | undefined>;
  readonly send: (params: PublishDiagnosticsParams) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Publishes the diagnostics of a document once nothing was typed for a moment, and never those of an older version. */
class Publisher {
  readonly #publishing: Publishing;
  readonly #quiet = new Map<string, Debounce>();
  readonly #marked = new Set<string>();
  #lastMs = 0;

  constructor(publishing: Publishing) {
    this.#publishing = publishing;
  }

  changed({ uri }: TextDocument): void {
    const quiet = this.#quiet.get(uri) ?? new Debounce();
    this.#quiet.set(uri, quiet);
    const publish = (): void => void this.#publish(uri).catch(this.#publishing.onFailure);
    quiet.start(publish, Math.max(quietMs, this.#lastMs));
  }

  /** Nothing is wrong in a closed document. */
  async closed({ uri }: TextDocument): Promise<void> {
    this.#quiet.get(uri)?.cancel();
    this.#quiet.delete(uri);
    if (this.#marked.delete(uri)) await this.#publishing.send({ uri, diagnostics: [] });
  }

  stop(): void {
    for (const quiet of this.#quiet.values()) quiet.cancel();
    this.#quiet.clear();
  }

  async #publish(uri: string): Promise<void> {
    const { documents, read, send } = this.#publishing;
    const document = documents.get(uri);
    if (!document) return;
    const reading = await read(document);
    // Others need not wait as long as this one has for its configuration.
    const started = performance.now();
    const findings = reading && (await reading.findings);
    // Something was typed meanwhile, and another check is waiting.
    if (documents.get(uri) !== document || (reading && !findings)) return;
    this.#lastMs = performance.now() - started;
    if (findings) this.#marked.add(uri);
    // A document without webhooks has no diagnostics; if it had some before, they are withdrawn.
    else if (!this.#marked.delete(uri)) return;
    const diagnostics = (findings ?? []).map(finding => toDiagnostic(finding, document));
    await send({ uri, version: document.version, diagnostics });
  }
}

/** Milliseconds between two checks that the editor still exists. */
const parentCheckMs = 3_000;

/** A connection with an editor over stdin and stdout. */
interface EditorConnection {
  readonly connection: Connection;
  /**
   * Resolves when the editor ends the server, closes its stdin or dies: to 0 after an announced shutdown, otherwise to
   * 1.
   */
  readonly ended: Promise<ExitStatus>;
}

function connect({ stdin, claimStdout }: Terminal): EditorConnection {
  // Output of a catalogue's module would end up between messages.
  const messages = claimStdout();
  let resolve: (status: ExitStatus) => void = () => {};
  const ended = new Promise<ExitStatus>(resolveEnded => {
    resolve = resolveEnded;
  });
  let parentCheck: ReturnType<typeof setInterval> | undefined;
  const watchDog = {
    shutdownReceived: false,
    initialize: ({ processId }: { readonly processId: number | null }) => {
      if (processId !== null) parentCheck = whenGone(processId, end);
    },
    exit: end,
  };
  for (const event of ['end', 'close', 'error']) stdin.on(event, end);
  const connection = createConnection(
    logger => createProtocolConnection(stdin, messages, logger, { messageStrategy: protocolRules() }),
    watchDog,
  );
  return { connection, ended };

  function end(): void {
    clearInterval(parentCheck);
    resolve(watchDog.shutdownReceived ? exitStatus.fine : exitStatus.findings);
  }
}

function whenGone(processId: number, act: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(() => {
    try {
      process.kill(processId, 0);
    } catch (error) {
      // The process exists, although it must not be signalled.
      if (error instanceof Error && 'code' in error && error.code === 'EPERM') return;
      clearInterval(timer);
      act();
    }
  }, parentCheckMs);
  return timer.unref();
}
