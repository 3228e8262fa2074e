import type { PlaceName } from '../../output/places.ts';

/** What a precompiled module imports from `hookplate/runtime`. */
type RuntimeName =
  | PlaceName
  | 'ItemSource'
  | 'ListItems'
  | 'ValueWriter'
  | 'assertComplete'
  | 'assertWithin'
  | 'buildRequest'
  | 'comparedNumber'
  | 'comparedText'
  | 'compileTextFormat'
  | 'createDateFormatter'
  | 'epochFormats'
  | 'fixedZone'
  | 'formatNumber'
  | 'oneOf'
  | 'readOwn'
  | 'renderErrorAt'
  | 'utc';

interface Constant {
  readonly name: string;
  /** One of the runtime's. */
  readonly type: string | undefined;
}

/** An ES module on its way: what it imports, its constants, and names that nothing else in it has. */
export class ModuleWriter {
  readonly #imports = new Set<RuntimeName>();
  #importsZones = false;
  /** Each constant by its expression; equal ones are one. */
  readonly #constants = new Map<string, Constant>();
  readonly #counts = new Map<string, number>();

  /** The name of something of the runtime, which the module imports from now on. */
  use(name: RuntimeName): string {
    this.#imports.add(name);
    return name;
  }

  /** The same of what knows the zones of the world. */
  useNamedZone(): string {
    this.#importsZones = true;
    return 'namedZone';
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
    const imports = [...this.#imports].sort();
    const constants = Array.from(this.#constants, ([expression, { name, type }]) => {
      const comment = type === undefined ? '' : `/** @type {import("hookplate/runtime").${type}} */\n`;
      return `${comment}const ${name} = ${expression};`;
    });
    const head = [
      '// Written by hookplate from a template: change that, and write this again.',
      ...(imports.length > 0 ? [`import { ${imports.join(', ')} } from "hookplate/runtime";`] : []),
      ...(this.#importsZones ? ['import { namedZone } from "hookplate/runtime/zones";'] : []),
    ];
    return [head.join('\n'), ...(constants.length > 0 ? [constants.join('\n')] : []), ...functions]
      .map(part => `${part}\n`)
      .join('\n');
  }
}
