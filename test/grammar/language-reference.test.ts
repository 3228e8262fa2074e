import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reservedNames } from '../../grammar/names.ts';
import { defaultLimits, parseTemplate } from '../../grammar/parse-template.ts';
import { dateCodes } from '../../src/diagnostics/catalogue/dates.ts';
import { fileCodes } from '../../src/diagnostics/catalogue/files.ts';
import { grammarCodes } from '../../src/diagnostics/catalogue/grammar.ts';
import { numberCodes } from '../../src/diagnostics/catalogue/numbers.ts';
import { outputCodes } from '../../src/diagnostics/catalogue/output.ts';
import { schemaCodes } from '../../src/diagnostics/catalogue/schema.ts';
import { templateCodes } from '../../src/diagnostics/catalogue/template.ts';
import { webhookCodes } from '../../src/diagnostics/catalogue/webhook.ts';
import { catalogue } from '../../src/diagnostics/catalogue.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { applyEdits } from '../../src/diagnostics/fixes/apply-fix.ts';
import { optionNames } from '../../src/template/resolve/tag-options.ts';
import { processVariables } from '../../src/template/resolve/variables.ts';
import { defaultMaxOutputBytes } from '../../src/template/template-options.ts';
import { readEntries, renderEntries } from './reference-entries.ts';
import {
  checkConfiguration,
  checkFile,
  checkGrammar,
  checkTemplate,
  type Example,
} from './reference-examples.ts';

const reference = readFileSync(
  new URL('../../grammar/reference/language-reference.md', import.meta.url),
  'utf8',
);

/** A room of the catalogue, the file of its entries, and how their examples are checked. */
interface Room {
  readonly name: string;
  readonly codes: object;
  readonly check: (example: Example) => readonly Diagnostic[];
}

const rooms: readonly Room[] = [
  { name: 'grammar', codes: grammarCodes, check: checkGrammar },
  { name: 'dates', codes: dateCodes, check: checkTemplate },
  { name: 'numbers', codes: numberCodes, check: checkTemplate },
  { name: 'template', codes: templateCodes, check: checkTemplate },
  { name: 'output', codes: outputCodes, check: checkTemplate },
  { name: 'schema', codes: schemaCodes, check: checkTemplate },
  { name: 'webhook', codes: webhookCodes, check: checkConfiguration },
  { name: 'files', codes: fileCodes, check: checkFile },
];

const checked = rooms.flatMap(({ name, check }) =>
  readEntries(name).entries.map(entry => ({ ...entry, check })),
);

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

/** The subjects of the rows in a section's tables. */
function firstCells(markdown: string): string[] {
  return Array.from(markdown.matchAll(/^\| `(\w+)`/gm), ([, name = '']) => name);
}

function namesIn(sentence: RegExp): string[] {
  const [, names = ''] = sentence.exec(reference) ?? [];
  return Array.from(names.matchAll(/`(\w+)`/g), ([, name = '']) => name).toSorted();
}

/** Quoted code, such as `a. B`, is not part of the sentence around it. */
function withoutQuotes(text: string): string {
  return text.replace(/`[^`]*`/g, '`');
}

const marker =
  '<!-- What follows is written by `npm run grammar`, from grammar/reference/diagnostics and the messages. -->';
const [written = ''] = reference.split(marker);

