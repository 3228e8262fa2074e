import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textMate from 'vscode-textmate';

/** The scopes of the text from `start` to `end`, without that of the grammar itself. */
export interface ScopedRange {
  readonly start: number;
  readonly end: number;
  readonly scopes: readonly string[];
}

const require = createRequire(import.meta.url);
const file = new URL('../../../grammar/reference/hookplate.tmLanguage.json', import.meta.url);

/** Reads templates by the TextMate grammar as editors do, line by line. */
export async function createTextMateReader(): Promise<(source: string) => readonly ScopedRange[]> {
  await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
  const registry = new textMate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textMate.parseRawGrammar(readFileSync(file, 'utf8'), file.pathname),
  });
  const grammar = await registry.loadGrammar('source.hookplate');
  if (!grammar) throw new Error('There is no grammar of source.hookplate.');
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
