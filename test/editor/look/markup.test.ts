import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarkupNode, type MarkupSyntax, parseMarkup } from '../../../src/editor/element/look/markup.ts';
import { compileTextFormat } from '../../../src/template/resolve/text-format.ts';
import { runs } from '../../properties.ts';

const syntaxes: readonly MarkupSyntax[] = [
  'plain',
  'slack-mrkdwn',
  'google-chat',
  'markdown',
  'discord',
  'mattermost',
  'teams',
  'telegram-html',
];

/** A tree in one line: styles as elements, line breaks as `/`. */
function drawn(nodes: readonly MarkupNode[]): string {
  return nodes
    .map(node => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'break') return '/';
      const inside = drawn(node.children);
      if (node.kind === 'link') return `<link ${node.address}>${inside}</link>`;
      if (node.kind === 'item') return `<item ${node.depth} ${node.marker}>${inside}</item>`;
      if (node.kind === 'heading') return `<h${node.level}>${inside}</h${node.level}>`;
      return `<${node.kind}>${inside}</${node.kind}>`;
    })
    .join('');
}

function read(source: string, syntax: MarkupSyntax): string {
  return drawn(parseMarkup(source, syntax));
}

const blocks = new Set(['code-block', 'quote', 'heading', 'item']);

/** What a person reads, with a line break around each block. */
function textOf(nodes: readonly MarkupNode[]): string {
  let text = '';
  let isAfterBlock = false;
  const walk = (children: readonly MarkupNode[]): void => {
    for (const node of children) {
      const isBlock = blocks.has(node.kind);
      if (isAfterBlock || (isBlock && text !== '' && !text.endsWith('\n'))) text += '\n';
      isAfterBlock = false;
      if (node.kind === 'text') text += node.text;
      else if (node.kind === 'break') text += '\n';
      else walk(node.children);
      if (isBlock) isAfterBlock = true;
    }
  };
  walk(nodes);
  return text;
}

function flat(nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  return nodes.flatMap(node => ('children' in node ? [node, ...flat(node.children)] : [node]));
}

function depthOf(nodes: readonly MarkupNode[]): number {
  return Math.max(0, ...nodes.map(node => 1 + ('children' in node ? depthOf(node.children) : 0)));
}

/** What somebody may write who wants to break a reader. */
const pieces = fc.constantFrom(
  ...['*', '**', '_', '__', '~', '~~', '||', '`', '```', '```\n', '\\', '<', '>', '> ', '&', '&lt;', '&amp;'],
  ...[
    '[',
    '](',
    ')',
    '![',
    '(',
    '|',
    '@',
    '#',
    '# ',
    '- ',
    '1. ',
    '  ',
    '\n',
    '\n\n',
    '\r\n',
    ' ',
    'a',
    'b c',
  ],
  ...['<b>', '</b>', '<i>', '</i>', '<pre>', '</pre>', '<code>', '</code>', '<a href="https://a.b">', '</a>'],
  ...[
    '<blockquote>',
    '</blockquote>',
    '<@U1>',
    '<!here>',
    '<https://a.b|c>',
    '<users/all>',
    '@here',
    '&#39;',
  ],
  ...[
    'https://a.b/c',
    'https://',
    '(https://a.b)',
    '"',
    "'",
    '.',
    '!',
    'é',
    '😀',
    '\u00a0',
    '\ud800',
    '&#0;',
  ],
);
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(pieces, { maxLength: 40 }).map(parts => parts.join('')),
);

/** Parts that cost a careless reader more with each that follows. */
const marks = [
  ...[
    '**a',
    'a**',
    '*a_',
    '> ',
    '>',
    '[',
    '[a](',
    '[a](b',
    '```\n',
    '`',
    '`` ` ',
    '<b>',
    '<a',
    '<b ',
    '<',
    '&',
  ],
  ...[
    'https://a.b/',
    '](',
    '||a',
    '\\',
    '![',
    '((((',
    '&amp;',
    '<@',
    '@a',
    '1. a\n',
    '_a*',
    '~~',
    '<!a^',
    '- ',
  ],
];

