import { describe, expect, it } from 'vitest';
import { createInjectedReader, type ScopedRange } from './text-mate.ts';

const template =
  '$profile$ $date; format="HH:mm"$ $if(isError && errorCount > 2)$x$else$y$endif$ $! why !$ \\$5 $for(a in rows)$$a.name$$sep$,$endfor$';

/** The texts that have a scope of a kind. */
function textsOf(source: string, ranges: readonly ScopedRange[], scope: RegExp): readonly string[] {
  return ranges
    .filter(({ scopes }) => scopes.some(each => scope.test(each)))
    .map(({ start, end }) => source.slice(start, end).trim())
    .filter(text => text !== '');
}

const escaped = JSON.stringify(template);

describe.each([
  ['json', 'a string', `{"payload": ${escaped}, "after": true}`],
  ['yaml', 'double quotes', `payload: ${escaped}\nafter: true\n`],
  ['yaml', 'single quotes', `payload: '${template}'\nafter: true\n`],
  ['yaml', 'a block', `payload: |\n  {\n  ${template}\n  }\nafter: true\n`],
  ['yaml', 'a folded block', `payload: >-\n  ${template}\nafter: true\n`],
  ['yaml', 'plain text', `payload: see ${template}\nafter: true\n`],
] as const)('tags in %s, in %s', (language, _, source) => {
  it('have the colours of tags', async () => {
    const read = await createInjectedReader(language);
    const ranges = read(source);
    const texts = (scope: RegExp) => textsOf(source, ranges, scope);
    expect(texts(/^variable\.(?:other|parameter)\.hookplate$/)).toEqual([
      ...['profile', 'date', 'isError', 'errorCount', 'a', 'rows', 'a', 'name'],
    ]);
    expect(texts(/^keyword\.control\..*hookplate$/)).toEqual([
      ...['if', 'else', 'endif', 'for', 'in', 'sep', 'endfor'],
    ]);
    expect(texts(/^string\.quoted\.double\.hookplate$/).map(text => text.replaceAll('\\', ''))).toEqual([
      '"HH:mm"',
    ]);
    expect(texts(/^comment\.block\.hookplate$/)).toEqual(['$! why !$']);
    expect(texts(/^constant\.character\.escape\.hookplate$/)).toHaveLength(1);
    expect(texts(/^invalid/)).toEqual([]);
  });

  it('leave what follows to the language itself', async () => {
    const read = await createInjectedReader(language);
    const last = read(source).find(({ start, end }) => source.slice(start, end) === 'true');
    expect(last?.scopes.join(' ')).toMatch(/constant\.language/);
  });
});

describe.each([
  ['json', '{"a": "costs $5 or $6", "b": "^x$|^y$", "c": "$HOME/$USER", "d": "$if($"}'],
  ['yaml', 'a: costs $5 or $6\nb: "^x$|^y$"\nc: $HOME/$USER\nd: "$if($"\n'],
] as const)('other dollars in %s', (language, source) => {
  it('have no colours of tags', async () => {
    const read = await createInjectedReader(language);
    expect(textsOf(source, read(source), /hookplate/)).toEqual([]);
  });
});
