import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import {
  getLookaheadPaths,
  type ISerializedGast,
  type OptionalProductionType,
  type Rule,
  serializeProduction,
} from 'chevrotain';
import type { Plugin } from 'esbuild';
import { defineConfig } from 'tsup';
import { TemplateParser } from './grammar/parser.ts';

/*
 * The package ships what it runs. Most of Chevrotain serves the development of a grammar: it records the productions,
 * checks them, computes the look-ahead, builds trees and messages of its own. Our grammar is finished and tested
 * before it is built, so that part runs here, once, and the package gets its result: a page loads less, and a process
 * starts sooner. Of date-fns, only what writes the words of its English locale is kept.
 *
 * Everything below names something in the files of a dependency. Where a new version no longer has it, the build fails
 * and says which entry is stale.
 */

const chevrotain = 'node_modules/chevrotain/lib/src';
const traits = `${chevrotain}/parse/parser/traits`;
const english = 'node_modules/date-fns/locale/en-US/_lib';

/** Modules of which nothing is called: whatever they export is undefined. */
const absent = [
  `${chevrotain}/parse/errors_public.js`,
  `${chevrotain}/parse/grammar/checks.js`,
  `${chevrotain}/parse/grammar/interpreter.js`,
  `${chevrotain}/parse/grammar/lookahead.js`,
  `${chevrotain}/scan/lexer_errors_public.js`,
  `${chevrotain}/scan/reg_exp.js`,
  `${chevrotain}/scan/reg_exp_parser.js`,
  `${english}/formatDistance.js`,
  `${english}/formatLong.js`,
  `${english}/formatRelative.js`,
  `${english}/match.js`,
];

/** Mixins of the parser, with no more than what the rest of it calls when a finished grammar runs. */
const replaced = new Map([
  [`${traits}/gast_recorder.js`, 'export class GastRecorder { initGastRecorder() {} }'],
  [`${traits}/perf_tracer.js`, 'export class PerformanceTracer { initPerformanceTracer() {} }'],
  [
    `${traits}/recoverable.js`,
    `export const IN_RULE_RECOVERY_EXCEPTION = undefined;
    export class Recoverable { initRecoverable() {} }`,
  ],
  [
    `${traits}/tree_builder.js`,
    `export class TreeBuilder {
      initTreeBuilder() {}
      cstInvocationStateUpdate() {}
      cstFinallyStateUpdate() {}
      cstPostTerminal() {}
      cstPostNonTerminal() {}
    }`,
  ],
  [
    `${traits}/error_handler.js`,
    `import { EarlyExitException, NoViableAltException } from '../../exceptions_public.js';
    export class ErrorHandler {
      initErrorHandler(config) { this.errorMessageProvider = config.errorMessageProvider; }
      SAVE_ERROR(error) { return error; }
      raiseEarlyExitException() { throw new EarlyExitException('', this.LA(1), this.LA(0)); }
      raiseNoAltException() { throw new NoViableAltException('', this.LA(1), this.LA(0)); }
    }`,
  ],
  [
    `${traits}/looksahead.js`,
    `export class LooksAhead {
      initLooksAhead(config) { this.maxLookahead = config.maxLookahead; this.lookAheadFuncsCache = []; }
    }`,
  ],
]);

/** Methods that nothing calls when a finished grammar runs. */
const uncalled = [
  ...['getSerializedGastProductions', 'OVERRIDE_RULE', 'BACKTRACK', 'saveRecogState', 'reloadRecogState'],
  ...[
    'consume',
    'subrule',
    'option',
    'or',
    'many',
    'atLeastOne',
    'atLeastOneInternal',
    'atLeastOneInternalLogic',
  ],
  ...['manySepFirstInternal', 'manySepFirstInternalLogic', 'repetitionSepSecondInternal'],
  ...['createFullToken', 'createStartOnlyToken', 'updateTokenEndLineColumnLocation'],
  ...dslMethods().filter(name => !readFileSync('grammar/parser.ts', 'utf8').includes(`this.${name}(`)),
];

/** What is known of a value that the files compute, and what can go because of it. */
const known: readonly (readonly [pattern: RegExp, known: string])[] = [
  // Our configuration
  [/\bthis\.(?:config\.)?skipValidations === false/g, 'false'],
  [/\bthis\.traceInitPerf === true/g, 'false'],
  [/\bthis\.recoveryEnabled\b(?! =[^=])/g, 'false'],
  [/\bthis\.outputCst\b(?! =[^=])/g, 'false'],
  [/\bthis\.config\.safeMode === false/g, 'true'],
  [/\boptions\.positionTracking !== "onlyOffset"/g, 'false'],
  [/\/full\/i\.test\(this\.config\.positionTracking\)/g, 'false'],
  [/\/onlyStart\/i\.test\(this\.config\.positionTracking\)/g, 'false'],
  [/\btrackLines === true/g, 'false'],
  // Our tokens: none has an alternative, all say what they start with, and together they match any source
  [/\blongerAlt !== undefined/g, 'false'],
  [/\bgetAsciiClass\(onlyRelevantTypes.*\)/g, 'undefined'],
  [/\bcurrTokType\.PATTERN instanceof RegExp\b/g, 'false'],
  [
    /^ *\/\/ error recovery, drop characters[\s\S]*?\bbreak;\s+\}(?=\s+\}\s+\}\s+\/\/ if we do have custom)/gm,
    "throw new Error('No token matches');",
  ],
  // What is left of features that are off
  [/\bPROD_TYPE\.\w+/g, 'undefined'],
  [/^ *this\.attemptInRepetitionRecovery\([^;]*\);/gm, ''],
  [/^ *clearRegExpParserCache\(\);/gm, ''],
  [/^\(function \((Parser|Lexer)DefinitionErrorType\) \{[^}]*\}\)\(\1.*\);/gm, ''],
  [/(?<=^ {4}performSelfAnalysis\(\) )\{[\s\S]*?^ {4}\}/gm, '{ analysed(this); }'],
  ...uncalled.map(name => [new RegExp(`^ {4}${name}\\(.*\\) \\{[\\s\\S]*?^ {4}\\}`, 'gm'), ''] as const),
];

