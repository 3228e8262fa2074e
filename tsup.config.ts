import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { defineConfig } from 'tsup';

/*
 * The package ships what it runs. Chevrotain serves those who develop a grammar as much as those who run one; of a
 * grammar that is finished and tested, more than half of it never runs. That half is left out here, so that a page
 * loads little and a process starts soon. Of date-fns, only what writes the words of its English locale is kept.
 *
 * Everything below names something that a version of a dependency contains. Where a new version does not, the build
 * fails and says which entry is stale.
 */

const chevrotain = 'node_modules/chevrotain/lib/src';
const english = 'node_modules/date-fns/locale/en-US/_lib';

/** Modules that only serve the development of a grammar, error recovery or parsing dates: all they export is undefined. */
const absent = [
  `${chevrotain}/parse/errors_public.js`,
  `${chevrotain}/parse/grammar/checks.js`,
  `${chevrotain}/parse/grammar/follow.js`,
  `${chevrotain}/scan/lexer_errors_public.js`,
  `${chevrotain}/scan/reg_exp.js`,
  `${chevrotain}/scan/reg_exp_parser.js`,
  `${english}/formatDistance.js`,
  `${english}/formatLong.js`,
  `${english}/formatRelative.js`,
  `${english}/match.js`,
];

/** Mixins of the parser for features that are off, with no more than the methods that the rest of it calls. */
const replaced = new Map([
  [
    `${chevrotain}/parse/parser/traits/recoverable.js`,
    `export const IN_RULE_RECOVERY_EXCEPTION = undefined;
    export class Recoverable {
      initRecoverable() {}
      getHumanReadableRuleStack() { return []; }
    }`,
  ],
  [
    `${chevrotain}/parse/parser/traits/tree_builder.js`,
    `export class TreeBuilder {
      initTreeBuilder() {}
      cstInvocationStateUpdate() {}
      cstFinallyStateUpdate() {}
      cstPostTerminal() {}
      cstPostNonTerminal() {}
    }`,
  ],
  [
    `${chevrotain}/parse/parser/traits/perf_tracer.js`,
    `export class PerformanceTracer {
      initPerformanceTracer() {}
      TRACE_INIT(_, run) { return run(); }
    }`,
  ],
]);

/** Reads of configuration whose value is known, and statements that do nothing under it. */
const known: readonly (readonly [pattern: RegExp, known: string])[] = [
  [/\bthis\.(?:config\.)?skipValidations === false/g, 'false'],
  [/\bthis\.traceInitPerf === true/g, 'false'],
  [/\bthis\.recoveryEnabled\b(?! =[^=])/g, 'false'],
  [/\bthis\.outputCst\b(?! =[^=])/g, 'false'],
  [/\bthis\.config\.safeMode === false/g, 'true'],
  [/\btrackLines === true/g, 'false'],
  [/^ *this\.attemptInRepetitionRecovery\([^;]*\);/gm, ''],
  [/^ *clearRegExpParserCache\(\);/gm, ''],
  [/^\(function \((Parser|Lexer)DefinitionErrorType\) \{[^}]*\}\)\(\1.*\);/gm, ''],
];

/** Leaves out of the dependencies what never runs. */
const trim: Plugin = {
  name: 'trim',
  setup(build) {
    const stale = new Set<string | RegExp>([...absent, ...replaced.keys(), ...known.map(([pattern]) => pattern)]);
    build.onLoad({ filter: /node_modules\/(?:chevrotain|date-fns)\/.*\.js$/ }, async ({ path }) => {
      const name = relative(import.meta.dirname, path);
      stale.delete(name);
      const source = await readFile(path, 'utf8');
      if (absent.includes(name)) return { contents: withoutContents(source) };
      const replacement = replaced.get(name);
      if (replacement !== undefined) return { contents: replacement };
      if (!name.startsWith(chevrotain)) return undefined;
      let contents = source;
      for (const [pattern, value] of known) {
        if (contents.search(pattern) >= 0) stale.delete(pattern);
        contents = contents.replace(pattern, value);
      }
      return { contents };
    });
    build.onEnd(result => {
      if (result.errors.length === 0 && stale.size > 0) {
        throw new Error(`Nothing matches any more, see tsup.config.ts: ${[...stale].join(', ')}`);
      }
    });
  },
};

function withoutContents(source: string): string {
  const names = [...source.matchAll(/^export (?:const|let|var|class|function) (\w+)/gm)].map(([, name]) => name);
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
