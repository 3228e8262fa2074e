import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  commands,
  type ExtensionContext,
  LanguageStatusSeverity,
  languages,
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
  context.subscriptions.push(
    status,
    preview,
    commands.registerCommand('hookplate.restart', async () => {
      await restart(context, showAgain);
    }),
    commands.registerCommand('hookplate.preview', () => preview.show()),
    window.onDidChangeActiveTextEditor(showStatus),
    workspace.onDidGrantWorkspaceTrust(() => restart(context, showAgain)),
    workspace.onDidChangeConfiguration(async event => {
      if (event.affectsConfiguration('hookplate.server')) await restart(context, showAgain);
    }),
  );
  await restart(context, showAgain);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function restart(context: ExtensionContext, onChange: () => Promise<void>): Promise<void> {
  await client?.stop();
  client = new LanguageClient('hookplate', 'Hookplate', serverOf(context), clientOptions());
  client.registerFeature({
    fillClientCapabilities: capabilities => {
      capabilities.experimental = { hookplate: true };
    },
    initialize: () => {},
    getState: () => ({ kind: 'static' }),
    clear: () => {},
  });
  await client.start();
  client.onNotification('hookplate/settingsChanged', onChange);
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
  if (!document || !client?.isRunning() || !documentLanguages.includes(document.languageId)) return;
  const uri = document.uri.toString();
  const found = await client.sendRequest<Status | null>('hookplate/status', { uri }).catch(() => null);
  await commands.executeCommand('setContext', 'hookplate.canPreview', await preview.isThere(document));
  if (!found) return;
  const { config, events, trouble } = found;
  const count = events.length === 1 ? '1 event' : `${events.length} events`;
  item.text = trouble === undefined ? `$(plug) ${count}` : '$(warning) not checked';
  item.detail = trouble ?? (config === undefined ? 'no hookplate.config' : workspace.asRelativePath(config));
  item.severity = trouble === undefined ? LanguageStatusSeverity.Information : LanguageStatusSeverity.Warning;
  item.command = { title: 'Restart', command: 'hookplate.restart' };
}
