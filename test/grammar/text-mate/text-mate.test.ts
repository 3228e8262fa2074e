import type { IToken } from 'chevrotain';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { lex, quotationOf } from '../../../grammar/lexer.ts';
import { runs } from '../../properties.ts';
import { receiverCases } from '../../template/receiver-cases.ts';
import { arbitraryTree } from '../arbitrary-tree.ts';
import { printTemplate } from '../print-template.ts';
import { createTextMateReader, type ScopedRange } from './text-mate.ts';

let read: (source: string) => readonly ScopedRange[];
beforeAll(async () => {
  read = await createTextMateReader();
});

const tagPart = /^(?:keyword\.control|punctuation)\..*hookplate$/;
const name = /^(?:variable\.(?:other|parameter)|entity\.other\.attribute-name)\.hookplate$/;
const tagWord = /^keyword\.control\.(?:conditional|loop)\.hookplate$/;
const comparison = /^keyword\.operator\.comparison\.hookplate$/;
const logical = /^keyword\.operator\.logical\.hookplate$/;
const mistake = /^invalid\.illegal\.(?:quote\.)?hookplate$/;

/** The scope that a token has one of, by its name. */
const kinds: Readonly<Record<string, RegExp>> = {
  Dollar: /^constant\.character\.escape\.hookplate$/,
  CommentOpen: /^comment\.block\.hookplate$/,
  CommentText: /^comment\.block\.hookplate$/,
  CommentClose: /^comment\.block\.hookplate$/,
  Open: /^punctuation\.definition\.tag\.begin\.hookplate$/,
  Close: /^punctuation\.definition\.tag\.end\.hookplate$/,
  If: tagWord,
  ElseIf: tagWord,
  Else: tagWord,
  EndIf: tagWord,
  For: tagWord,
  Sep: tagWord,
  EndFor: tagWord,
  In: new RegExp(`${name.source}|${tagWord.source}`),
  FilterIf: new RegExp(`${name.source}|${tagWord.source}`),
  Name: name,
  Dot: /^punctuation\.accessor\.hookplate$/,
  Slash: /^punctuation\.accessor\.hookplate$/,
  Semicolon: /^punctuation\.separator\.options\.hookplate$/,
  Comma: /^punctuation\.separator\.comma\.hookplate$/,
  Equals: /^keyword\.operator\.assignment\.hookplate$/,
  EqualTo: comparison,
  NotEqualTo: comparison,
  AtMost: comparison,
  Below: comparison,
  AtLeast: comparison,
  Above: comparison,
  Not: logical,
  And: logical,
  Or: logical,
  LeftParen: /^punctuation\.section\.parens\.begin\.hookplate$/,
  RightParen: /^punctuation\.section\.parens\.end\.hookplate$/,
  Number: /^constant\.numeric\.hookplate$/,
  Quoted: /^string\.quoted\.double\.hookplate$/,
};

/** The pieces of a source that are not coloured as their token is, each as `token "text": scopes`. */
function differences(source: string): readonly string[] {
  const ranges = read(source);
  return lex(source).flatMap(token => {
    const { tokenType, image, startOffset: start } = token;
    const end = start + image.length;
    const pieces = ranges
      .filter(range => range.start < end && range.end > start)
      .map(({ scopes, ...range }) => ({ text: source.slice(range.start, range.end), scopes }));
    if (isColouredAs(token, pieces)) return [];
    return `${tokenType.name} ${JSON.stringify(image)}: ${pieces.map(({ scopes }) => scopes.join(' '))}`;
  });
}

interface Piece {
  readonly text: string;
  readonly scopes: readonly string[];
}

function isColouredAs(token: IToken, pieces: readonly Piece[]): boolean {
  const { name } = token.tokenType;
  if (name === 'Text') return !pieces.some(piece => has(piece, /\.hookplate$/));
  const isMistake = name === 'Quoted' && quotationOf(token).style !== 'straight';
  const kind = (!isMistake && kinds[name]) || mistake;
  if (kind !== tagWord) return pieces.every(piece => has(piece, kind));
  // A token of several colours: its word has the colour of its kind, and the rest is coloured as parts of a tag.
  const visible = pieces.filter(({ text }) => text.trim() !== '');
  return visible.some(piece => has(piece, kind)) && visible.every(piece => has(piece, tagPart));
}

function has({ scopes }: Piece, kind: RegExp): boolean {
  return scopes.some(scope => kind.test(scope));
}

