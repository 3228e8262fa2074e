import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { defineConfig } from 'tsup';
import { lookAhead } from './grammar/look-ahead.ts';

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
  'node_modules/@chevrotain/regexp-to-ast/lib/src/character-classes.js',
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

/** Modules, above all mixins of the parser, with no more than what the rest calls when a finished grammar runs. */
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
  [
    `${chevrotain}/scan/tokens.js`,
    `export const tokenIdxToClass = {};
    let nextIdx = 1;
    export const isTokenType = type => type.tokenTypeIdx !== undefined;
    export const tokenStructuredMatcher = (token, type) => token.tokenTypeIdx === type.tokenTypeIdx;
    export const tokenStructuredMatcherNoCategories = tokenStructuredMatcher;
    export function augmentTokenTypes(types) {
      for (const type of types) {
        if (isTokenType(type)) continue;
        type.tokenTypeIdx = nextIdx;
        type.categoryMatches = [];
        tokenIdxToClass[nextIdx++] = type;
      }
    }`,
  ],
]);

/** The lexer's constructor, for tokens in modes, some of them read by functions, and positions that are offsets alone. */
const lexerConstructor = `constructor({ modes, defaultMode }, config) {
  Object.assign(this, { config, defaultMode });
  this.patternIdxToConfig = {};
  this.charCodeToPatternIdxToConfig = {};
  this.canModeBeOptimized = {};
  this.cachedGroupKeys = [];
  this.trackStartLines = false;
  for (const [mode, tokens] of Object.entries(modes)) {
    augmentTokenTypes(tokens);
    const analysis = analyzeTokenTypes(tokens, config);
    if (!analysis.canBeOptimized) throw new Error('A token does not say what it may start with');
    this.patternIdxToConfig[mode] = analysis.patternIdxToConfig;
    this.charCodeToPatternIdxToConfig[mode] = analysis.charCodeToPatternIdxToConfig;
    this.canModeBeOptimized[mode] = true;
  }
  this.createTokenInstance = this.createOffsetOnlyToken;
  this.addToken = this.addTokenUsingPush;
  this.handlePayload = this.handlePayloadWithCustom;
  toFastProperties(this);
}`;

/** Methods that nothing calls when a finished grammar runs. */
const uncalled = [
  ...words('getSerializedGastProductions OVERRIDE_RULE BACKTRACK saveRecogState reloadRecogState'),
  ...words('consume subrule option or many atLeastOne atLeastOneInternal atLeastOneInternalLogic'),
  ...words('manySepFirstInternal manySepFirstInternalLogic repetitionSepSecondInternal'),
  ...words('createFullToken createStartOnlyToken updateTokenEndLineColumnLocation'),
  ...words(
    'addTokenUsingMemberAccess isBackTracking isAtEndOfInput getCurrRuleFullName shortRuleNameToFullName',
  ),
  ...words('CONSUME SUBRULE OPTION OR MANY MANY_SEP AT_LEAST_ONE AT_LEAST_ONE_SEP')
    .flatMap(method => ['', 1, 2, 3, 4, 5, 6, 7, 8, 9].map(occurrence => `${method}${occurrence}`))
    .filter(method => !readFileSync('grammar/parser.ts', 'utf8').includes(`this.${method}(`)),
];

/** What stands between the braces of a method, and the braces. */
function bodyOf(method: string): RegExp {
  return new RegExp(`(?<=^ {4}${method}\\(.*\\) )\\{[\\s\\S]*?^ {4}\\}`, 'gm');
}

function words(text: string): string[] {
  return text.split(' ');
}

