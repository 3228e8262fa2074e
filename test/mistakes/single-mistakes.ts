import type { Mistake } from './outcome.ts';
import type { RightTemplate } from './right-templates.ts';

type MistakeKind = 'drop' | 'double' | 'swap' | 'misspell' | 'foreign';

/** A right template with one slip of the hand, or one habit of another language. */
interface SingleMistake extends Mistake {
  readonly kind: MistakeKind;
  /** The change, for people. */
  readonly slip: string;
}

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Names, keywords and options, which can be misspelt. */
  readonly isWord: boolean;
}

const tag = /\\\$|\$![\s\S]*?!\$|\$[^$"]*(?:"[^"]*"[^$"]*)*\$/g;
const tagPiece = /\$!|!\$|\$|[A-Za-z_]\w*|"[^"]*"|&&|\|\||[;,=!().]/g;
const punctuation: Readonly<Record<string, RegExp>> = {
  json: /["{}[\],:]/g,
  'json-lines': /["{}[\],:\n]/g,
  xml: /<\/?|\/?>|["=]/g,
  url: /[?&=/:]/g,
  form: /[&=]/g,
};

/** Every single mistake that can be made in a template. */
export function singleMistakes(right: RightTemplate): readonly SingleMistake[] {
  const { source, output } = right;
  const mistakes = new Map<string, SingleMistake>();
  const add = (kind: MistakeKind, slip: string, wrong: string): void => {
    if (wrong !== source && !mistakes.has(wrong)) mistakes.set(wrong, { kind, slip, wrong, output, source });
  };
  const pieces = piecesOf(right);
  pieces.forEach(({ text, start, end, isWord }, index) => {
    const [before, after] = [source.slice(0, start), source.slice(end)];
    add('drop', `drop ${text} at ${start}`, before + after);
    if (!isWord) add('double', `double ${text} at ${start}`, before + text + text + after);
    const next = pieces[index + 1];
    if (next?.start === end) {
      add(
        'swap',
        `swap ${text} ${next.text} at ${start}`,
        before + next.text + text + source.slice(next.end),
      );
    }
    if (isWord)
      for (const wrong of misspellings(text)) add('misspell', `${text} as ${wrong}`, before + wrong + after);
  });
  for (const { 0: whole, index } of source.matchAll(tag)) {
    const name = /^\$(\w+)\$$/.exec(whole)?.[1];
    const condition = /^\$if\((\w+)\)\$$/.exec(whole)?.[1];
    const forms = name && !isKeyword(name) ? foreignValues(name) : condition ? foreignIfs(condition) : [];
    for (const form of forms) {
      add(
        'foreign',
        `${whole} as ${form}`,
        source.slice(0, index) + form + source.slice(index + whole.length),
      );
    }
  }
  return [...mistakes.values()];
}

function piecesOf({ source, output }: RightTemplate): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const literal = (start: number, stop: number): void => {
    const pattern = punctuation[output];
    if (!pattern) return;
    for (const { 0: text, index } of source.slice(start, stop).matchAll(pattern)) {
      pieces.push({ text, start: start + index, end: start + index + text.length, isWord: false });
    }
  };
  for (const { 0: whole, index } of source.matchAll(tag)) {
    literal(end, index);
    end = index + whole.length;
    if (whole === '\\$') continue;
    const isComment = whole.startsWith('$!');
    for (const piece of whole.matchAll(tagPiece)) {
      const text = piece[0];
      const start = index + piece.index;
      if (isComment && piece.index > 1 && piece.index < whole.length - 2) continue;
      pieces.push({ text, start, end: start + text.length, isWord: /^\w/.test(text) });
    }
  }
  literal(end, source.length);
  return pieces;
}

/** One letter lost, doubled, exchanged with the next, or in another case. */
function misspellings(word: string): readonly string[] {
  const middle = Math.floor(word.length / 2);
  const [a, b] = [word.slice(0, middle), word.slice(middle)];
  return [
    a + b.slice(1),
    a + b.slice(0, 1) + b,
    a + b.slice(1, 2) + b.slice(0, 1) + b.slice(2),
    word.toUpperCase(),
    word.slice(0, 1).toUpperCase() + word.slice(1),
  ].filter(text => text !== '');
}

function isKeyword(name: string): boolean {
  return ['if', 'elseif', 'else', 'endif'].includes(name);
}

function foreignValues(name: string): readonly string[] {
  return [
    `{{${name}}}`,
    `{{ ${name} }}`,
    `{${name}}`,
    `\${${name}}`,
    `\${ ${name} }`,
    `$(${name})`,
    `#{${name}}`,
    `%${name}%`,
    `<%= ${name} %>`,
    `[${name}]`,
    `$${name}`,
    `${name}$`,
  ];
}

function foreignIfs(name: string): readonly string[] {
  return [
    `{% if ${name} %}`,
    `{{#if ${name}}}`,
    `<% if (${name}) { %>`,
    `$if ${name}$`,
    `$if[${name}]$`,
    `$if($${name}$)$`,
  ];
}