/** Between the dollar, the word and the parenthesis of an opener. */
const inOpener = /(?<=^\$)\s*(?=[a-z])|(?<=[a-z])\s*(?=[($]$)/g;

/** The same template with blanks between the tokens of its tags, and in its openers. */
function spread(source: string, blanks: readonly string[]): string {
  let isInTag = false;
  let count = 0;
  const nextBlank = () => blanks[count++ % blanks.length] ?? '';
  return lex(source)
    .map(({ tokenType, image }) => {
      if (tokenType.POP_MODE) isInTag = false;
      else if (tokenType.PUSH_MODE === 'tag') isInTag = true;
      const spreadImage = kinds[tokenType.name] === tagWord ? image.replace(inOpener, nextBlank) : image;
      return isInTag ? spreadImage + nextBlank() : spreadImage;
    })
    .join('');
}

/** A grammar that reads line by line cannot tell these from a quote that was never closed. */
function hasDollarsOverLines(source: string): boolean {
  return lex(source).some(
    ({ tokenType, image }) => tokenType.name === 'Quoted' && /\n/.test(image) && /\$/.test(image),
  );
}

describe('the TextMate grammar', () => {
  it('is in grammar/cases what the lexer reads', () => {
    expect(receiverCases.length).toBeGreaterThan(20);
    expect(receiverCases.flatMap(({ source }) => differences(source))).toEqual([]);
  });

  it('is what the lexer reads of any right template, wherever blanks are in its tags', () => {
    const blanks = fc.array(fc.constantFrom('', ' ', '\t ', '\n', '  \n '), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        arbitraryTree,
        blanks,
        fc.constantFrom('', '{', '{"a": "', '<a b="', 'https://e.example/?', 'x'),
        (tree, between, before) => {
          const source = printTemplate(tree);
          fc.pre(!hasDollarsOverLines(source));
          expect(differences(before + source)).toEqual([]);
          expect(differences(before + spread(source, between))).toEqual([]);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it.each([
    '$ $',
    '$5 and $!',
    '$If(isError)$a$Else If(isError)$b$end if$',
    '$if isError$a$else if isError$b$endif$',
    '$for alert in alerts$a$end for$',
    "$date; format='HH:mm'$",
    '$date; format=“HH:mm”$ and $profile$',
    '$date; format=\\"HH:mm\\"$',
    '$if(a & b)$$endif$',
    '$profile, see $date$.',
    'Dear $profile, hello\n$date$',
  ])('marks what the lexer takes for a mistake in %j', source => {
    expect(differences(source)).toEqual([]);
    expect(scopesIn(source).some(([, scopes]) => mistake.test(scopes.at(-1) ?? ''))).toBe(true);
  });

  it.each(['It costs 5 $', 'It costs 5 $\nand more', '$\n$', '$\n$if(isError)$a$endif$', '$if\n5'])(
    'reads on as before after the mistake over lines in %j',
    mistaken => {
      const right = '\n$if(isError)$$profile$$endif$';
      expect(scopesIn(mistaken + right).slice(-scopesIn(right).length + 1)).toEqual(scopesIn(right).slice(1));
    },
  );

  it('tells apart the names in tags, and what is in the languages around them', async () => {
    const colours = [
      '$for(in in in.if if if == "if")$$date; null="$x$"$$endfor$',
      '{"a\\"": ["$b$\\n", -1.5e3, true]}',
      '<a:b c="$d$&amp;"><!-- $e$ --><![CDATA[<f>]]></a:b>',
      'https://e.example/$a$?b=%20&c=$d; format="url-encode"$#e',
      '$! JSON !$\n[1]',
      '{"a": "$\nif\n(b)$c$endif\n$", "d": $\ne$}',
      '<a b="$for\n(c in d)$$\nc$$endfor$" e="f">$\ng$</a>',
      'https://e.example/$\na$?b=$c\n; null="d"$#e',
      'It is 5 "x" <b>',
    ].map(source => [source, ...innermost(source).map(piece => `  ${piece}`), ''].join('\n'));
    await expect(colours.join('\n')).toMatchFileSnapshot('../golden/text-mate.txt');
  });
});

function scopesIn(source: string): readonly (readonly [text: string, scopes: readonly string[]])[] {
  return read(source).map(({ start, end, scopes }) => [source.slice(start, end), scopes]);
}

/** Each piece that has a colour, with the last of its scopes. */
function innermost(source: string): readonly string[] {
  return scopesIn(source)
    .filter(([text, scopes]) => text.trim() !== '' && !/^meta\.embedded|^$/.test(scopes.at(-1) ?? ''))
    .map(([text, scopes]) => `${text} ${scopes.at(-1)}`);
}
