import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultLimits, parseTemplate } from '../../grammar/parse-template.ts';
import { dateCodes } from '../../src/diagnostics/catalogue/dates.ts';
import { grammarCodes } from '../../src/diagnostics/catalogue/grammar.ts';
import { outputCodes } from '../../src/diagnostics/catalogue/output.ts';
import { templateCodes } from '../../src/diagnostics/catalogue/template.ts';
import { webhookCodes } from '../../src/diagnostics/catalogue/webhook.ts';
import { catalogue } from '../../src/diagnostics/catalogue.ts';
import { applyEdits } from '../../src/diagnostics/fixes/apply-fix.ts';
import { type Example, grammarCodesOf, templateCodesOf, webhookCodesOf } from './reference-examples.ts';

const reference = readFileSync(
  new URL('../../grammar/reference/language-reference.md', import.meta.url),
  'utf8',
);

interface Entry {
  readonly code: string;
  readonly broken: Example;
  readonly mended: Example;
}

/** A room of the catalogue, its section of the reference, and how its examples are checked. */
interface Room {
  readonly section: string;
  readonly codes: object;
  /** The codes that an example yields. */
  readonly codesOf: (example: Example) => readonly string[];
}

const rooms: readonly Room[] = [
  { section: 'Diagnostics of the grammar', codes: grammarCodes, codesOf: grammarCodesOf },
  { section: 'Diagnostics of dates', codes: dateCodes, codesOf: templateCodesOf },
  { section: 'Diagnostics of variables and options', codes: templateCodes, codesOf: templateCodesOf },
  { section: 'Diagnostics of output formats', codes: outputCodes, codesOf: templateCodesOf },
  { section: 'Diagnostics of webhooks', codes: webhookCodes, codesOf: webhookCodesOf },
];

/** The text of a section, without its heading. */
function section(heading: string): string {
  const [, rest = ''] = reference.split(`\n## ${heading}\n`);
  return rest.split('\n## ')[0] ?? '';
}

function examples(markdown: string): Example[] {
  return Array.from(markdown.matchAll(/^```([^\n]*)\n([\s\S]*?)\n```$/gm), ([, info = '', text = '']) => {
    return { info, text };
  });
}

/** One entry for each code: a broken example, a sentence, the mended example. */
function entries(markdown: string): Entry[] {
  return markdown
    .split(/^### /m)
    .slice(1)
    .map(entry => {
      const code = entry.slice(0, entry.indexOf('\n'));
      expect(entry, code).toMatch(
        /^[a-z0-9-]+\n\n```[\s\S]*?\n```\n\n(?!```)[^\n]+\.\n\n```[\s\S]*?\n```\s*$/,
      );
      const [broken, mended, ...more] = examples(entry);
      if (!broken || !mended || more.length > 0) throw new Error(`${code} does not have two examples.`);
      return { code, broken, mended };
    });
}

const [beforeDiagnostics = ''] = reference.split(/^## Diagnostics/m);

describe('the language reference', () => {
  it.each(rooms)(
    'has under “$section” an entry for each of its codes, and no other',
    ({ section: heading, codes }) => {
      expect(entries(section(heading)).map(({ code }) => code)).toEqual(Object.keys(codes));
    },
  );

  it('knows every room of the catalogue', () => {
    expect(rooms.flatMap(({ codes }) => Object.keys(codes)).toSorted()).toEqual(
      Object.keys(catalogue).toSorted(),
    );
  });

  it('has only examples without mistakes before the diagnostics', () => {
    const shown = examples(beforeDiagnostics);
    expect(shown.length).toBeGreaterThan(3);
    for (const example of shown) expect(grammarCodesOf(example), example.text).toEqual([]);
  });

  it('has forms in its tables that parse as they stand', () => {
    const forms = Array.from(section('Forms').matchAll(/`(\$[^`]+\$)`/g), ([, form = '']) => form);
    expect(forms.length).toBeGreaterThan(8);
    for (const form of forms.filter(each => !/^\$(?:else|elseif\(…\)|if\(…\))\$$/.test(each))) {
      expect(grammarCodesOf({ info: '', text: form }), form).toEqual([]);
    }
  });

  it('names the limits that hold by default', () => {
    expect(reference).toContain(`A template may be ${defaultLimits.length} characters long`);
    expect(reference).toContain(`may be nested ${defaultLimits.depth} deep`);
  });
});

const checked = rooms.flatMap(({ section: heading, codesOf }) =>
  entries(section(heading)).map(entry => ({ ...entry, codesOf })),
);

describe('in the language reference', () => {
  it.each(checked)('the example of $code yields that code alone, and none once it is mended', entry => {
    expect(entry.codesOf(entry.broken)).toEqual([entry.code]);
    expect(entry.codesOf(entry.mended)).toEqual([]);
  });

  it('a safe fix of an example of the grammar makes the mended example', () => {
    const safelyMended = entries(section('Diagnostics of the grammar')).filter(({ broken, mended }) => {
      const fixes = parseTemplate(broken.text).diagnostics.flatMap(each => each.fixes[0] ?? []);
      if (fixes.length === 0 || fixes.some(({ kind }) => kind !== 'safe')) return false;
      expect(
        applyEdits(
          broken.text,
          fixes.flatMap(({ edits }) => edits),
        ),
      ).toBe(mended.text);
      return true;
    });
    expect(safelyMended.length).toBeGreaterThan(5);
  });
});
