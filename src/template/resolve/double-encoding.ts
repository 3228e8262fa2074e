import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import type { OutputName, Place } from '../../output/output.ts';
import type { ValueStep } from './program.ts';
import { removeOption } from './remove-option.ts';

/** The outputs that write values as a text format does. */
const encodedBy: ReadonlyMap<string, readonly OutputName[]> = new Map([
  ['url-encode', ['url', 'form']],
  ['xml-encode', ['xml']],
]);

/** Warns of values that a format encodes and their place encodes again. */
export function findDoubleEncoding(
  places: ReadonlyMap<ValueStep, Place>,
  output: OutputName,
): readonly Diagnostic[] {
  return [...places.keys()].flatMap(({ node, variable, options: { format } }) => {
    if (variable.type === 'date' || format === undefined || !encodedBy.get(format)?.includes(output))
      return [];
    const option = node.options.find(({ name }) => name === 'format');
    if (!option) return [];
    const fixes = [removeOption(node, option)];
    return [diagnose('double-encoding', option.range, { format }, { fixes })];
  });
}
