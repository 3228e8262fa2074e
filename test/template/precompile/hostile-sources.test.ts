import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../../src/diagnostics/diagnostic.ts';
import * as runtime from '../../../src/runtime/index.ts';
import { findMistakes } from '../../../src/template/check.ts';
import { precompileTemplate } from '../../../src/template/precompile/precompile-template.ts';
import type { VariableSchema } from '../../../src/template/resolve/variables.ts';
import { anyString } from '../../any-string.ts';
import { propertySeed, runs } from '../../properties.ts';
import { evaluateModule } from './evaluate-module.ts';

const breakouts = [
  '"; throw 1; //',
  '`$' + '{evil()}`',
  '*/ evil(); /*',
  "'+evil()+'",
  '\\',
  '\\"',
  '\u2028evil()\u2029',
  '</script><script>',
  '<!--',
  '-->',
  '\r\nevil()',
  '__proto__',
  '$',
];
const hostile = fc.oneof(anyString, fc.constantFrom(...breakouts));
/** In quotes of a tag nothing is escaped. */
const quoted = hostile.map(text => text.replace(/["\r\n]/g, ''));
const literal = hostile.map(text => text.replace(/[$\\]/g, '\\$&').replaceAll('\\\\', '\\'));

const source = fc
  .array(
    fc.oneof(
      literal,
      quoted.map(text => `$profile; null="${text}"$`),
      quoted.map(text => `$profile; default="${text}", max="3"$`),
      quoted.map(text => `$date; format="yyyy'${text.replaceAll("'", '')}'"$`),
      quoted.map(text => `$count; format="'${text.replaceAll("'", '')}'0"$`),
      quoted.map(text => `$if(profile == "${text}")$x$endif$`),
      quoted.map(text => `$for(word in words if word != "${text}")$$word$$sep$${text.length}$endfor$`),
    ),
    { maxLength: 5 },
  )
  .map(parts => parts.join(''));

/** Every name that a module may hold; what it says of people's texts is in string literals alone. */
const ownNames =
  /^(?:compileTextFormat|formatNumber|formatNumeral|formatScaledText|numeralIn|context|out|done|value|at|error|render|length|slice|read|write|text|number|string|undefined|variable|range|start|end|type|null|default|formatText|isQuoted|isNumeral|formatNumber|formatDate|needsDate|isEscaped|letter|count|words|weeks|languages|firstWeekday|minimalDays|positive|negative|prefix|suffix|multiplier|minInteger|maxInteger|minFraction|maxFraction|groupSize|isPointKept|exponentDigits|hasDigits|Infinity|(?:site|tag|formatDate|pattern|path|asked|list|isEmpty|index|item|zone|variables)\d+)$/;

function strangeNames(code: string): readonly string[] {
  const file = ts.createSourceFile('module.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  // The compiler keeps what it could not parse to itself.
  const { parseDiagnostics = [] } = file as { parseDiagnostics?: readonly ts.Diagnostic[] };
  const strange: string[] = parseDiagnostics.map(({ messageText }) => String(messageText));
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node);
    if (isName && !Object.hasOwn(runtime, node.text) && !ownNames.test(node.text)) strange.push(node.text);
    if (ts.isTemplateLiteral(node) || ts.isRegularExpressionLiteral(node)) strange.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return strange;
}

const variables: VariableSchema = {
  profile: 'string',
  date: 'date',
  count: 'number',
  words: { kind: 'list', of: 'string' },
};

describe(`a hostile source (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('puts nothing into a module but the text of strings', () => {
    let written = 0;
    fc.assert(
      fc.property(source, given => {
        if (hasErrors(findMistakes(given, { variables }))) return;
        const { code } = precompileTemplate(given, { variables });
        expect(strangeNames(code)).toEqual([]);
        expect(code).not.toMatch(/<\/|<!--|[\u2028\u2029]|\p{Surrogate}/u);
        expect(evaluateModule(code).render({})).toBeTypeOf('string');
        written++;
      }),
      { numRuns: runs(1000) },
    );
    expect(written / runs(1000)).toBeGreaterThan(0.2);
  });

  it('comes out of a module as it went in', () => {
    fc.assert(
      fc.property(hostile, text => {
        const given = text.replace(/\$|\\(?=\$|$)/g, '');
        const { code } = precompileTemplate(`${given}$profile; null="<"$`, { variables });
        expect(evaluateModule(code).render({})).toBe(`${given}<`);
      }),
    );
  });
});