/** What is known of a value that the files compute, and what can go because of it. */
const known: readonly (readonly [pattern: RegExp, known: string])[] = [
  // Our configuration
  [/\bthis\.(?:config\.)?skipValidations === false/g, 'false'],
  [/\bthis\.recoveryEnabled\b(?! =[^=])/g, 'false'],
  [/\bthis\.outputCst\b(?! =[^=])/g, 'false'],
  [/\bthis\.config\.safeMode === false/g, 'true'],
  [/\boptions\.positionTracking !== "onlyOffset"/g, 'false'],
  [/\btrackLines === true/g, 'false'],
  [/\boptions\.ensureOptimizations\b(?!,)/g, 'false'],
  [/\bthrow (?:(?:new )?Error)?\([^;]*\);/g, 'throw new Error("The grammar is not what it was built from");'],
  [/\bArray\.isArray\(tokenVocabulary\)/g, 'false'],
  [/\bthis\.lexerDefinitionErrors\.length > 0|\bthis\.definedRulesNames\.includes\(name\)/g, 'false'],
  // Our tokens: none has an alternative, all say what they start with, and together they match any source
  [/\blongerAlt !== undefined/g, 'false'],
  [/\bgetAsciiClass\(onlyRelevantTypes.*\)/g, 'undefined'],
  [/\bcurrTokType\.PATTERN instanceof RegExp\b/g, 'false'],
  [/\bthis\.hasCustom\b(?! =)/g, 'true'],
  [/(?<=^export const LineTerminatorOptimizedTester = )\{[\s\S]*?^\};/gm, 'undefined;'],
  [
    /^ *\/\/ error recovery, drop characters[\s\S]*?\bbreak;\s+\}(?=\s+\}\s+\}\s+\/\/ if we do have custom)/gm,
    "throw new Error('No token matches');",
  ],
  // What is left of features that are off
  [/\b(TRACE_INIT|tracer)\((?:"[^"]*"|`[^`]*`),/g, '$1(0,'],
  [/\bPROD_TYPE\.\w+/g, 'undefined'],
  [/^ *this\.attemptInRepetitionRecovery\([^;]*\);/gm, ''],
  [/^\(function \((Parser|Lexer)DefinitionErrorType\) \{[^}]*\}\)\(\1.*\);/gm, ''],
  [/(?<=^ {4})constructor\(lexerDefinition,[\s\S]*?^ {4}\}/gm, lexerConstructor],
  [bodyOf('performSelfAnalysis'), '{ analysed(this); }'],
  // Our parser: what fails is caught in the tag that fails, and no rule has gates or options
  [bodyOf('invokeRuleCatch'), '{ throw e; }'],
  [bodyOf('subruleInternalError'), '{ throw e; }'],
  [bodyOf('consumeInternalRecovery'), '{ throw eFromConsumption; }'],
  [bodyOf('consumeInternalError'), "{ throw new MismatchedTokenException('', nextToken, this.LA(0)); }"],
  [/\btypeof actionORMethodDef !== "function"/g, 'false'],
  [/^ *if \(this\.isAtEndOfInput\(\) === false\) \{[\s\S]*?^ {8}\}/gm, ''],
  ...uncalled.map(name => [new RegExp(`^ {4}${name}\\(.*\\) \\{[\\s\\S]*?^ {4}\\}`, 'gm'), ''] as const),
];

/** What `performSelfAnalysis` now calls: it makes the look-ahead functions of a table that is already there. */
const analysis = `
import { tokenIdxToClass } from '../../scan/tokens.js';
import * as keys from '../grammar/keys.js';
const keyOf = {
  Alternation: keys.OR_IDX,
  Option: keys.OPTION_IDX,
  Repetition: keys.MANY_IDX,
  RepetitionMandatory: keys.AT_LEAST_ONE_IDX,
  RepetitionWithSeparator: keys.MANY_SEP_IDX,
  RepetitionMandatoryWithSeparator: keys.AT_LEAST_ONE_SEP_IDX,
};
const choices = ${JSON.stringify(lookAhead())};
function analysed(parser) {
  parser.selfAnalysisDone = true;
  toFastProperties(parser);
  const indices = new Map(Object.entries(tokenIdxToClass).map(([index, { name }]) => [name, index]));
  for (const [rule, choicesOfRule] of Object.entries(choices)) {
    const functions = parser.lookAheadFuncsCache[parser.fullRuleNameToShort[rule]] = [];
    for (const { type, idx, alternatives } of choicesOfRule) {
      const chosen = [];
      alternatives.forEach((names, index) => {
        for (const name of names) chosen[indices.get(name)] = index;
      });
      functions[keyOf[type] | idx] =
        type === 'Alternation'
          ? function () { return chosen[this.LA_FAST(1).tokenTypeIdx]; }
          : function () { return chosen[this.LA_FAST(1).tokenTypeIdx] === 0; };
    }
  }
}
`;

