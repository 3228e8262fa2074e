import type { PlaceName } from '../../output/places.ts';

/** What a precompiled module imports of the package. */
type RuntimeName =
  | PlaceName
  | 'ItemSource'
  | 'ListItems'
  | 'ValueWriter'
  | 'assertComplete'
  | 'assertWithin'
  | 'comparedNumber'
  | 'comparedText'
  | 'createDateFormatter'
  | 'epochFormats'
  | 'fixedZone'
  | 'readOwn'
  | 'renderErrorAt'
  | 'utc'
  | keyof typeof ownEntries;

/** What few modules need has an entry of its own, so that the others do not load it. */
const ownEntries = {
  buildRequest: 'hookplate/runtime/webhooks',
  compileTextFormat: 'hookplate/runtime/texts',
  formatNumber: 'hookplate/runtime/numbers',
  namedZone: 'hookplate/runtime/zones',
  oneOf: 'hookplate/runtime/webhooks',
} as const;

interface Constant {
  readonly name: string;
  readonly type: string | undefined;
}

/** How every module begins. */
export const moduleMark = '// Written by hookplate from a template';

/** An ES module on its way: what it imports, its constants, and names that nothing else in it has. */
export class ModuleWriter {
  /** Names by the entry that has them. */
  readonly #imports = new Map<string, Set<RuntimeName>>();
  /** Each constant by its expression; equal ones are one. */
  readonly #constants = new Map<string, Constant>();
  readonly #counts = new Map<string, number>();

  /** The name of something of the runtime, which the module imports from now on. */
  use(name: RuntimeName): string {
    const entry = Object.hasOwn(ownEntries, name)
      ? ownEntries[name as keyof typeof ownEntries]
      : 'hookplate/runtime';
    this.#imports.set(entry, (this.#imports.get(entry) ?? new Set()).add(name));
    return name;
  }

  /** A name that begins like this. */
  nameFor(kind: string): string {
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    return `${kind}${count}`;
  }

  /** The name of a constant whose value is this expression; `type` is the one that the expression does not say itself. */
  constant(kind: string, expression: string, type?: string): string {
    const known = this.#constants.get(expression);
    if (known) return known.name;
    const name = this.nameFor(kind);
    this.#constants.set(expression, { name, type });
    return name;
  }

  /** The text of the module with these functions. */
  finish(functions: readonly string[]): string {
    const imports = Array.from(
      this.#imports,
      ([entry, names]) => `import { ${[...names].sort().join(', ')} } from "${entry}";`,
    );
    const constants = Array.from(this.#constants, ([expression, { name, type }]) => {
      const comment = type === undefined ? '' : `/** @type {${type}} */\n`;
      return `${comment}const ${name} = ${expression};`;
    });
    const head = [`${moduleMark}: change that, and write this again.`, ...imports];
    return [head.join('\n'), ...(constants.length > 0 ? [constants.join('\n')] : []), ...functions]
      .map(part => `${part}\n`)
      .join('\n');
  }
}
