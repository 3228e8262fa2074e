/** A boolean variable and whether it holds: what logic calls a literal. */
export interface Literal {
  readonly name: string;
  /** Which of the template's boolean variables it is. */
  readonly index: number;
  readonly holds: boolean;
}

/**
 * Literals by the index of their variable; `undefined` is none. A binary tree in which the bits of an index lead to its
 * literal: one more copies one way down, and trees that part still share the rest, so that what both say is found
 * without reading it all.
 */
export type Literals = LiteralNode | undefined;

interface LiteralNode {
  readonly literal: Literal | undefined;
  /** Indexes whose next bit is 0. */
  readonly even: Literals;
  /** Indexes whose next bit is 1. */
  readonly odd: Literals;
}

/** These literals and one more. */
export function withLiteral(literals: Literals, literal: Literal): Literals {
  return put(literals, literal.index, literal);
}

function put(tree: Literals, bits: number, added: Literal): LiteralNode {
  const { literal, even, odd } = tree ?? {};
  if (bits === 0) return { literal: added, even, odd };
  // One less, so that every number of bits ends somewhere else than its half.
  const rest = (bits - 1) >> 1;
  return bits % 2 === 1
    ? { literal, even: put(even, rest, added), odd }
    : { literal, even, odd: put(odd, rest, added) };
}

/** Whether a variable holds, if the literals say. */
export function holdsBy(literals: Literals, index: number): boolean | undefined {
  let tree = literals;
  for (let bits = index; tree && bits > 0; bits = (bits - 1) >> 1)
    tree = bits % 2 === 1 ? tree.even : tree.odd;
  return tree?.literal?.holds;
}

/** How many nodes may still be looked at. */
export interface Steps {
  left: number;
}

/** What both say, or a part of it where no steps are left. */
export function common(a: Literals, b: Literals, steps: Steps): Literals {
  if (a === b || a === undefined) return a;
  if (b === undefined || --steps.left < 0) return undefined;
  const literal = a.literal?.holds === b.literal?.holds ? a.literal : undefined;
  const even = common(a.even, b.even, steps);
  const odd = common(a.odd, b.odd, steps);
  if (literal === a.literal && even === a.even && odd === a.odd) return a;
  return literal || even || odd ? { literal, even, odd } : undefined;
}

/** All of them, or as many as wanted, by the index of the variable. */
export function listLiterals(literals: Literals, most = Number.POSITIVE_INFINITY): readonly Literal[] {
  const found: Literal[] = [];
  collect(literals, most, found);
  return found.sort((a, b) => a.index - b.index);
}

function collect(tree: Literals, most: number, found: Literal[]): void {
  if (!tree || found.length >= most) return;
  if (tree.literal) found.push(tree.literal);
  collect(tree.even, most, found);
  collect(tree.odd, most, found);
}
