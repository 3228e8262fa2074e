import { readFileSync } from 'node:fs';

/** The lexer's constructor, for tokens in modes, some of them read by functions, and positions that are offsets alone. */
const lexerConstructor = `constructor({ modes, defaultMode }, config) {
  Object.assign(this, { config, defaultMode });
  this.patternIdxToConfig = {};
  this.charCodeToPatternIdxToConfig = {};
  for (const [mode, tokens] of Object.entries(modes)) {
    augmentTokenTypes(tokens);
    const analysis = analyzeTokenTypes(tokens, config);
    this.patternIdxToConfig[mode] = analysis.patternIdxToConfig;
    this.charCodeToPatternIdxToConfig[mode] = analysis.charCodeToPatternIdxToConfig;
  }
  this.createTokenInstance = this.createOffsetOnlyToken;
  this.addToken = this.addTokenUsingPush;
  toFastProperties(this);
}`;

/** Takes a token, or throws. */
const consumption = `{
  const token = this.LA_FAST(1);
  if (token.tokenTypeIdx !== tokType.tokenTypeIdx) throw new MismatchedTokenException('', token, this.LA(0));
  this.consumeToken();
  return token;
}`;

/** Methods that nothing calls when a finished grammar runs. */
const uncalled = [
  ...words('getSerializedGastProductions OVERRIDE_RULE BACKTRACK saveRecogState reloadRecogState'),
  ...words('consumeInternalError consumeInternalRecovery subruleInternalError'),
  ...words('consume subrule option or many atLeastOne atLeastOneInternal atLeastOneInternalLogic'),
  ...words('manySepFirstInternal manySepFirstInternalLogic repetitionSepSecondInternal'),
  ...words('createFullToken createStartOnlyToken updateTokenEndLineColumnLocation'),
  ...words(
    'importLexerState moveToTerminatedState getGAstProductions addTokenUsingMemberAccess handlePayloadNoCustom handlePayloadWithCustom match computeNewColumn isBackTracking isAtEndOfInput getCurrRuleFullName shortRuleNameToFullName',
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
export const known: readonly (readonly [pattern: RegExp, known: string])[] = [
  // Our configuration
  [/\bthis\.(?:config\.)?skipValidations === false/g, 'false'],
  [/\bthis\.recoveryEnabled\b(?! =[^=])/g, 'false'],
  [/\bthis\.outputCst\b(?! =[^=])/g, 'false'],
  [/\bthis\.config\.safeMode === false/g, 'true'],
  [/\btrackLines === true/g, 'false'],
  [/\bthrow (?:(?:new )?Error)?\([^;]*\);/g, 'throw new Error("The grammar is not what it was built from");'],
  [/\bArray\.isArray\(tokenVocabulary\)/g, 'false'],
  [/\bthis\.lexerDefinitionErrors\.length > 0|\bthis\.definedRulesNames\.includes\(name\)/g, 'false'],
  [/\bObject\.hasOwn\(config, "(?:serializedGrammar|ignoredIssues)"\)/g, 'false'],
  [/\bthis\.selfAnalysisDone(?: !== true)?(?=\) \{)/g, 'false'],
  // Our tokens: none has an alternative, all say what they start with, and together they match any source
  [/\blongerAlt !== undefined/g, 'false'],
  [/\bObject\.hasOwn\(config, (?:PARENT|CATEGORIES|LONGER_ALT|LINE_BREAKS)\)/g, 'false'],
  [/\bthis\.hasCustom\b(?! =)/g, 'true'],
  [/\bmodeStack\.length === 1 &&[\s\S]*?PUSH_MODE === undefined/g, 'false'],
  [/^ *const modeCanBeOptimized[\s\S]*?^ *isOptimizedMode = false;\s+\}/gm, ''],
  [/\bif \(isOptimizedMode\)/g, 'if (true)'],
  [/^ *case ASCII_CLASS_MATCH: \{[\s\S]*?^ {20}\}/gm, ''],
  [/\bthis\.handlePayload\((\w+), payload\);/g, 'if (payload !== null) $1.payload = payload;'],
  [/\bgroup === false/g, 'true'],
  [/\bthis\.trackStartLines \? 1 : undefined/g, 'undefined'],
  [/(?<=^const DEFAULT_LEXER_CONFIG = )\{[\s\S]*?^Object\.freeze\(.*\);/gm, 'undefined;'],
  [/^ *for \(let gi = 0;[\s\S]*?^ {8}\}/gm, ''],
  [/\bcolumn = this\.computeNewColumn\(.*\);/g, ''],
  [/(?<=^Lexer\.SKIPPED = )[^;]*/gm, '"skipped"'],
  [bodyOf('tokenize'), '{ return this.tokenizeInternal(text, initialMode); }'],
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
  // Our schemas: nothing has a default, and what may be missing is optional
  [/\(valueSchema\.type === "exact_optional" .*\) && valueSchema\.default !== void 0/g, 'false'],
  [/\bvalueSchema\.fallback !== void 0|\bthis\.default !== void 0/g, 'false'],
  [/\bvalueSchema\.type !== "(?:exact_optional|nullish)"/g, 'true'],
  // Our schemas: nothing is configured, and what checks them calls valibot itself
  [/\bconfig\$1\.abort(?:Pipe)?Early\b(?!,|\n)/g, 'false'],
  [/\bgetGlobalConfig\(config\$1\)(?= *\))/g, '{}'],
  [/^\tschema\["~standard"\] = \{[\s\S]*?^\t\};/gm, ''],
  [/(?<=\?\? context\.message) \?\?.*\bgetSpecificMessage\(.*\);/g, ';'],
  [/^\t\tlang: config\$1\.lang,\n\t\tabortEarly: .*,\n\t\tabortPipeEarly: .*$/gm, ''],
  // Our parser: what fails is caught in the tag that fails, and no rule has gates or options
  [bodyOf('invokeRuleCatch'), '{ throw e; }'],
  [bodyOf('subruleInternal'), '{ this.subruleIdx = idx; return ruleToCall.coreRule.call(this); }'],
  [bodyOf('consumeInternal'), consumption],
  [/\bObject\.hasOwn\(config, "(?:resyncEnabled|recoveryValueFunc)"\)/g, 'false'],
  [/\bObject\.hasOwn\(tokenVocabulary, "modes"\) &&[\s\S]*?every\(isTokenType\)/g, 'true'],
  [
    /\bconst allTokenTypes = Object\.hasOwn\([\s\S]*?(?=this\.tokenMatcher)/g,
    'const noTokenCategoriesUsed = true;',
  ],
  [/\btypeof actionORMethodDef !== "function"/g, 'false'],
  [/^ *if \(this\.isAtEndOfInput\(\) === false\) \{[\s\S]*?^ {8}\}/gm, ''],
  ...uncalled.map(name => [new RegExp(`^ {4}${name}\\(.*\\) \\{[\\s\\S]*?^ {4}\\}`, 'gm'), ''] as const),
];