describe('the language reference', () => {
  it.each(rooms)('has in $name.md an entry for each of the codes, and no other', ({ name, codes }) => {
    const codesShown = readEntries(name).entries.map(({ code }) => code);
    expect(codesShown.toSorted()).toEqual(Object.keys(codes).toSorted());
  });

  // `npm run grammar` writes the page again.
  it('shows message, example and way out of every code', async () => {
    const sections = rooms.map(({ name, check }) => renderEntries(readEntries(name), check));
    await expect([`${written}${marker}\n`, ...sections].join('\n')).toMatchFileSnapshot(
      '../../grammar/reference/language-reference.md',
    );
  });

  it('knows every room of the catalogue', () => {
    expect(rooms.flatMap(({ codes }) => Object.keys(codes)).toSorted()).toEqual(
      Object.keys(catalogue).toSorted(),
    );
  });

  it('has only examples without mistakes before the diagnostics', () => {
    const shown = examples(written);
    expect(shown.length).toBeGreaterThan(3);
    for (const example of shown) expect(checkGrammar(example), example.text).toEqual([]);
  });

  it('has forms in its tables that parse as they stand', () => {
    const forms = Array.from(section('Forms').matchAll(/`(\$[^`]+\$)`/g), ([, form = '']) =>
      form.replaceAll('\\|', '|'),
    );
    expect(forms.length).toBeGreaterThan(8);
    for (const form of forms.filter(each => !/^\$(?:else|elseif\(…\)|if\(…\))\$$/.test(each))) {
      expect(checkGrammar({ info: '', text: form }), form).toEqual([]);
    }
  });

  it('names the limits that hold by default', () => {
    expect(reference).toContain(`A template may be ${defaultLimits.length} characters long`);
    expect(reference).toContain(`may be nested ${defaultLimits.depth} deep`);
    expect(reference).toContain(`After ${defaultLimits.mistakes} mistakes`);
    expect(reference).toContain(`An output may have ${defaultMaxOutputBytes} bytes`);
  });

  it('describes each variable of a process event', () => {
    expect(firstCells(section('Variables'))).toEqual(Object.keys(processVariables));
  });

  it('describes each option, and names all of them and all keywords where one is wrong', () => {
    const [, options = ''] = reference.split('\n### Options\n');
    expect(new Set(firstCells(options.split('\n### ')[0] ?? ''))).toEqual(new Set(optionNames));
    expect(namesIn(/^The options are (.*)\.$/m)).toEqual(optionNames.toSorted());
    expect(namesIn(/^Keywords are (.*), each one word/m)).toEqual([...reservedNames].toSorted());
  });
});

describe('in the language reference', () => {
  it.each(checked)('the example of $code yields that code alone, and none once it is mended', entry => {
    expect(entry.check(entry.broken).map(({ code }) => code)).toEqual([entry.code]);
    expect(entry.check(entry.mended)).toEqual([]);
  });

  it.each(checked)('the message of $code is one sentence, for people who do not program', entry => {
    const [diagnostic] = entry.check(entry.broken);
    const { message = '', fixes = [] } = diagnostic ?? {};
    expect(withoutQuotes(message)).toMatch(/^[A-Z`](?:[^.]|\.\d)*[.?]$/);
    // Words of programmers, and English that reads translated: “is no boolean variable”, “means nothing in a Java date pattern”.
    const avoided =
      /\b(?:booleans?|literal|Java|(?<!there )(?:is|are) no|behind|expected is|means nothing|since here)\b/i;
    const texts = [message, ...fixes.map(({ title }) => title)];
    for (const text of texts) expect(withoutQuotes(text)).not.toMatch(avoided);
  });

  it.each(checked)('the facts of $code are all that its message is made from', ({ check, broken }) => {
    for (const { code, facts, message } of check(broken)) {
      const entry: { message: (facts: never) => string } = catalogue[code];
      // A page that says it in another language has nothing else.
      expect(entry.message(JSON.parse(JSON.stringify(facts)) as never)).toBe(message);
    }
  });

  it('a safe fix of an example of the grammar makes the mended example', () => {
    const safelyMended = readEntries('grammar').entries.filter(({ broken, mended }) => {
      const fixes = parseTemplate(broken.text).diagnostics.flatMap(each => each.fixes[0] ?? []);
      if (fixes.length === 0 || fixes.some(({ kind }) => kind !== 'safe')) return false;
      const edits = fixes.flatMap(fix => fix.edits);
      expect(applyEdits(broken.text, edits)).toBe(mended.text);
      return true;
    });
    expect(safelyMended.length).toBeGreaterThan(5);
  });
});
