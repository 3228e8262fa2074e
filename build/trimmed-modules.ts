export const chevrotain = 'node_modules/chevrotain/lib/src';
export const valibot = 'node_modules/valibot/dist/index.mjs';
const traits = `${chevrotain}/parse/parser/traits`;
const english = 'node_modules/date-fns/locale/en-US/_lib';

/** Modules of which nothing is called: whatever they export is undefined. */
export const absent = [
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
export const replaced = new Map([
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
