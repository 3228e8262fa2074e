import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import {
  compileTemplate,
  compileWebhook,
  type OutputName,
  precompileTemplate,
  precompileWebhook,
} from 'hookplate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.ts';
import { findMistakes } from '../../src/template/check.ts';
import { schema } from '../template/promise/tag-sources.ts';
import { templateSource } from '../template/promise/template-sources.ts';
import { receiverCases, receiverVariables as variables } from '../template/receiver-cases.ts';

const run = promisify(execFile);

let folder: string;

const webhook = {
  profile: 'Nightly',
  events: { Started: true, Errored: true },
  method: 'POST',
  url: 'https://h.example/$profile$',
  headers: [{ name: 'X-At', value: '$date; format="EEEE zzzz", timezone="Europe/Vienna"$' }],
  contentType: 'application/json',
  payload:
    '{"at":"$date; timezone="+05:30"$","n":"$errorCount; format="#,##0.0"$","p":"$profile; format="upper"$"}',
  authentication: { username: 'ada', password: 'lovelace' },
} as const;
const errored = {
  event: 'Errored',
  isError: true,
  profile: 'x "y"',
  errorCount: 1234.5,
  recordsProcessed: 0,
  pid: '7',
  sequence: 2,
  startedAt: '2026-03-04T05:06:00Z',
  durationSeconds: 7,
  date: '2026-03-04T05:06:07Z',
} as const;

interface Case {
  readonly name: string;
  readonly source: string;
  readonly output: OutputName;
  readonly missing?: 'reject';
}

/** Features that none of the receiver cases uses. */
const others = [
  { name: 'constant', source: 'nothing but text </script> \u2028', output: 'text' },
  { name: 'strict', source: '$profile$', output: 'header', missing: 'reject' },
  {
    name: 'wholes',
    source: '[$alerts$,$for(x in alerts if x.level > 1; max="2")$$x$,$x.number$$sep$,$else$0$endfor$]',
    output: 'json',
  },
  {
    name: 'branches',
    source: '$if(isError)$a$elseif(errorCount > 1)$b$elseif(profile == "x")$c$endif$',
    output: 'text',
  },
] as const;
const cases: readonly Case[] = [...receiverCases, ...others];

/** Some of their branches are never taken, which the compiler notices where it may. */
const conditions = [
  '$if(profile == "a")$$if(profile == "b")$x$endif$y$endif$',
  '$if(profile == "a" || profile == "b")$$if(profile == "c")$x$endif$$endif$',
  '$if(profile != "a")$x$elseif(profile == "b")$y$endif$',
  '$if(errorCount == 3)$$if(errorCount == 4)$x$endif$y$endif$',
  '$if(errorCount > 3)$$if(errorCount < 2)$x$endif$$endif$',
  '$if(event == "Started" && event == "Errored")$x$endif$',
  '$if(isError)$$if(!isError)$x$elseif(!isError && event == "Started")$y$endif$$endif$',
  '$if(isError)$1$elseif(!isError)$2$elseif(isError && !isError)$3$else$4$endif$',
  '$if(alerts)$$if(!alerts)$x$elseif(!alerts)$y$endif$$endif$',
  '$for(alert in alerts if alert.name == "a")$$if(alert.name == "b")$x$endif$$endfor$',
];

/** Variables named like properties that every object inherits. */
const inherited = Object.fromEntries(
  ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'].map(
    name => [name, 'string'] as const,
  ),
);

/** Modules that are to pass the compiler, which is not asked twice. */
function writeOdd(): void {
  conditions.forEach((source, index) => {
    write(`condition${index}`, precompileTemplate(source, { variables }));
  });
  const all = Object.keys(inherited).map(name => `$${name}$`);
  for (const missing of ['accept', 'reject'] as const)
    write(`inherited-${missing}`, precompileTemplate(all.join(''), { variables: inherited, missing }));
  for (const output of ['json', 'xml', 'url', 'form', 'header'] as const) {
    const options = { output, variables: schema };
    const sources = fc.sample(templateSource(output), 60);
    const accepted = sources.filter(source => !hasErrors(findMistakes(source, options)));
    accepted.forEach((source, index) => {
      write(`${output}${index}`, precompileTemplate(source, options));
    });
  }
}