describe.each(syntaxes)('any text in %s', syntax => {
  it('is read, with each text where it is in the source', () => {
    fc.assert(
      fc.property(texts, source => {
        let end = 0;
        for (const node of flat(parseMarkup(source, syntax))) {
          if ('children' in node) continue;
          expect(node.range.start).toBeGreaterThanOrEqual(end);
          ({ end } = node.range);
          if (node.kind === 'break') expect(source.slice(node.range.start, end)).toMatch(/^\s+$/);
          else if (node.text.length === end - node.range.start && /[a-z]/.test(node.text))
            expect(source.slice(node.range.start, end).replace(/\s/g, ' ')).toBe(
              node.text.replace(/\s/g, ' '),
            );
        }
        expect(end).toBeLessThanOrEqual(source.length);
      }),
    );
  });

  it('keeps its words', () => {
    const word = fc.stringMatching(/^[b-gi-z]{1,5}$/);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(word, fc.constantFrom('*', '_', '`', '\n', ' ', '~~', '- ', '> '))),
        parts => {
          const source = parts.join('');
          expect(textOf(parseMarkup(source, syntax)).replace(/[^a-z]/g, '')).toBe(
            source.replace(/[^a-z]/g, ''),
          );
        },
      ),
    );
  });

  it('is read to its end however often a mark is repeated, into a tree that is not deep', () => {
    for (const mark of marks) {
      const source = mark.repeat(5000 / mark.length);
      const tree = parseMarkup(source, syntax);
      expect([mark, depthOf(tree.slice(0, 100)) < 40]).toEqual([mark, true]);
    }
  });
});

describe('Slack', () => {
  it.each([
    [
      '*bold* _italic_ ~gone~ `code`',
      '<bold>bold</bold> <italic>italic</italic> <strike>gone</strike> <code>code</code>',
    ],
    ['*bold _both_*', '<bold>bold <italic>both</italic></bold>'],
    ['2*3*4, snake_case_name, * a *, **b**', '2*3*4, snake_case_name, * a *, **b**'],
    ['*one\ntwo*', '*one/two*'],
    ['a\n> b\n&gt; c\nd', 'a/<quote>b/c</quote>d'],
    ['see <https://a.b/?x=1&amp;y|the *order*>', 'see <link https://a.b/?x=1&y>the *order*</link>'],
    [
      '<https://a.b> or https://a.b/c.',
      '<link https://a.b>https://a.b</link> or <link https://a.b/c>https://a.b/c</link>.',
    ],
    ['<mailto:a@b.c|Ada>', '<link mailto:a@b.c>Ada</link>'],
    [
      '<!here> <@U1> <@U2|ada> <#C1|ops>',
      '<mention>@here</mention> <mention>@U1</mention> <mention>@ada</mention> <mention>#ops</mention>',
    ],
    ['<!subteam^S1|@crew> <!subteam^S2>', '<mention>@crew</mention> <mention>@S2</mention>'],
    ['at <!date^1392734382^{time}|6:39>', 'at 6:39'],
    ['a < b &amp;&lt;&gt; &quot;', 'a < b &<> &quot;'],
    ['a ```x *y*\nz &amp;``` b', 'a <code-block>x *y*\nz &</code-block> b'],
    ['a\n```\nx\n```\nb', 'a/<code-block>x</code-block>b'],
    ['- a\n- b', '- a/- b'],
  ])('reads `%s`', (source, expected) => {
    expect(read(source, 'slack-mrkdwn')).toBe(expected);
  });
});

describe('Google Chat', () => {
  it.each([
    [
      '*has arrived*!\n_Thanks_ ~no~',
      '<bold>has arrived</bold>!/<italic>Thanks</italic> <strike>no</strike>',
    ],
    ['* a\n- b', '<item 0 •>a</item><item 0 •>b</item>'],
    [
      '<https://a.b|Shop> <users/all> <users/4711>',
      '<link https://a.b>Shop</link> <mention>@all</mention> <mention>@4711</mention>',
    ],
    ['a &amp; <b>', 'a &amp; <b>'],
  ])('reads `%s`', (source, expected) => {
    expect(read(source, 'google-chat')).toBe(expected);
  });
});

