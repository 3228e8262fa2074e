import { access } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where files are for programs that look at them from elsewhere, such as GitHub. */
export class Places {
  readonly #directory: string;
  readonly #root: string;

  /** @param root The folder of the repository. */
  constructor(directory: string, root: string) {
    this.#directory = directory;
    this.#root = root;
  }

  /** Of the working tree around a directory, or of the directory alone. */
  static async around(directory: string): Promise<Places> {
    return new Places(directory, (await workingTree(directory)) ?? directory);
  }

  /** The address of the folder of the repository, with a slash at its end. */
  get rootUrl(): string {
    return `${pathToFileURL(this.#root).href.replace(/\/$/, '')}/`;
  }

  /** The path of a file from the folder of the repository, with slashes; unchanged if it is not in there. */
  inRepository(path: string): string {
    if (path === '<stdin>') return path;
    const inside = relative(this.#root, resolve(this.#directory, path));
    return inside.startsWith('..') || isAbsolute(inside) ? path : inside.split(sep).join('/');
  }
}

/** The folder of the working tree that contains a folder; undefined if none does. */
export async function workingTree(folder: string): Promise<string | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const isRoot = await access(join(root, '.git')).then(
      () => true,
      () => false,
    );
    if (isRoot) return root;
    if (dirname(root) === root) return undefined;
  }
}
