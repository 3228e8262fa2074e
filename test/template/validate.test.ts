import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import type { VariableSchema } from '../../src/template/resolve/variables.ts';
import { compileTemplate, TemplateError, validateTemplate } from '../../src/template/template.ts';
import { unmark } from '../marked-source.ts';
import { runs } from '../properties.ts';

const variables: VariableSchema = {
  event: ['Started', 'Completed'],
  isError: 'boolean',
  dryRun: 'boolean',
  errorCount: 'number',
  profile: 'string',
  date: 'date',
  order: { customerName: 'string', total: 'number' },
  invoice: { number: 'string' },
};

describe('a mistake', () => {
  it.each([
    ['unknown-variable', '$«profle»$', '$profile$'],
    ['unknown-variable', '$«Profile»$', '$profile$'],
    ['unknown-variable', '$«countError»$', '$errorCount$'],
    ['unknown-variable', '$«order.customername»$', '$order.customerName$'],
    ['unknown-variable', '$if(isError)$a$«Else»$b$endif$', '$if(isError)$a$else$b$endif$'],
    ['incomplete-name', '$«order»$', undefined],
    ['incomplete-name', '$«invoice»$', '$invoice.number$'],
    ['unknown-option', '$date; «fromat»="yyyy"$', '$date; format="yyyy"$'],
    ['unknown-option', '$date; «timeZone»="UTC"$', '$date; timezone="UTC"$'],
    ['unknown-format', '$profile; format="«uper»"$', '$profile; format="upper"$'],
    ['unknown-time-zone', '$date; timezone="«Europe/Zürich»"$', '$date; timezone="Europe/Zurich"$'],
    ['illegal-date-letter', `$date; format="yyyy-MM-dd«T»HH"$`, `$date; format="yyyy-MM-dd'T'HH"$`],
    ['never-missing', '$if(«errorCount»)$x$endif$', '$if(errorCount > 0)$x$endif$'],
    ['unknown-variable', '$if(«iserror»)$x$endif$', '$if(isError)$x$endif$'],
    ['empty-condition', '$if(«»)$x$endif$', undefined],
    ['invalid-condition', '$if(«errorCount + 0»)$x$endif$', undefined],
    ['unknown-variable', '$if(«errorcount» > 0)$x$endif$', '$if(errorCount > 0)$x$endif$'],
    ['unknown-variable', '$if(«isEror» == "x")$x$endif$', undefined],
    ['unknown-constant', '$if(event == «"started"»)$x$endif$', '$if(event == "Started")$x$endif$'],
    ['unknown-constant', '$if(event != «"Finished"»)$x$endif$', undefined],
    ['wrong-constant', '$if(profile == «7»)$x$endif$', '$if(profile == "7")$x$endif$'],
    ['wrong-constant', '$if(errorCount != «"-7.5"»)$x$endif$', '$if(errorCount != -7.5)$x$endif$'],
    ['wrong-constant', '$if(errorCount == «"none"»)$x$endif$', undefined],
    ['not-comparable', '$if(«isError» != "false")$x$endif$', '$if(isError)$x$endif$'],
    ['not-comparable', '$if(«isError» == 0)$x$endif$', '$if(!isError)$x$endif$'],
    ['not-comparable', '$if(«isError» > 0)$x$endif$', undefined],
    ['not-comparable', '$if(«date» == "today")$x$endif$', undefined],
    ['not-comparable', '$if(«order» == "today")$x$endif$', undefined],
    ['repeated-option', '$profile; null="a", «null»="b"$', undefined],
    ['timezone-without-date', '$profile; «timezone="UTC"»$', undefined],
  ])('%s is found in %s', (code, marked, mended) => {
    const { source, range } = unmark(marked);
    const diagnostics = validateTemplate(source, { variables });
    expect(diagnostics).toMatchObject([{ code, severity: 'error', range }]);
    const [fix] = diagnostics[0]?.fixes ?? [];
    expect(fix && applyFix(source, fix)).toBe(mended);
  });

  it.each([
    [
      '$profile; max="« 2 »"$',
      '$profile; max="2"$',
      '`2` with a blank before and after it cannot be a `max`',
    ],
    ['$errorCount; scale="«-2 »"$', '$errorCount; scale="-2"$', '`-2` with a blank after it cannot'],
    ['$profile; max="« x»"$', undefined, '`x` with a blank before it cannot be a `max`'],
  ])('is a blank that nobody sees: %s', (marked, mended, said) => {
    const { source, range } = unmark(marked);
    const diagnostics = validateTemplate(source, { variables });
    expect(diagnostics).toMatchObject([{ range, message: expect.stringContaining(said) }]);
    const [fix] = diagnostics[0]?.fixes ?? [];
    expect(fix && applyFix(source, fix)).toBe(mended);
  });

  it('is one of three, each reported', () => {
    const codes = validateTemplate('$profle$ $date; fromat="x"$ $if(isError)$').map(({ code }) => code);
    expect(codes).toEqual(['unknown-variable', 'unknown-option', 'unclosed-if']);
  });

  it('in the zone of the template is reported at its beginning', () => {
    expect(validateTemplate('$date$', { timeZone: 'Mars/Base' })).toMatchObject([
      { code: 'unknown-time-zone', range: { start: 0, end: 0 } },
    ]);
  });
});

describe('validation', () => {
  const pieces = [
    '$',
    '$if(',
    '$endif$',
    '$else$',
    'isError',
    ')$',
    '"',
    '\\',
    ';',
    '{',
    '}',
    ',',
    '$!',
    '!$',
    'é😀',
    '\n',
    'format="',
  ];
  const source = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })))
    .map(parts => parts.join(''));
  const output = fc.constantFrom('text', 'json', 'url', 'form', 'xml', 'header');

  it('says what outputs there are', () => {
    // @ts-expect-error What a caller without types may write.
    expect(() => validateTemplate('', { output: 'JSON' })).toThrow(
      /^options\.output: expected "text" or .* or "header"; did you mean "json"\?$/,
    );
  });

  it('looks through a condition that cannot be read once, however long it is', () => {
    const condition = `isError ${'a'.repeat(100_000)}`;
    expect(validateTemplate(`$if(${condition})$x$endif$`).map(({ code }) => code)).toEqual([
      'invalid-condition',
    ]);
  });

  it('is total, and every range lies in the source', () => {
    fc.assert(
      fc.property(source, output, (text, output) => {
        for (const { range, related, fixes } of validateTemplate(text, { output })) {
          const edits = fixes.flatMap(({ edits }) => edits);
          for (const { start, end } of [range, ...[...related, ...edits].map(({ range }) => range)]) {
            expect(0 <= start && start <= end && end <= text.length).toBe(true);
          }
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  it('is what the error of a template that does not compile has, with a code', () => {
    const source = '$profle$ $if(isError)$';
    const diagnostics = validateTemplate(source);
    expect(() => compileTemplate(source)).toThrow(
      expect.objectContaining({ code: 'invalid-template', diagnostics }),
    );
  });

  it('decides what compiles', () => {
    fc.assert(
      fc.property(source, output, (text, output) => {
        const errors = validateTemplate(text, { output }).filter(({ severity }) => severity === 'error');
        if (errors.length === 0) expect(compileTemplate(text, { output }).render).toBeTypeOf('function');
        else expect(() => compileTemplate(text, { output })).toThrow(TemplateError);
      }),
      { numRuns: runs(1000) },
    );
  });
});
