import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { known } from './known-values.ts';
import { analysis } from './look-ahead-table.ts';
import { absent, chevrotain, replaced, valibot } from './trimmed-modules.ts';

/*
 * The package ships what it runs. Most of Chevrotain serves the development of a grammar: it records the productions,
 * checks them, computes the look-ahead, builds trees and messages of its own. Our grammar is finished and tested
 * before it is built, so that part runs here, once, and the package gets its result: a page loads less, and a process
 * starts sooner. Of date-fns, only the words of its English locale are kept, and of valibot what our schemas need.
 *
 * Everything below names something in the files of a dependency. Where a new version no longer has it, the build fails
 * and says which entry is stale.
 */

/** Properties that only the grammar and Chevrotain name, which may have shorter names in the package. */
export const internal = new RegExp(
  `^(?:${[
    'TRACE_INIT|CST_STACK|RULE_(?:OCCURRENCE_)?STACK(?:_IDX)?|isBackTrackingStack',
    '\\w+Internal(?:Logic|Error|Recovery)?|cst[A-Z]\\w+|rule(?:Invocation|Finally)StateUpdate|invokeRuleCatch',
    'patternIdxToConfig|charCodeToPatternIdxToConfig|canModeBeOptimized|cachedGroupKeys|emptyGroups',
    'lexerDefinition(?:Errors|Warning)|track(?:Start|End)Lines|computeNewColumn|handlePayload\\w*|addTokenUsing\\w+',
    'lookAheadFuncsCache|currRule(?:ShortName|LookaheadFuncs)|gastProductionsCache|definedRulesNames',
    'LA_FAST|consumeToken|selfAnalysisDone|doSingleRepetition|getLexerPosition|moveToTerminatedState|tokensMap',
    'init[A-Z]\\w+|raise\\w+Exception|handleModes|createOffsetOnlyToken|tokenMatcher|currIdx|subruleIdx',
    'tokenTypeIdx|tokVector|previousToken|resync(?:Enabled|edTokens)|recoveryValueFunc|categoryMatches|canBeOptimized',
    'DEFER_DEFINITION_ERRORS_HANDLING|(?:can)?[lL]ineTerminator\\w*|definitionErrors|defineRule|matchLength|addToken',
    'START_CHARS_HINT|LONGER_ALT|PUSH_MODE|CATEGORIES|longerAlt|coreRule|on(?:Before|After)Parse',
    'PATTERN|GROUP|LABEL|DEF|SEP|ALT|ERR_MSG|MANY|RULE|SKIP_TOKEN|AT_LEAST_ONE_SEP|(?:CONSUME|SUBRULE)[12]?',
    'matchType|tokenTypes?|image|createTokenInstance|tokenize|className',
    '(?:start|end)(?:Offset|Line|Column)|maxLookahead|recoveryEnabled|ruleName|originalGrammarAction|valueOption',
    'errorMessageProvider|build\\w+Message|dynamicTokensEnabled|outputCst|nodeLocationTracking|traceInitPerf',
    'skipValidations|positionTracking|ensureOptimizations|performSelfAnalysis|defaultMode',
    'shortRuleNameToFull|fullRuleNameToShort|ruleShortNameIdx|tokVectorLength|(?:reset|export)LexerState',
  ].join('|')})$`,
);

/** Leaves out of the dependencies what never runs. */
export const trim: Plugin = {
  name: 'trim',
  setup(build) {
    const stale = new Set<string | RegExp>([
      ...absent,
      ...replaced.keys(),
      ...known.map(([pattern]) => pattern),
    ]);
    build.onLoad(
      { filter: /node_modules[\\/](?:@?chevrotain|date-fns|valibot)[\\/].*\.m?js$/ },
      async ({ path }) => {
        const name = relative(process.cwd(), path).replaceAll('\\', '/');
        stale.delete(name);
        const replacement = replaced.get(name);
        if (replacement !== undefined) return { contents: replacement };
        const source = await readFile(path, 'utf8');
        if (absent.includes(name)) return { contents: withoutContents(source) };
        if (!name.startsWith(chevrotain) && name !== valibot) return undefined;
        for (const [pattern] of known) if (source.search(pattern) >= 0) stale.delete(pattern);
        const trimmed = known.reduce((text, [pattern, value]) => text.replace(pattern, value), source);
        return { contents: name.endsWith('/parser.js') ? analysis + trimmed : trimmed };
      },
    );
    build.onEnd(({ errors }) => {
      if (errors.length > 0 || stale.size === 0) return;
      throw new Error(`These entries of build/ match nothing: ${[...stale].join(', ')}`);
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