describe('Discord', () => {
  it.each([
    [
      '**b** *i* __u__ ~~s~~ ||x||',
      '<bold>b</bold> <italic>i</italic> <underline>u</underline> <strike>s</strike> <spoiler>x</spoiler>',
    ],
    ['***both***', '<italic><bold>both</bold></italic>'],
    ['# Big\n### Small\n#### none', '<h1>Big</h1><h3>Small</h3>#### none'],
    ['> quoted\nnot', '<quote>quoted</quote>not'],
    ['>none', '>none'],
    ['- a\n  - b\n3. c\n1. d', '<item 0 •>a</item><item 1 •>b</item><item 0 3.>c</item><item 0 4.>d</item>'],
    [
      '[order](https://a.b "t") <https://c.d> https://e.f',
      '<link https://a.b>order</link> <link https://c.d>https://c.d</link> <link https://e.f>https://e.f</link>',
    ],
    ['[no](javascript:x) ![i](https://a.b)', '[no](javascript:x) ![i](<link https://a.b>https://a.b</link>)'],
    [
      '<@123> <@&4> <#5> @everyone a@here.b',
      '<mention>@123</mention> <mention>@4</mention> <mention>#5</mention> <mention>@everyone</mention> a@here.b',
    ],
    ['```js\nx *y*\n\nz\n```\nb', '<code-block>x *y*\n\nz</code-block>b'],
    ['```\nopen', '```/open'],
    ['a\n\n\nb', 'a///b'],
    ['a\n\n- b\n\nc', 'a//<item 0 •>b</item>/c'],
  ])('reads `%s`', (source, expected) => {
    expect(read(source, 'discord')).toBe(expected);
  });
});

describe('Mattermost', () => {
  it.each([
    ['__bold__ and *it*', '<bold>bold</bold> and <italic>it</italic>'],
    ['> quoted\nstill\n\nnot', '<quote>quoted/still</quote>/not'],
    ['> > twice', '<quote><quote>twice</quote></quote>'],
    ['+ a\n###### h', '<item 0 •>a</item><h6>h</h6>'],
    ['@ada.l: a@b.c @channel', '<mention>@ada.l</mention>: a@b.c <mention>@channel</mention>'],
    ['a\n\n\n\nb', 'a//b'],
  ])('reads `%s`', (source, expected) => {
    expect(read(source, 'mattermost')).toBe(expected);
  });
});

describe('Teams', () => {
  it.each([
    ['**b** _i_\nsame line\n\nnext', '<bold>b</bold> <italic>i</italic> same line//next'],
    ['- a\r- b\r\r1. c', '<item 0 •>a</item><item 0 •>b</item>/<item 0 1.>c</item>'],
    ['# no\n\n> no\n\n`no` ~~no~~', '# no//> no//`no` ~~no~~'],
    ['[Title](https://a.b) https://c.d', '<link https://a.b>Title</link> https://c.d'],
  ])('reads `%s`', (source, expected) => {
    expect(read(source, 'teams')).toBe(expected);
  });
});

describe('HTML of Telegram', () => {
  it.each([
    [
      '<b>b <i>both</i></b> <u>u</u> <del>s</del>',
      '<bold>b <italic>both</italic></bold> <underline>u</underline> <strike>s</strike>',
    ],
    [
      '<tg-spoiler>x</tg-spoiler><span class="tg-spoiler">y</span>',
      '<spoiler>x</spoiler><spoiler>y</spoiler>',
    ],
    [
      '<a href="https://a.b/?x&amp;y">c</a> https://d.e/?x&amp;y',
      '<link https://a.b/?x&y>c</link> <link https://d.e/?x&y>https://d.e/?x&y</link>',
    ],
    ['<a href="tg://user?id=1">Ada</a>', '<mention>Ada</mention>'],
    [
      '<code>a &lt; b</code>\n<pre><code class="language-js">x\ny</code></pre>\nz',
      '<code>a < b</code>/<code-block>x\ny</code-block>z',
    ],
    ['<blockquote expandable>a\nb</blockquote>c', '<quote>a/b</quote>c'],
    ['<p>none</p> <b>open <i>x', '<p>none</p> <b>open <i>x'],
    ['<b>a</i></b>', '<bold>a</i></bold>'],
    ['&lt;&#39;&#x41;&quot; &nbsp; &#xd800;', '<\'A" &nbsp; &#xd800;'],
  ])('reads `%s`', (source, expected) => {
    expect(read(source, 'telegram-html')).toBe(expected);
  });
});

