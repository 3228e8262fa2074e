import type { OptionNode, ValueNode } from '../../../grammar/tree.ts';
import type { Fix } from '../../diagnostics/diagnostic.ts';
import { remove } from '../../diagnostics/fixes/fix.ts';

/** The fix that takes an option away, with the separator that it needs. */
export function removeOption({ path, options }: ValueNode, option: OptionNode): Fix {
  const index = options.indexOf(option);
  const next = options[index + 1];
  const before = options[index - 1]?.range.end ?? path.range.end;
  const range =
    index === 0 && next
      ? { start: option.range.start, end: next.range.start }
      : { start: before, end: option.range.end };
  return remove(range, 'Remove the option');
}
