import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Document, isScalar, type Scalar } from 'yaml';
import { locateField } from '../../../src/cli/contents/contents.ts';
import type { FileText } from '../../../src/cli/contents/file-text.ts';
import { readContents } from '../../../src/cli/contents/read-contents.ts';
import type { Edit } from '../../../src/diagnostics/diagnostic.ts';
import { applyEdits } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { anyString } from '../../any-string.ts';

/** A file whose setting `url` is the text, between two others. */
type Write = (text: string) => string;

const ways: Readonly<Record<string, readonly [name: string, write: Write]>> = {
  JSON: ['a.json', text => `{"id": "a", "url": ${JSON.stringify(text)}, "profile": "é"}`],
  'JSON with every character escaped': [
    'a.json',
    text => `{\n "id": "a",\r\n "url": "${text.replace(/[\s\S]/g, unit)}",\n "profile": "é"\n}`,
  ],
  'plain YAML': ['a.yaml', yaml('PLAIN')],
  'YAML in single quotes': ['a.yaml', yaml('QUOTE_SINGLE')],
  'YAML in double quotes': ['a.yaml', yaml('QUOTE_DOUBLE')],
  'a literal block of YAML': ['a.yaml', yaml('BLOCK_LITERAL')],
  'a folded block of YAML': ['a.yml', yaml('BLOCK_FOLDED')],
  properties: ['a.properties', text => `id=a\nurl : ${property(text)}\nprofile=é\n`],
};

function unit(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${hex(character.charCodeAt(index))}`,
  ).join('');
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

/** Lines are folded early. Where a text cannot be written in this way, the library takes another one. */
function yaml(type: Scalar.Type): Write {
  return text => {
    const document = new Document({ id: 'a', nested: { url: text }, profile: 'é' });
    const node = document.getIn(['nested', 'url'], true);
    if (isScalar(node)) node.type = type;
    return document.toString({ lineWidth: 30 });
  };
}

function property(text: string): string {
  return text.replace(/[\s\S]/g, character => (/[\w$/.-]/.test(character) ? character : unit(character)));
}

async function readText(file: string, name: string): Promise<FileText | undefined> {
  const { entries, problems } = await readContents(file, name);
  expect(problems).toEqual([]);
  const [entry] = entries;
  const place = entry && locateField(entry.node, 'nested.url');
  const node = place?.isThere ? place.node : entry && locateField(entry.node, 'url').node;
  return node?.kind === 'text' ? node.text : undefined;
}

/** Text as files have it: with words, blanks and line breaks, and now and then with what is hostile. */
const texts = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        'word',
        'a',
        ' ',
        '  ',
        '\n',
        '\n\n',
        '\t',
        "it's",
        '"',
        '\\',
        '$x$',
        '# ',
        ': ',
        'ü',
        '😀',
        '{',
        ',',
      ),
      {
        maxLength: 12,
      },
    )
    .map(parts => parts.join('')),
  anyString.filter(
    text => !/[\p{Cs}\ufeff\ufffe\uffff]/u.test(text) && !/\p{Cc}/u.test(text.replace(/[\t\n]/g, '')),
  ),
);

describe.each(Object.entries(ways))('a text as %s', (_, [name, write]) => {
  it('is read, and each character of it is known where it stands', async () => {
    let known = 0;
    let all = 0;
    await fc.assert(
      fc.asyncProperty(texts, async value => {
        const file = write(value);
        const text = await readText(file, name);
        // As plain YAML, some texts mean something else, such as `~`, and some cannot be written as blocks.
        if (!text || (text.value !== value && name.startsWith('a.y'))) return;
        expect(text.value).toBe(value);
        for (let start = 0; start < value.length; start++) {
          const { start: from, end } = text.rangeInFile({ start, end: start + 1 });
          const written = file.slice(from, end);
          const character = value[start] ?? '';
          all++;
          const isWhole = from === text.range.start && end === text.range.end && written !== character;
          if (!isWhole) {
            known++;
            const isSame = written === character || /^\\|''|^\s*$/.test(written);
            expect(isSame, JSON.stringify({ file, character, written })).toBe(true);
          }
        }
      }),
    );
    // Few are known as a whole alone, such as blocks that begin with blank lines of more blanks.
    expect(known / all).toBeGreaterThan(0.9);
  });

  it('is edited where it stands, and everything else stays', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.nat(), fc.nat(), async (given, put, a, b) => {
        const file = write(given);
        const text = await readText(file, name);
        if (!text) return;
        const { value } = text;
        const [start, end] = [a % (value.length + 1), b % (value.length + 1)].sort(
          (one, other) => one - other,
        );
        const edit: Edit = { range: { start: start ?? 0, end: end ?? 0 }, text: put };
        const edits = text.editsInFile([edit]);
        const edited = applyEdits(file, edits);
        const again = await readText(edited, name);
        expect(again?.value, JSON.stringify({ file, edited })).toBe(applyEdits(value, [edit]));
        expect(edited.startsWith(file.slice(0, text.range.start))).toBe(true);
        expect(edited.endsWith(file.slice(text.range.end))).toBe(true);
      }),
    );
  });
});
