import type { PathNode } from '../../../../grammar/tree.ts';
import { diagnose, type Fix } from '../../../diagnostics/diagnostic.ts';
import { proposeMeant, replaceWith } from '../../../diagnostics/fixes/fix.ts';
import { isOutOfReach, type Scope, wholeOf } from '../scope.ts';
import { isList } from '../variables.ts';
import type { Kind } from './known-names.ts';
import { partOfItem } from './part-of-item.ts';

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
  const whole = wholeOf(scope, names);
  if (whole && isList(whole.type)) return reportList(path, whole.name, scope, kind);
  const facts = { name, known: scope.known.named(kind), whole: whole?.name };
  scope.report(diagnose('unknown-variable', range, facts, { fixes: fixesOf(facts.whole) }));

  /** Whoever names a part of a text does not mean another variable that has its name. */
  function fixesOf(whole: string | undefined): readonly Fix[] {
    if (whole === undefined) return proposeMeant(range, scope.known.meantBy(kind, name, words));
    return kind === 'any' ? [replaceWith(range, whole)] : [];
  }
}

/** Reports a list that is named as if it were one of its items, or had their parts. */
export function reportList(
  { names, range }: PathNode,
  name: string,
  scope: Scope,
  kind: Kind = 'any',
): undefined {
  const meant = partOfItem(names, scope, kind);
  scope.report(diagnose('list-as-value', range, { name, meant }, { fixes: proposeMeant(range, meant) }));
}
