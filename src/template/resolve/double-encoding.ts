import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { OutputName, Place } from '../../output/output.ts';
import type { ValueStep } from './program.ts';
import { removeOption } from './tag-options.ts';
import { formatNamesIn } from './text-format.ts';

/** Outputs that already apply the encoding of a text format. */
const encodedBy: ReadonlyMap<string, readonly OutputName[]> = new Map([
  ['url-encode', ['url', 'form']],
  ['xml-encode', ['xml']],
]);
const encodingOutputs = new Set([...encodedBy.values()].flat());

/** Warns of values that a format encodes and their place encodes again. */
export function findDoubleEncoding(
  places: ReadonlyMap<ValueStep, Place>,
  output: OutputName,
): readonly Diagnostic[] {
  if (!encodingOutputs.has(output)) return [];
  return [...places].flatMap(
    ([
      {
        node,
        variable,
        options: { format = '' },
      },
      place,
    ]) => {
      // The text of a CDATA section is not encoded.
      if (place.name === 'xml-cdata') return [];
      if (format === '' || variable.type === 'date' || variable.type === 'number') return [];
      const names = formatNamesIn(format);
      const encoder = names.find(name => encodedBy.get(name)?.includes(output));
      const option = node.options.find(({ name }) => name === 'format');
      if (encoder === undefined || !option) return [];
      const others = names.filter(name => name !== encoder).join(' ');
      const fix = others === '' ? removeOption(node, option) : replaceWith(option.valueRange, others);
      return [diagnose('double-encoding', option.range, { format: encoder }, { fixes: [fix] })];
    },
  );
}