function escaped(format: string): (value: string) => string {
  return compileTextFormat(format, undefined) ?? (value => value);
}

/** A text as it can be seen: its line breaks are all the same. */
function seen(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

describe('a value that is escaped', () => {
  const values = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), texts);

  it.each(['markdown', 'discord'] as const)('stays what it is in %s', syntax => {
    const write = escaped('markdown-escape');
    fc.assert(
      fc.property(values, value => {
        const tree = parseMarkup(write(value), syntax);
        expect(textOf(tree)).toBe(seen(value));
        expect(flat(tree).filter(({ kind }) => kind !== 'text' && kind !== 'break')).toEqual([]);
      }),
    );
  });

  it.each(['mattermost', 'teams'] as const)(
    'stays what it is in %s, but for the breaks of its lines',
    syntax => {
      const write = escaped('markdown-escape');
      fc.assert(
        fc.property(values, value => {
          const tree = parseMarkup(write(value), syntax);
          expect(textOf(tree).replace(/\s+/g, '')).toBe(value.replace(/\s+/g, ''));
          expect(flat(tree).filter(({ kind }) => kind !== 'text' && kind !== 'break')).toEqual([]);
        }),
      );
    },
  );

  it('stays what it is in HTML of Telegram, where only addresses become links', () => {
    const write = escaped('html-escape');
    fc.assert(
      fc.property(values, value => {
        const tree = parseMarkup(write(value), 'telegram-html');
        expect(textOf(tree)).toBe(seen(value));
        for (const node of flat(tree)) {
          expect(['text', 'break', 'link']).toContain(node.kind);
          if (node.kind === 'link') expect(textOf(node.children)).toBe(node.address);
        }
      }),
    );
  });

  it('mentions nobody in Slack, and leads only where it says', () => {
    const write = escaped('slack-escape');
    fc.assert(
      fc.property(values, value => {
        for (const node of flat(parseMarkup(write(value), 'slack-mrkdwn'))) {
          expect(node.kind).not.toBe('mention');
          if (node.kind === 'link') expect(textOf(node.children)).toBe(node.address);
        }
      }),
    );
  });

  it('stays what it is in Slack if it has no mark, which Slack cannot escape', () => {
    const write = escaped('slack-escape');
    const plain = values.map(value => value.replace(/[*_~`]/g, '').replace(/^ *(?:>|&gt;)+/gm, ''));
    fc.assert(
      fc.property(plain, value => {
        fc.pre(!/^ *(?:>|&gt;)/m.test(seen(value)));
        const tree = parseMarkup(write(value), 'slack-mrkdwn');
        expect(textOf(tree)).toBe(seen(value));
        expect(flat(tree).filter(({ kind }) => !['text', 'break', 'link'].includes(kind))).toEqual([]);
      }),
    );
    expect(read(write('2 * 3 < *7*'), 'slack-mrkdwn')).toBe('2 * 3 < <bold>7</bold>');
    expect(read(write('> 5'), 'slack-mrkdwn')).toBe('<quote>5</quote>');
  });
});

describe('Markdown', () => {
  interface Parser {
    parse(source: string, env: object): readonly ParsedToken[];
  }
  interface ParsedToken {
    readonly type: string;
    readonly tag: string;
    readonly content: string;
    readonly children: readonly ParsedToken[] | null;
    readonly attrs: readonly (readonly [string, string])[] | null;
    readonly info: string;
  }
  // It is no dependency of ours, but of the one that makes the site.
  const fromVitePress = createRequire(createRequire(import.meta.url).resolve('vitepress/package.json'));
  const MarkdownIt = fromVitePress('markdown-it') as (preset: string) => Parser & {
    enable(rules: readonly string[]): Parser;
  };
  const parser = MarkdownIt('commonmark').enable(['strikethrough']);

  const names: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike' };

  /** What the other parser reads, drawn as ours. */
  function other(source: string): string {
    const inline = (tokens: readonly ParsedToken[]): string =>
      tokens
        .map(({ type, tag, content, attrs }) => {
          if (type === 'text' || type === 'text_special') return content;
          if (type === 'softbreak') return '/';
          if (type === 'code_inline') return `<code>${content}</code>`;
          if (type === 'link_open') return `<link ${attrs?.find(([name]) => name === 'href')?.[1]}>`;
          if (type === 'link_close') return '</link>';
          return type.endsWith('_open') ? `<${names[tag]}>` : `</${names[tag]}>`;
        })
        .join('');
    return parser
      .parse(source, {})
      .map(({ children }) => (children ? inline(children) : ''))
      .filter(part => part !== '')
      .join('//');
  }

  const inlines = fc
    .array(
      fc.constantFrom(
        ...[
          '*',
          '*',
          '**',
          '***',
          '_',
          '_',
          '__',
          '~~',
          'a',
          'b',
          ' ',
          '.',
          '(',
          'é',
          '\\*',
          '\\',
          '`',
          '`',
          '``',
        ],
        ...['[', ']', '](mailto:a)', '](<mailto:b>)', '](mailto:c "t")', '![', 'c\nd', '€', '»'],
      ),
      { maxLength: 24 },
    )
    .map(parts => `x${parts.join('')}y`)
    // Spans of code over several lines, hard line breaks, images, empty labels, and longer runs of tildes are not in the subset.
    .filter(source => !/`[^`]*\n[^`]*`|\\\n|!\[|\[\]|~{3,}/.test(source))
    // The other parser loses some spans of code after a bracket, and draws links in links.
    .filter(source => !/\[.*`|<mailto:b>.*\]/s.test(source));

  it('marks, code and links are paired as another parser pairs them', () => {
    fc.assert(
      fc.property(inlines, source => {
        expect(read(source, 'mattermost')).toBe(other(source));
      }),
      { numRuns: runs(20_000) },
    );
  });

  it('quotes, lists, headings and code blocks are divided as another parser divides them', () => {
    const line = fc.tuple(
      fc.constantFrom('', '', '> ', '- ', '* ', '# ', '### ', '> - ', '> > '),
      fc.constantFrom('a', 'b *c*', 'd', '**e**'),
    );
    const other = (source: string): string =>
      parser
        .parse(source, {})
        .flatMap(({ type, content }) => {
          if (type === 'inline') return content.split('\n');
          if (/^(?:blockquote|heading|list_item)_(?:open|close)$/.test(type))
            return type.replace('list_', '');
          return [];
        })
        .join('|');
    const ours = (nodes: readonly MarkupNode[], source: string): readonly string[] =>
      nodes.flatMap(node => {
        if (node.kind === 'break') return [];
        const names: Readonly<Record<string, string>> = {
          quote: 'blockquote',
          heading: 'heading',
          item: 'item',
        };
        const name = names[node.kind];
        if (!('children' in node) || name === undefined) {
          const leaves = flat([node]).flatMap(each => ('range' in each ? each.range : []));
          const [start = 0, end = 0] = [leaves[0]?.start, leaves.at(-1)?.end];
          return source.slice(start, end);
        }
        return [`${name}_open`, ...ours(node.children, source), `${name}_close`];
      });
    // Texts are compared without their marks, which our tree has as parents.
    const words = (text: string): string => text.replace(/[* ]/g, '').replace(/(?<=[a-e])\|(?=[a-e])/g, '');
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), lines => {
        const source = lines.map(([mark, text]) => mark + text).join('\n');
        expect(words(ours(parseMarkup(source, 'mattermost'), source).join('|'))).toBe(words(other(source)));
      }),
      { numRuns: runs(5000) },
    );
  });
});
