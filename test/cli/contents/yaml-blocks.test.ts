import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateField } from '../../../src/cli/contents/contents.ts';
import type { FileText } from '../../../src/cli/contents/file-text.ts';
import { readContents } from '../../../src/cli/contents/read-contents.ts';
import { applyEdits } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { runs } from '../../properties.ts';

/** How a block can be written: every form of its header, and where it stands. */
const blocks = fc.record({
  style: fc.constantFrom('|', '>'),
  chomping: fc.constantFrom('', '-', '+'),
  indicator: fc.constantFrom('none', 'first', 'second'),
  comment: fc.constantFrom('', ' # note', '\t# a: "b" |', '   #'),
  /** How much deeper its lines stand than what they belong to. */
  deeper: fc.integer({ min: 1, max: 9 }),
  parents: fc.constantFrom('payload: ', 'a:\n  payload: ', '- payload: ', 'a:\n - - b: c\n     payload: '),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  rest: fc.constantFrom('', 'next'),
});

const lines = fc.array(
  fc
    .array(
      fc.constantFrom('word', '$x$', ' ', '  ', '\t', '#', ': ', '"', "'", '- ', 'ü', '😀', '\\n', '\r'),
      {
        maxLength: 6,
      },
    )
    .map(parts => parts.join('')),
  { minLength: 1, maxLength: 6 },
);

type Block = typeof blocks extends fc.Arbitrary<infer T> ? T : never;

/** A file with a block, and the columns before what the block belongs to. */
function write(
  { style, chomping, indicator, comment, deeper, parents, lineEnd, rest }: Block,
  text: string[],
) {
  const last = parents.split('\n').at(-1) ?? '';
  const parentIndent = last.indexOf('payload');
  const blanks = ' '.repeat(parentIndent + deeper);
  const digit = indicator === 'none' ? '' : String(deeper);
  const header = style + (indicator === 'first' ? digit + chomping : chomping + digit) + comment;
  const body = text.map(line => (line === '' ? '' : blanks + line));
  const after = rest === '' ? [] : [`${' '.repeat(parentIndent)}next: "é"`, ''];
  return (parents + [header, ...body, ...after].join('\n')).replaceAll('\n', lineEnd);
}

async function readBlock(file: string): Promise<FileText | undefined> {
  const { entries, problems } = await readContents(file, 'a.yaml');
  if (problems.length > 0) return undefined;
  for (const { node } of entries)
    for (const field of ['payload', 'a.payload', 'a[0][0].payload']) {
      const place = locateField(node, field);
      if (place.isThere && place.node.kind === 'text') return place.node.text;
    }
  return undefined;
}

describe('a block of YAML, whatever its header', () => {
  it('has each of its characters where it stands', async () => {
    let [read, known, all] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(blocks, lines, async (block, written) => {
        const file = write(block, written);
        const text = await readBlock(file);
        if (!text) return;
        read++;
        for (let start = 0; start < text.value.length; start++) {
          const { start: from, end } = text.rangeInFile({ start, end: start + 1 });
          all++;
          if (from === text.range.start && end === text.range.end) continue;
          known++;
          const character = text.value[start] ?? '';
          const shown = JSON.stringify({ file, character, found: file.slice(from, end) });
          // Lines are joined with a blank or a line break.
          if (character === '\n' || character === ' ') expect(file.slice(from, end), shown).toMatch(/^\s*$/);
          else expect(file.slice(from, end), shown).toBe(character);
        }
      }),
      { numRuns: runs(1000) },
    );
    // Others are not YAML, such as lines without an indicator that stand deeper at first.
    expect(read / runs(1000)).toBeGreaterThan(0.5);
    expect(known / all).toBeGreaterThan(0.95);
  });

  it('changes by an edit of a word in that word alone', async () => {
    let edited = 0;
    await fc.assert(
      fc.asyncProperty(
        blocks,
        lines,
        fc.constantFrom('$profile$', 'a "b" #c', 'x: y'),
        fc.nat(),
        async (block, written, put, which) => {
          const file = write(block, written);
          const text = await readBlock(file);
          const words = [...(text?.value.matchAll(/word|\$x\$/g) ?? [])];
          const word = words[which % Math.max(1, words.length)];
          if (!text || !word) return;
          edited++;
          const range = { start: word.index, end: word.index + word[0].length };
          const place = text.rangeInFile(range);
          const after = applyEdits(file, text.editsInFile([{ range, text: put }]));
          expect(after).toBe(file.slice(0, place.start) + put + file.slice(place.end));
          expect((await readBlock(after))?.value).toBe(applyEdits(text.value, [{ range, text: put }]));
        },
      ),
      { numRuns: runs(1000) },
    );
    expect(edited / runs(1000)).toBeGreaterThan(0.3);
  });

  it('keeps what its header notes where it has to be written anew', async () => {
    const file = 'payload: |- # note\n  a\nnext: b\n';
    const text = await readBlock(file);
    const edits = text?.editsInFile([{ range: { start: 0, end: 1 }, text: ' a\r' }]) ?? [];
    expect(applyEdits(file, edits)).toBe('payload: " a\\r" # note\nnext: b\n');
  });
});