/** The methods by which productions are written. */
function dslMethods(): string[] {
  const occurrences = ['', 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const methods = [
    'CONSUME',
    'SUBRULE',
    'OPTION',
    'OR',
    'MANY',
    'MANY_SEP',
    'AT_LEAST_ONE',
    'AT_LEAST_ONE_SEP',
  ];
  return methods.flatMap(method => occurrences.map(occurrence => `${method}${occurrence}`));
}

/** What `performSelfAnalysis` now calls: look-ahead functions from the table that `lookAhead` was written into. */
const analysed = `
import { tokenIdxToClass } from '../../scan/tokens.js';
import { AT_LEAST_ONE_SEP_IDX, MANY_IDX, OPTION_IDX, OR_IDX } from '../grammar/keys.js';
const keys = {
  Alternation: OR_IDX,
  Option: OPTION_IDX,
  Repetition: MANY_IDX,
  RepetitionMandatoryWithSeparator: AT_LEAST_ONE_SEP_IDX,
};
function analysed(parser) {
  parser.selfAnalysisDone = true;
  toFastProperties(parser);
  const indices = new Map(Object.entries(tokenIdxToClass).map(([index, { name }]) => [name, index]));
  for (const [rule, choices] of Object.entries(lookAhead)) {
    const functions = parser.lookAheadFuncsCache[parser.fullRuleNameToShort[rule]] = [];
    for (const { type, idx, alternatives } of choices) {
      const chosen = [];
      alternatives.forEach((names, index) => {
        for (const name of names) chosen[indices.get(name)] = index;
      });
      functions[keys[type] | idx] =
        type === 'Alternation'
          ? function () { return chosen[this.LA_FAST(1).tokenTypeIdx]; }
          : function () { return chosen[this.LA_FAST(1).tokenTypeIdx] === 0; };
    }
  }
}
`;

interface Choice {
  readonly type: 'Alternation' | OptionalProductionType;
  readonly idx: number;
}

const choiceTypes = ['Alternation', 'Option', 'Repetition', 'RepetitionMandatoryWithSeparator'];

/** Where a production chooses by the next token. */
function choicesIn(part: ISerializedGast): Choice[] {
  const inside = (part.definition ?? []).flatMap(choicesIn);
  if (!choiceTypes.includes(part.type)) return inside;
  // A serialized choice has the number of its occurrence, which the type leaves out.
  return [part as ISerializedGast & Choice, ...inside];
}

/** The tokens that lead into each choice of a rule: into each alternative, or into what is optional or repeated. */
function lookAheadOf(rule: Rule) {
  return choicesIn(serializeProduction(rule)).map(({ type, idx }) => {
    const paths = getLookaheadPaths({ occurrence: idx, rule, prodType: type, maxLookahead: 1 });
    const inside = type === 'Alternation' ? paths : paths.slice(0, 1);
    return { type, idx, alternatives: inside.map(tokens => tokens.flat().map(({ name }) => name)) };
  });
}

function lookAhead(): string {
  const rules = new TemplateParser({ skipValidations: false }).getGAstProductions();
  const table = Object.fromEntries(Object.values(rules).map(rule => [rule.name, lookAheadOf(rule)]));
  return `const lookAhead = ${JSON.stringify(table)};`;
}

/** Leaves out of the dependencies what never runs. */
const trim: Plugin = {
  name: 'trim',
  setup(build) {
    const stale = new Set<string | RegExp>([
      ...absent,
      ...replaced.keys(),
      ...known.map(([pattern]) => pattern),
    ]);
    build.onLoad({ filter: /node_modules\/(?:@?chevrotain|date-fns)\/.*\.js$/ }, async ({ path }) => {
      const name = relative(import.meta.dirname, path);
      stale.delete(name);
      const replacement = replaced.get(name);
      if (replacement !== undefined) return { contents: replacement };
      const source = await readFile(path, 'utf8');
      if (absent.includes(name)) return { contents: withoutContents(source) };
      if (!name.startsWith(chevrotain)) return undefined;
      for (const [pattern] of known) if (source.search(pattern) >= 0) stale.delete(pattern);
      const trimmed = known.reduce((text, [pattern, value]) => text.replace(pattern, value), source);
      return { contents: name.endsWith('/parser.js') ? lookAhead() + analysed + trimmed : trimmed };
    });
    build.onEnd(({ errors }) => {
      if (errors.length > 0 || stale.size === 0) return;
      throw new Error(`These entries of tsup.config.ts match nothing: ${[...stale].join(', ')}`);
    });
  },
};

function withoutContents(source: string): string {
  const names = [...source.matchAll(/^export (?:const|let|var|class|function) (\w+)/gm)].map(
    ([, name]) => name,
  );
  if (names.length === 0) throw new Error('A module without exports cannot be left out.');
  return names.map(name => `export const ${name} = undefined;\n`).join('');
}

export default defineConfig({
  entry: { index: 'src/index.ts', delivery: 'src/delivery/index.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  dts: true,
  clean: true,
  sourcemap: true,
  splitting: true,
  noExternal: [/^date-fns\//],
  esbuildPlugins: [trim],
});
