import { describe, expect, it } from 'vitest';
import { schemaCodes } from '../../src/diagnostics/catalogue/schema.ts';
import type { Diagnostic, Fix } from '../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { isMilder } from '../../src/diagnostics/fixes/trials.ts';
import type { VariableSchema } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { receivers } from '../../src/webhook/receivers/index.ts';
import { pastedMistakes, variables as pastedVariables } from './pasted-mistakes.ts';
import { rightTemplates } from './right-templates.ts';
import { singleMistakes } from './single-mistakes.ts';

/** Receivers of chat messages, and the key of each for the text. */
const textKeys = { slack: 'text', discord: 'content', mattermost: 'text' } as const;
type ReceiverId = keyof typeof textKeys;
const ids = Object.keys(textKeys) as ReceiverId[];

function schemaOf(id: ReceiverId) {
  const schema = receivers.find(receiver => receiver.id === id)?.schema;
  if (schema === undefined) throw new Error(`There is no schema of ${id}.`);
  return schema;
}

interface Payload {
  readonly wrong: string;
  readonly variables?: VariableSchema;
}

/** Every third mistake for each receiver, so that it takes seconds; all three see different ones. */
function mistakesFor(id: ReceiverId): readonly Payload[] {
  const message = (text: string) => `{"${textKeys[id]}":"${text}"}`;
  const isPlain = (text: string) => !/["\\\n]/.test(text.replaceAll(/\$[^$]*\$/g, ''));
  const pasted = pastedMistakes().flatMap(({ output, wrong, source }) => {
    if (output === 'json') return [{ wrong, variables: pastedVariables }];
    return output === 'text' && isPlain(source)
      ? [{ wrong: message(wrong), variables: pastedVariables }]
      : [];
  });
  const slips = rightTemplates
    .filter(({ output }) => output === 'text')
    .flatMap(({ source }) => singleMistakes({ output: 'json', source: message(source) }));
  const ofOthers = rightTemplates
    .filter(({ output }) => output === 'json')
    .flatMap(singleMistakes)
    .filter((_, index) => index % 20 === 0);
  return [...pasted, ...slips, ...ofOthers].filter((_, index) => index % ids.length === ids.indexOf(id));
}

const errorsAmong = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ severity }) => severity === 'error').length;

const fixesOf = (diagnostics: readonly Diagnostic[]): readonly Fix[] =>
  diagnostics.flatMap(({ fixes }) => fixes);

describe.each(ids)('a mistake in a payload for %s', id => {
  const schema = schemaOf(id);
  const outcomes = mistakesFor(id).map(({ wrong, variables }) => {
    const alone = (source: string) => validateTemplate(source, { output: 'json', variables });
    const under = (source: string) => validateTemplate(source, { output: 'json', variables, schema });
    return { wrong, alone, under, before: { alone: alone(wrong), under: under(wrong) } };
  });

  it('has every fix that it has without the receiver and that still leaves fewer errors', () => {
    const expected = outcomes.flatMap(({ wrong, under, before }) =>
      fixesOf(before.alone)
        .map(fix => applyFix(wrong, fix))
        .filter(fixed => errorsAmong(under(fixed)) < errorsAmong(before.under))
        .map(fixed => ({ fixed, offered: fixesOf(before.under).map(fix => applyFix(wrong, fix)) })),
    );
    expect(expected.length).toBeGreaterThan(120);
    expect(expected.filter(({ fixed, offered }) => !offered.includes(fixed))).toEqual([]);
  });

  it('has no fix that leaves more or graver problems', () => {
    const worse = outcomes.flatMap(({ wrong, alone, under, before }) =>
      before.under.flatMap(({ code, severity, fixes }) =>
        fixes
          .map(fix => applyFix(wrong, fix))
          .filter(fixed => {
            const after = under(fixed);
            const errorsGone = errorsAmong(before.under) - errorsAmong(after);
            if (severity !== 'error' && errorsGone < 0) return true;
            // What the schema finds first in a payload that can be read was wrong before.
            return Object.hasOwn(schemaCodes, code)
              ? errorsGone <= 0 && !isMilder(after, before.under)
              : !isMilder(alone(fixed), before.alone);
          })
          .map(fixed => ({ wrong, code, fixed })),
      ),
    );
    expect(worse).toEqual([]);
  });
});

describe('a payload that its receiver also warns of', () => {
  const titlesOf = (source: string, id: ReceiverId) =>
    fixesOf(validateTemplate(source, { output: 'json', schema: schemaOf(id) })).map(({ title }) => title);

  it.each(ids)('keeps the right fix of a dollar first: %s', id => {
    const key = textKeys[id];
    expect(titlesOf(`{"${key}":"Job $profile is done"}`, id)).toEqual([
      'Close it with `$`',
      'Write a plain dollar sign',
    ]);
    expect(titlesOf(`{"${key}":"\${profile} is done"}`, id)).toEqual(['Write `$profile$`']);
  });

  it.each(ids)('keeps the fix of each misspelt name: %s', id => {
    const titles = titlesOf(`{"${textKeys[id]}":"$profil$ met $errorCont$ errors"}`, id);
    expect(titles).toContain('Did you mean `profile`?');
    expect(titles).toContain('Did you mean `errorCount`?');
  });

  it.each(ids)('keeps the fixes of a date pattern: %s', id => {
    const source = `{"${textKeys[id]}":"$profile$ $date; format="DD.MM.YYYY hh:mm"$"}`;
    for (const letters of ['dd', 'yyyy', 'HH'])
      expect(titlesOf(source, id)).toContain(`Write \`${letters}\``);
  });
});
