import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  commands,
  type ExtensionContext,
  LanguageStatusSeverity,
  languages,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';
import type { Status } from '../../../src/cli/language-server/extension-requests.ts';
import { newestAfterCurrent } from '../../../src/timing/newest-after-current.ts';
import { RequestPreview } from './request-preview.ts';

const documentLanguages = ['hookplate', 'json', 'jsonc', 'yaml', 'properties'];
const documentSelector = documentLanguages.map(language => ({ language }));

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const status = languages.createLanguageStatusItem('hookplate', documentSelector);
  status.name = 'Hookplate';
  const preview = new RequestPreview(context.extensionUri, () => client);
  const showStatus = (): Promise<void> => updateStatus(status, preview);
  const showAgain = async (): Promise<void> => {
    await Promise.all([showStatus(), preview.update()]);
  };
  const restartNow = newestAfterCurrent(() => restart(context, showAgain));
  context.subscriptions.push(
    status,
    preview,
    commands.registerCommand('hookplate.restart', restartNow),
    commands.registerCommand('hookplate.preview', () => preview.show()),
    window.onDidChangeActiveTextEditor(showStatus),
    workspace.onDidSaveTextDocument(showStatus),
    workspace.onDidGrantWorkspaceTrust(restartNow),
    workspace.onDidChangeConfiguration(async event => {
      if (event.affectsConfiguration('hookplate.server')) await restartNow();
    }),
  );
  await restartNow();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function restart(context: ExtensionContext, onChange: () => Promise<void>): Promise<void> {
  // One that has not started, or does not answer, cannot be stopped in order.
  await client?.stop().catch(() => {});
  client = new LanguageClient('hookplate', 'Hookplate', serverOf(context), clientOptions());
  client.registerFeature({
    fillClientCapabilities: capabilities => {
      capabilities.experimental = { hookplate: true };
    },
    initialize: () => {},
    getState: () => ({ kind: 'static' }),
    clear: () => {},
  });
  client.onNotification('hookplate/settingsChanged', onChange);
  // Why it does not start, it tells itself; the command to start it again has to be there all the same.
  await client.start().catch(() => {});
  await onChange();
}

function clientOptions(): LanguageClientOptions {
  return { documentSelector, initializationOptions: { trusted: workspace.isTrusted } };
}

/** The server of the first folder that has one, so that the editor says what the build does, or else that of the extension. */
function serverOf({ extensionPath }: ExtensionContext): ServerOptions {
  const module = ownServer() ?? join(extensionPath, 'server/server.js');
  return { module, transport: TransportKind.stdio, args: ['lsp', '--stdio'] };
}

function ownServer(): string | undefined {
  const isOwn = workspace.getConfiguration('hookplate').get('server') !== 'bundled';
  if (!workspace.isTrusted || !isOwn) return undefined;
  for (const { uri } of workspace.workspaceFolders ?? []) {
    try {
      const described = createRequire(join(uri.fsPath, 'package.json')).resolve('hookplate/package.json');
      return join(described, '../dist/hookplate.js');
    } catch {
      // It is not installed there.
    }
  }
  return undefined;
}

/** Shows which configuration the active document has, and whether there is a request to preview. */
async function updateStatus(
  item: ReturnType<typeof languages.createLanguageStatusItem>,
  preview: RequestPreview,
): Promise<void> {
  const { document } = window.activeTextEditor ?? {};
  const isOurs = document !== undefined && documentLanguages.includes(document.languageId);
  const running = client?.isRunning() ? client : undefined;
  const found = isOurs && running ? await ask(running, document) : null;
  const canPreview = found !== null && document !== undefined && (await preview.isThere(document));
  // Another one may have become active meanwhile.
  if (window.activeTextEditor?.document !== document) return;
  await commands.executeCommand('setContext', 'hookplate.canPreview', canPreview);
  item.command = { title: 'Restart', command: 'hookplate.restart' };
  // It may not know yet, or be asked in vain.
  if (found === null && isOurs && running) return;
  const { config, events = [], trouble } = found ?? { trouble: 'The server is not running.' };
  const count = events.length === 1 ? '1 event' : `${events.length} events`;
  item.text = trouble === undefined ? `$(plug) ${count}` : '$(warning) not checked';
  item.detail = trouble ?? (config === undefined ? 'no hookplate.config' : workspace.asRelativePath(config));
  item.severity = trouble === undefined ? LanguageStatusSeverity.Information : LanguageStatusSeverity.Warning;
}

function ask(client: LanguageClient, document: TextDocument): Promise<Status | null> {
  const uri = document.uri.toString();
  return client.sendRequest<Status | null>('hookplate/status', { uri }).catch(() => null);
}
