import type { PathNode } from '../../../../grammar/tree.ts';
import { diagnose, type Fix } from '../../../diagnostics/diagnostic.ts';
import { proposeMeant, replaceWith } from '../../../diagnostics/fixes/fix.ts';
import { isOutOfReach, type Scope, wholeOf } from '../scope.ts';
import type { Kind } from './known-names.ts';

/** Reports a name that no variable has, with what it may mean among variables of a kind and other words. */
export function reportUnknown(
  path: PathNode,
  scope: Scope,
  kind: Kind,
  words: readonly string[] = [],
): undefined {
  const { names, range } = path;
  const name = names.join('.');
  if (isOutOfReach(scope, names)) {
    scope.report(diagnose('item-outside-list', range, { name, item: names[0] ?? '' }));
    return;
  }
  const facts = { name, known: scope.known.named(kind), whole: wholeOf(scope, names)?.name };
  scope.report(diagnose('unknown-variable', range, facts, { fixes: fixesOf(facts.whole) }));

  /** Whoever names a part of a text does not mean another variable that has its name. */
  function fixesOf(whole: string | undefined): readonly Fix[] {
    if (whole === undefined) return proposeMeant(range, scope.known.meantBy(kind, name, words));
    return kind === 'any' ? [replaceWith(range, whole)] : [];
  }
}