function write(name: string, { code, types }: { readonly code: string; readonly types: string }): void {
  writeFileSync(join(folder, `${name}.js`), code);
  writeFileSync(join(folder, `${name}.d.ts`), types);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookplate-precompiled-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules', 'hookplate'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const { name, source, output, missing } of cases)
    write(name, precompileTemplate(source, { output, variables, missing }));
  write('webhook', precompileWebhook(webhook));
  writeOdd();
});

afterAll(() => rmSync(folder, { recursive: true }));

const context = { ...errored, alerts: [{ name: 'Disk "1"', state: 'firing', level: 3 }, null] };

describe('the files of precompiled modules', () => {
  it('do in a process that generates no code, and in a worker of it, what is compiled here', async () => {
    const names = cases.filter(({ missing }) => missing !== 'reject').map(({ name }) => name);
    writeFileSync(
      join(folder, 'run.mjs'),
      `import { parentPort, Worker, isMainThread } from 'node:worker_threads';
      const answers = [];
      for (const name of ${JSON.stringify(names)})
        answers.push((await import(\`./\${name}.js\`)).render(${JSON.stringify(context)}));
      answers.push((await import('./webhook.js')).requestFor(${JSON.stringify(errored)}));
      if (isMainThread) new Worker(new URL(import.meta.url)).on('message', other => console.log(JSON.stringify([answers, other])));
      else parentPort.postMessage(answers);`,
    );
    const flags = ['--disallow-code-generation-from-strings'];
    const { stdout } = await run(process.execPath, [...flags, 'run.mjs'], { cwd: folder });
    const [inProcess, inWorker] = JSON.parse(stdout);
    const expected: unknown[] = cases.flatMap(({ source, output, missing }) =>
      missing === 'reject' ? [] : compileTemplate(source, { output, variables }).render(context as object),
    );
    expected.push(compileWebhook(webhook).requestFor(errored));
    expect(inProcess).toEqual(expected);
    expect(inWorker).toEqual(expected);
  });

  it('pass the compiler where it is strict, with what imports them', async () => {
    writeFileSync(join(folder, 'consumer.ts'), consumer);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom'],
      types: [],
      strict: true,
      allowJs: true,
      checkJs: true,
      noEmit: true,
    };
    // Found by a pattern, a module would be left out for its declarations.
    const files = readdirSync(folder).filter(name => /\.(?:js|ts)$/.test(name));
    expect(files.length).toBeGreaterThan(250);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc], { cwd: folder }).catch(error => error);
    expect(stdout).toBe('');
  });
});

const consumer = `
import type { WebhookRequest } from 'hookplate';
import { render } from './branches.js';
import { render as renderStrict } from './strict.js';
import { requestFor } from './webhook.js';

const text: string = render({ profile: 'x', errorCount: 1n, alerts: [{ state: 'firing' }, null] });
const facts = { profile: 'x', pid: '7', sequence: 2, errorCount: 1, recordsProcessed: 0, durationSeconds: 7 };
const request: WebhookRequest | undefined = requestFor({ event: 'Errored', isError: true, date: 0, ...facts });
// @ts-expect-error Required variables are missing.
requestFor({ event: 'Errored', isError: true, date: 0, profile: 'x' });
// @ts-expect-error A state that does not exist.
render({ alerts: [{ state: 'on' }] });
// @ts-expect-error A variable that does not exist.
render({ profil: 'x' });
// @ts-expect-error What is missing is rejected.
renderStrict({ profile: 'x' });
// @ts-expect-error An event that does not exist.
requestFor({ event: 'Stopped', isError: true, date: 0, ...facts });
export { request, text };
`;
