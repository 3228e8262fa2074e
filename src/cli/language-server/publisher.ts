import type { PublishDiagnosticsParams } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { diagnosticsOf } from './answers/diagnostics.ts';
import type { OpenDocuments } from './documents.ts';
import type { ReadDocument } from './read-document.ts';

/** How long nothing is typed before a document is checked; longer where the check before took longer. */
const quietMs = 200;

interface Publishing {
  readonly documents: OpenDocuments;
  readonly read: (document: TextDocument) => Promise<ReadDocument | undefined>;
  readonly send: (params: PublishDiagnosticsParams) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Tells an editor what is wrong with a document once nothing was typed for a moment, and never of what it said before. */
export class Publisher {
  readonly #publishing: Publishing;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #marked = new Set<string>();
  #lastMs = 0;

  constructor(publishing: Publishing) {
    this.#publishing = publishing;
  }

  changed({ uri }: TextDocument): void {
    clearTimeout(this.#timers.get(uri));
    const timer = setTimeout(
      () => void this.#publish(uri).catch(this.#publishing.onFailure),
      Math.max(quietMs, this.#lastMs),
    );
    this.#timers.set(uri, timer);
  }

  /** Of what is closed nothing is wrong. */
  async closed({ uri }: TextDocument): Promise<void> {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    if (this.#marked.delete(uri)) await this.#publishing.send({ uri, diagnostics: [] });
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #publish(uri: string): Promise<void> {
    const { documents, read, send } = this.#publishing;
    const document = documents.get(uri);
    if (!document) return;
    const started = performance.now();
    const reading = await read(document);
    // Something was typed meanwhile, and another check waits.
    if (documents.get(uri) !== document) return;
    const diagnostics = reading ? [...diagnosticsOf(reading)] : [];
    this.#lastMs = performance.now() - started;
    if (reading) this.#marked.add(uri);
    // Of what has no webhook nothing is said, unless it had one before.
    else if (!this.#marked.delete(uri)) return;
    await send({ uri, version: document.version, diagnostics });
  }
}
