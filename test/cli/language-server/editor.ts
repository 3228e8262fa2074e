import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import {
  type ClientCapabilities,
  ConfigurationRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ShowMessageNotification,
  ShutdownRequest,
} from 'vscode-languageserver/node';
import { type Range, TextDocument } from 'vscode-languageserver-textdocument';

const program = fileURLToPath(new URL('../../../dist/hookplate.js', import.meta.url));

interface EditorSettings {
  readonly directory?: string;
  readonly initializationOptions?: unknown;
  /** What the editor answers when it is asked for its settings; without, it cannot be asked. */
  readonly configuration?: unknown;
  readonly capabilities?: ClientCapabilities;
  /** The process that the editor says it is. */
  readonly processId?: number;
}

/** An editor that speaks with the built server in a process of its own. */
export interface Editor {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  readonly process: ReturnType<typeof spawn>;
  /** What was published, the latest last. */
  readonly published: PublishDiagnosticsParams[];
  /** What people were shown. */
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
  /** What is published of this version of it. */
  readonly diagnostics: () => Promise<PublishDiagnosticsParams['diagnostics']>;
  /** The texts that ranges slice. */
  readonly slice: (range: Range) => string;
}

/** Starts the server, and says hello as an editor does. */
export async function startEditor(settings: EditorSettings = {}): Promise<Editor> {
  const {
    directory = tmpdir(),
    initializationOptions,
    configuration,
    capabilities = {},
    processId = process.pid,
  } = settings;
  const child = spawn(process.execPath, [program, 'lsp', '--stdio'], { cwd: directory });
  let written = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    written += text;
  });
  const ended = once(child, 'close').then(([status, signal]) => status ?? signal);
  const connection = createProtocolConnection(child.stdout, child.stdin);
  child.stdin.on('error', () => {});
  onTestFinished(async () => {
    connection.dispose();
    child.kill('SIGKILL');
    await ended;
  });
  const published: PublishDiagnosticsParams[] = [];
  const shown: string[] = [];
  connection.onNotification(PublishDiagnosticsNotification.type, params => void published.push(params));
  connection.onNotification(ShowMessageNotification.type, ({ message }) => void shown.push(message));
  connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(() => configuration));
  connection.listen();
  const canAsk = configuration !== undefined;
  const initialized = await connection.sendRequest(InitializeRequest.type, {
    processId,
    rootUri: pathToFileURL(directory).href,
    workspaceFolders: null,
    capabilities: { ...capabilities, workspace: { ...capabilities.workspace, configuration: canAsk } },
    initializationOptions,
  });
  await connection.sendNotification(InitializedNotification.type, {});
  return {
    connection,
    initialized,
    process: child,
    published,
    shown,
    stderr: () => written,
    ended,
    open: (name, text, languageId = '') =>
      openFile({ connection, published }, TextDocument.create(uriOf(name, directory), languageId, 1, text)),
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
  { connection, published }: Pick<Editor, 'connection' | 'published'>,
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
        await new Promise(resolve => setTimeout(resolve, 10));
      }
    },
    slice: range => file.document.getText(range),
  };
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId, version, text: document.getText() },
  });
  return file;
}