/** Properties that only Chevrotain's own files name, which may have shorter names in the package. */
const internal = new RegExp(
  `^(?:${[
    'TRACE_INIT|CST_STACK|RULE_(?:OCCURRENCE_)?STACK(?:_IDX)?|isBackTrackingStack',
    '\\w+Internal(?:Logic|Error|Recovery)?|cst[A-Z]\\w+|rule(?:Invocation|Finally)StateUpdate|invokeRuleCatch',
    'patternIdxToConfig|charCodeToPatternIdxToConfig|canModeBeOptimized|cachedGroupKeys|emptyGroups',
    'lexerDefinition(?:Errors|Warning)|track(?:Start|End)Lines|computeNewColumn|handlePayload\\w*|addTokenUsing\\w+',
    'lookAheadFuncsCache|currRule(?:ShortName|LookaheadFuncs)|gastProductionsCache|definedRulesNames',
    'LA_FAST|consumeToken|selfAnalysisDone|doSingleRepetition|getLexerPosition|moveToTerminatedState|tokensMap',
    'init[A-Z]\\w+|raise\\w+Exception|handleModes|createOffsetOnlyToken|tokenMatcher|currIdx|subruleIdx',
    'shortRuleNameToFull|fullRuleNameToShort|ruleShortNameIdx|tokVectorLength|(?:reset|export)LexerState',
  ].join('|')})$`,
);

/** Leaves out of the dependencies what never runs. */
const trim: Plugin = {
  name: 'trim',
  setup(build) {
    const stale = new Set<string | RegExp>([
      ...absent,
      ...replaced.keys(),
      ...known.map(([pattern]) => pattern),
    ]);
    build.onLoad({ filter: /node_modules[\\/](?:@?chevrotain|date-fns)[\\/].*\.js$/ }, async ({ path }) => {
      const name = relative(import.meta.dirname, path).replaceAll('\\', '/');
      stale.delete(name);
      const replacement = replaced.get(name);
      if (replacement !== undefined) return { contents: replacement };
      const source = await readFile(path, 'utf8');
      if (absent.includes(name)) return { contents: withoutContents(source) };
      if (!name.startsWith(chevrotain)) return undefined;
      for (const [pattern] of known) if (source.search(pattern) >= 0) stale.delete(pattern);
      const trimmed = known.reduce((text, [pattern, value]) => text.replace(pattern, value), source);
      return { contents: name.endsWith('/parser.js') ? analysis + trimmed : trimmed };
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

/** Writes the licences of all packages of which code is in the bundle, as they ask for. */
const licences: Plugin = {
  name: 'licences',
  setup(build) {
    build.onEnd(async ({ metafile }) => {
      const inputs = Object.values(metafile?.outputs ?? {}).flatMap(output => Object.keys(output.inputs));
      const names = inputs.flatMap(input => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
      const notices = await Promise.all([...new Set(names)].sort().map(noticeOf));
      const text = [licencesHeading, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
      const directory = build.initialOptions.outdir ?? 'dist';
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, 'THIRD-PARTY-LICENSES.txt'), text);
    });
  },
};

const licencesHeading = `hookplate contains code of the packages below. The code of chevrotain and date-fns was changed: parts that
hookplate does not need are left out, and some of chevrotain are replaced by shorter ones.
`;

async function noticeOf(name: string): Promise<string> {
  const directory = join('node_modules', name);
  const { version, license } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  const file = (await readdir(directory)).find(entry => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`The package ${name} has no text of its licence.`);
  return `${name} ${version} (${license})\n\n${await readFile(join(directory, file), 'utf8')}`;
}

export default defineConfig({
  entry: { index: 'src/index.ts', delivery: 'src/delivery/index.ts', workflow: 'src/workflow/index.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  dts: true,
  clean: true,
  sourcemap: true,
  splitting: true,
  noExternal: [/^date-fns\//],
  esbuildPlugins: [trim, licences],
  esbuildOptions: options => {
    options.mangleProps = internal;
  },
});
