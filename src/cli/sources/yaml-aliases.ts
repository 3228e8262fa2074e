import { type Alias, isAlias, isCollection, isPair, isScalar, type Node } from 'yaml';
import { deepestNesting, nestedTooDeeply } from './syntax-problem.ts';

/** How many aliases a document may have. */
const mostAliases = 10_000;
/** How many characters these may stand for together, each with all that the aliases in it stand for. */
const mostRepeated = 1_000_000;

/** A node with an anchor, and how many characters it stands for; it is open while what is in it is being measured. */
interface Anchored {
  readonly node: Node;
  size: number | 'open';
}

/**
 * Finds what the aliases of a document stand for, in one walk through it. Many programs read a value again wherever an alias
 * repeats it, so that a few lines could keep them busy for ever: there is a bound. Nothing is walked deeper than files may be nested.
 */
export class YamlAliases {
  /** What each of them stands for. */
  readonly targets = new Map<Alias, Node>();
  /** The first thing that is wrong with them, and where. */
  problem: { readonly node: Node; readonly what: string } | undefined;
  readonly #anchors = new Map<string, Anchored>();
  #repeated = 0;

  constructor(contents: unknown) {
    this.#sizeOf(contents, 0);
  }

  /** In characters; that of a collection is that of all that is in it. */
  #sizeOf(node: unknown, depth: number): number {
    if (isAlias(node)) return this.#follow(node);
    if (!isScalar(node) && !isCollection(node)) return 0;
    const anchored: Anchored = { node, size: 'open' };
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, anchored);
    const [start = 0, end = 0] = node.range ?? [];
    anchored.size = isScalar(node) ? end - start : this.#sizeOfItems(node, node.items, depth);
    return anchored.size;
  }

  #sizeOfItems(node: Node, items: readonly unknown[], depth: number): number {
    if (depth >= deepestNesting) {
      this.problem ??= { node, what: nestedTooDeeply };
      return 0;
    }
    let size = 1;
    for (const item of items) {
      const parts = isPair(item) ? [item.key, item.value] : [item];
      for (const part of parts) size += this.#sizeOf(part, depth + 1);
    }
    return size;
  }

  #follow(alias: Alias): number {
    const target = this.#anchors.get(alias.source);
    // The name of an alias may be a password that begins with an asterisk.
    if (!target || target.size === 'open') {
      this.problem ??= {
        node: alias,
        what: 'this alias has no anchor before it; put text that begins with `*` in quotes.',
      };
      return 0;
    }
    this.targets.set(alias, target.node);
    this.#repeated += target.size;
    if (this.targets.size > mostAliases)
      this.#refuse(alias, `it has more than ${inWords(mostAliases)} aliases.`);
    if (this.#repeated > mostRepeated)
      this.#refuse(alias, `its aliases repeat more than ${inWords(mostRepeated)} characters of it.`);
    return target.size;
  }

  #refuse(node: Node, what: string): void {
    this.problem ??= { node, what };
  }
}

function inWords(number: number): string {
  return number.toLocaleString('en');
}
