import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import oniguruma from 'vscode-oniguruma';
import textMate, { type IGrammar } from 'vscode-textmate';
import type { HostLanguage } from '../../../grammar/reference/text-mate-grammar.ts';

/** The scopes of the text from `start` to `end`, without that of the grammar itself. */
export interface ScopedRange {
  readonly start: number;
  readonly end: number;
  readonly scopes: readonly string[];
}

const require = createRequire(import.meta.url);
const file = new URL('../../../grammar/reference/hookplate.tmLanguage.json', import.meta.url);

const onigLib = Promise.resolve({
  createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text: string) => new oniguruma.OnigString(text),
});

/** Only once for all grammars. */
let loading: Promise<void> | undefined;

function loadOniguruma(): Promise<void> {
  loading ??= oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
  return loading;
}

/** Reads templates by the TextMate grammar as editors do, line by line. */
export async function createTextMateReader(): Promise<(source: string) => readonly ScopedRange[]> {
  await loadOniguruma();
  const registry = new textMate.Registry({
    onigLib,
    loadGrammar: async () => textMate.parseRawGrammar(readFileSync(file, 'utf8'), file.pathname),
  });
  return readerOf(await registry.loadGrammar('source.hookplate'));
}

const hostGrammars: Readonly<Record<HostLanguage, string>> = {
  json: require.resolve('tm-grammars/grammars/json.json'),
  yaml: require.resolve('tm-grammars/grammars/yaml.json'),
};

/** Reads files of another language as editors do that inject a grammar into its own. */
export async function createInjectedReader(
  language: HostLanguage,
): Promise<(source: string) => readonly ScopedRange[]> {
  await loadOniguruma();
  const injection = `hookplate.injection.${language}`;
  const files: Readonly<Record<string, string>> = {
    [`source.${language}`]: hostGrammars[language],
    [injection]: fileURLToPath(
      new URL(`../../../grammar/reference/${language}-injection.tmLanguage.json`, import.meta.url),
    ),
  };
  const registry = new textMate.Registry({
    onigLib,
    loadGrammar: async scope => {
      const path = files[scope];
      return path === undefined ? null : textMate.parseRawGrammar(readFileSync(path, 'utf8'), path);
    },
    getInjections: scope => (scope === `source.${language}` ? [injection] : undefined),
  });
  return readerOf(await registry.loadGrammar(`source.${language}`));
}

function readerOf(grammar: IGrammar | null): (source: string) => readonly ScopedRange[] {
  if (!grammar) throw new Error('There is no such grammar.');
  return source => {
    let state = textMate.INITIAL;
    let start = 0;
    const ranges: ScopedRange[] = [];
    for (const line of source.split('\n')) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      for (const { startIndex, endIndex, scopes } of tokens)
        ranges.push({ start: start + startIndex, end: start + endIndex, scopes: scopes.slice(1) });
      start += line.length + 1;
      state = ruleStack;
    }
    return ranges;
  };
}
