import { englishWords } from './english-words.ts';

export const chevrotain = 'node_modules/chevrotain/lib/src';
export const valibot = 'node_modules/valibot/dist/index.mjs';
const traits = `${chevrotain}/parse/parser/traits`;
const english = 'node_modules/date-fns/locale/en-US/_lib';

/** Modules of which nothing is called: whatever they export is undefined. */
export const absent = [
  `${chevrotain}/parse/errors_public.js`,
  `${chevrotain}/parse/grammar/checks.js`,
  `${chevrotain}/parse/grammar/interpreter.js`,
  `${chevrotain}/parse/grammar/lookahead.js`,
  `${chevrotain}/scan/lexer_errors_public.js`,
  `${chevrotain}/scan/reg_exp_parser.js`,
  `${english}/formatDistance.js`,
  `${english}/formatLong.js`,
  `${english}/formatRelative.js`,
  `${english}/match.js`,
];

/** Modules, above all mixins of the parser, with no more than what the rest calls when a finished grammar runs. */
export const replaced = new Map([
  [`${english}/localize.js`, englishWords],
  [
    'node_modules/@chevrotain/utils/lib/src/to-fast-properties.js',
    `export function toFastProperties(object) {
      function Prototyped() {}
      Prototyped.prototype = object;
      void new Prototyped().any;
    }`,
  ],
  [
    `${chevrotain}/parse/exceptions_public.js`,
    `export class MismatchedTokenException extends Error {}
    export const NoViableAltException = MismatchedTokenException;
    export const EarlyExitException = MismatchedTokenException;
    export const NotAllInputParsedException = MismatchedTokenException;
    export const isRecognitionException = error => error instanceof MismatchedTokenException;`,
  ],
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
    `${chevrotain}/scan/lexer.js`,
    `import { Lexer } from './lexer_public.js';
    export const DEFAULT_MODE = undefined;
    export const LineTerminatorOptimizedTester = undefined;
    export const performRuntimeChecks = undefined;
    export const performWarningRuntimeChecks = undefined;
    export const validatePatterns = undefined;
    export const SINGLE_CHAR_MATCH = 0;
    export const CUSTOM_MATCH = 1;
    export const REG_EXP_MATCH = 2;
    export const ASCII_CLASS_MATCH = 3;
    export const charCodeToOptimizedIndex = code => (code < 256 ? code : 255 + Math.trunc(code / 255));
    export function analyzeTokenTypes(types) {
      const charCodeToPatternIdxToConfig = [];
      const patternIdxToConfig = types.filter(({ PATTERN }) => PATTERN !== Lexer.NA).map(tokenType => {
        const { PATTERN, START_CHARS_HINT, GROUP, PUSH_MODE, tokenTypeIdx } = tokenType;
        const isText = typeof PATTERN === 'string';
        const isShort = isText && PATTERN.length === 1;
        const isCustom = typeof PATTERN === 'function';
        const literal = text => [...text].map(character => '\\\\x' + character.charCodeAt(0).toString(16)).join('');
        const source = isText ? literal(PATTERN) : PATTERN.source;
        const config = {
          pattern: isShort ? PATTERN : isCustom ? { exec: PATTERN } : new RegExp(source, 'y'),
          longerAlt: undefined,
          canLineTerminator: false,
          matchType: isShort ? SINGLE_CHAR_MATCH : isCustom ? CUSTOM_MATCH : REG_EXP_MATCH,
          short: isShort && PATTERN.charCodeAt(0),
          group: GROUP === Lexer.SKIPPED ? undefined : false,
          push: PUSH_MODE,
          pop: Object.hasOwn(tokenType, 'POP_MODE'),
          tokenTypeIdx,
          tokenType,
        };
        const starts = isText ? [PATTERN[0]] : START_CHARS_HINT;
        const codes = starts.map(start => (typeof start === 'string' ? start.charCodeAt(0) : start));
        for (const index of new Set(codes.map(charCodeToOptimizedIndex)))
          (charCodeToPatternIdxToConfig[index] ??= []).push(config);
        return config;
      });
      return { patternIdxToConfig, charCodeToPatternIdxToConfig };
    }`,
  ],
  [
    `${chevrotain}/parse/parser/utils/apply_mixins.js`,
    `export function applyMixins({ prototype }, mixins) {
      for (const mixin of mixins) {
        const { constructor, ...methods } = Object.getOwnPropertyDescriptors(mixin.prototype);
        Object.defineProperties(prototype, methods);
      }
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
