import { access, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** What the `.gitignore` files of a working tree leave out. */
export class GitIgnore {
  readonly #root: string;
  readonly #rules = new Map<string, Promise<Ignore>>();
  readonly #verdicts = new Map<string, Promise<boolean>>();

  private constructor(root: string) {
    this.#root = root;
  }

  /** That of the working tree which a folder is in, or of the folder alone if it is in none. */
  static async above(folder: string): Promise<GitIgnore> {
    for (let root = folder; ; root = dirname(root)) {
      if (await exists(join(root, '.git'))) return new GitIgnore(root);
      if (dirname(root) === root) return new GitIgnore(folder);
    }
  }

  /** Whether a file is left out, itself or with a folder that it is in: of that nothing can be taken in again. */
  async ignores(file: string): Promise<boolean> {
    const steps = relative(this.#root, file).split(sep);
    // It lies elsewhere, where other rules hold.
    if (steps[0] === '..' || isAbsolute(steps.join(sep))) return false;
    for (let depth = 1; depth < steps.length; depth++) {
      const folder = join(this.#root, ...steps.slice(0, depth));
      const verdict = this.#verdicts.get(folder) ?? this.#isLeftOut(folder, '/');
      this.#verdicts.set(folder, verdict);
      if (await verdict) return true;
    }
    return this.#isLeftOut(file, '');
  }

  /** What the nearest file says goes before what those above it say. */
  async #isLeftOut(path: string, end: string): Promise<boolean> {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const rules = this.#rules.get(folder) ?? readRules(folder);
      this.#rules.set(folder, rules);
      const { ignored, unignored } = (await rules).test(relative(folder, path).split(sep).join('/') + end);
      if (ignored || unignored) return ignored;
      if (folder === this.#root || dirname(folder) === folder) return false;
    }
  }
}

async function readRules(folder: string): Promise<Ignore> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '');
  return ignore().add(text);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
