import {
  type Disposable,
  type TextDocument,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { PreviewData } from '../../../src/cli/language-server/extension-requests.ts';

/** Milliseconds without typing before the preview follows. */
const quietMs = 150;

/** The requests of the webhook in the active file, in a view beside it that follows what is typed. */
export class RequestPreview implements Disposable {
  readonly #extension: Uri;
  readonly #client: () => LanguageClient | undefined;
  readonly #listeners: readonly Disposable[];
  #panel: WebviewPanel | undefined;
  #document: TextDocument | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(extension: Uri, client: () => LanguageClient | undefined) {
    this.#extension = extension;
    this.#client = client;
    this.#listeners = [
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.#document) this.#updateSoon();
      }),
      window.onDidChangeTextEditorSelection(({ textEditor: { document } }) => {
        if (document === this.#document) this.#updateSoon();
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#panel?.dispose();
    for (const listener of this.#listeners) listener.dispose();
  }

  /** Whether a document has a webhook. */
  async isThere(document: TextDocument): Promise<boolean> {
    return (await this.#ask(document)) !== null;
  }

  async show(): Promise<void> {
    const { document } = window.activeTextEditor ?? {};
    if (!document) return;
    this.#document = document;
    const panel = this.#panel ?? this.#open();
    panel.title = `Request of ${workspace.asRelativePath(document.uri)}`;
    panel.reveal(ViewColumn.Beside, true);
    await this.update();
  }

  #open(): WebviewPanel {
    const dist = Uri.joinPath(this.#extension, 'dist');
    const options = { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [dist] };
    const showOptions = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    const panel = window.createWebviewPanel('hookplate.preview', 'Request', showOptions, options);
    const { webview } = panel;
    const script = webview.asWebviewUri(Uri.joinPath(dist, 'preview.js'));
    webview.html = pageOf(script.toString(), webview.cspSource);
    // It says that it is ready.
    webview.onDidReceiveMessage(() => this.update());
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#document = undefined;
    });
    this.#panel = panel;
    return panel;
  }

  #updateSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.update(), quietMs);
  }

  /** Shows what the server says of the webhook now. */
  async update(): Promise<void> {
    const data = this.#document && (await this.#ask(this.#document));
    await this.#panel?.webview.postMessage(data ?? null);
  }

  async #ask(document: TextDocument): Promise<PreviewData | null> {
    const client = this.#client();
    if (!client?.isRunning()) return null;
    const editor = window.visibleTextEditors.find(each => each.document === document);
    const position = editor?.selection.active ?? { line: 0, character: 0 };
    const params = {
      textDocument: { uri: document.uri.toString() },
      position: { line: position.line, character: position.character },
    };
    return client.sendRequest<PreviewData | null>('hookplate/preview', params).catch(() => null);
  }
}

/** A page that loads the script of the extension and nothing else. */
function pageOf(script: string, source: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source}; style-src ${source} 'unsafe-inline'" />
    <title>Request</title>
  </head>
  <body>
    <hookplate-preview></hookplate-preview>
    <script type="module" src="${script}"></script>
  </body>
</html>`;
}
