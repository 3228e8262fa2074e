import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { PublishDiagnosticsParams } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { newestAfterCurrent } from '../../timing/newest-after-current.ts';
import { mayMeanWebhooks } from '../check/check-file.ts';
import { configExtensions, decodeFile, templateExtension } from '../contents/read-contents.ts';
import { findFiles } from '../files/find-files.ts';
import { kindOf } from './check-document.ts';
import { DocumentWorker } from './document-worker.ts';
import { toDiagnostic } from './replies.ts';
import { type LanguageServerSettings, pathOf, type SearchedFolder } from './settings.ts';

/** What is looked at in a folder, whatever its configurations say. */
const filePattern = `**/*{${[...configExtensions, templateExtension].join(',')}}`;

interface Workspace {
  /** The folders whose files are checked. */
  readonly folders: () => readonly SearchedFolder[];
  readonly isOpen: (uri: string) => boolean;
  readonly settingsOf: (uri: string) => Promise<LanguageServerSettings>;
  readonly send: (params: PublishDiagnosticsParams) => Promise<void>;
  /** Has the files watched that match. */
  readonly watch: (patterns: readonly string[]) => void;
}

/**
 * Tells what is wrong with the files of the folders that are not open, in a thread that whoever types never waits for, and which
 * ends when all are checked.
 */
export class WorkspaceFiles {
  readonly #workspace: Workspace;
  /** The files of the folders, when they were last looked for. */
  #found: ReadonlySet<string> = new Set();
  #watched: readonly string[] = [];
  readonly #marked = new Set<string>();
  readonly #changed = new Set<string>();
  #abort = new AbortController();
  #isAllDue = false;
  #isStopped = false;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Checks all files, again where they were. */
  async checkAll(): Promise<void> {
    // With other settings, the rest of what is being checked need not be.
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#isAllDue = true;
    await this.#checkNext();
  }

  /** Checks files that were changed, removed or closed. */
  async check(uris: readonly string[]): Promise<void> {
    for (const uri of uris) this.#changed.add(uri);
    await this.#checkNext();
  }

  stop(): void {
    this.#isStopped = true;
    this.#abort.abort();
  }

  /** A check of all files makes up for one of some that would have come before it. */
  readonly #checkNext = newestAfterCurrent(async () => {
    if (this.#isStopped) return;
    const isAll = this.#isAllDue;
    this.#isAllDue = false;
    const { signal } = this.#abort;
    const changed = [...this.#changed];
    this.#changed.clear();
    const isNew = changed.some(uri => !this.#found.has(uri));
    // A new file may be one that is ignored.
    const findsAgain = isAll || isNew;
    const worker = new DocumentWorker();
    const checkEach = async (uris: readonly string[]): Promise<void> => {
      for (const uri of uris) {
        if (signal.aborted || this.#isStopped) return;
        await this.#checkFile(uri, worker, signal);
      }
    };
    /** Side by side, since the configuration of a folder may take long. */
    const checkFolders = async (): Promise<void> => {
      // What changes during the first search is told, too.
      if (this.#watched.length === 0) this.#watch([]);
      const found = await Promise.all(
        this.#workspace.folders().map(async folder => {
          const { uris, patterns } = await filesIn(folder);
          await checkEach(isAll ? uris : uris.filter(uri => changed.includes(uri)));
          return { uris, patterns };
        }),
      );
      if (signal.aborted) return;
      this.#found = new Set(found.flatMap(({ uris }) => uris));
      this.#watch(found.flatMap(({ patterns }) => patterns));
    };
    try {
      const work = findsAgain
        ? checkFolders()
        : Promise.all(changed.filter(uri => this.#found.has(uri)).map(uri => checkEach([uri])));
      await Promise.race([work, aborted(signal)]);
    } finally {
      worker.stop();
    }
    if (signal.aborted || this.#isStopped) return;
    for (const uri of this.#marked) if (!this.#found.has(uri)) await this.#withdraw(uri);
  });

  async #checkFile(uri: string, worker: DocumentWorker, signal: AbortSignal): Promise<void> {
    const { isOpen, settingsOf, send } = this.#workspace;
    if (isOpen(uri)) return;
    const path = pathOf(uri);
    const bytes = path === undefined ? undefined : await readFile(path).catch(() => undefined);
    if (!bytes) return this.#withdraw(uri);
    const { text, problem } = decodeFile(bytes);
    const settings = await settingsOf(uri);
    const document = kindOf(uri, '', settings);
    const isSilent = !document || settings.trouble !== undefined;
    const isOfOthers =
      problem && document?.kind === 'config' && !(await mayMeanWebhooks(bytes, document.name));
    const found =
      isSilent || isOfOthers
        ? []
        : problem
          ? [{ ...problem, field: '' }]
          : await worker.run({ kind: 'check', text, document, settings, signal });
    if (signal.aborted || isOpen(uri)) return;
    if (!found || found.length === 0) return this.#withdraw(uri);
    this.#marked.add(uri);
    const shown = TextDocument.create(uri, '', 0, text);
    await send({ uri, diagnostics: found.map(finding => toDiagnostic(finding, shown)) });
  }

  #watch(named: readonly string[]): void {
    // Those of a configuration begin in its folder, which an editor would not know.
    const others = named.map(pattern => pattern.replace(/^(?:\.{0,2}\/)*/, '**/'));
    const patterns = [...new Set([filePattern, ...others])];
    if (patterns.join('\n') === this.#watched.join('\n')) return;
    this.#watched = patterns;
    this.#workspace.watch(patterns);
  }

  async #withdraw(uri: string): Promise<void> {
    if (this.#marked.delete(uri) && !this.#workspace.isOpen(uri))
      await this.#workspace.send({ uri, diagnostics: [] });
  }
}

async function filesIn({ directory, searched }: SearchedFolder) {
  const { files, patterns } = await findFiles([directory], directory, searched);
  return { uris: files.map(({ location }) => pathToFileURL(location).href), patterns };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
