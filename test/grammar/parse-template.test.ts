import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../grammar/parse-template.ts';
import type { TemplateNode } from '../../grammar/tree.ts';
import { type SyntaxNode, visit } from '../../grammar/visit.ts';
import type { SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import oracle from '../oracles/stringtemplate4.json' with { type: 'json' };
import { runs } from '../properties.ts';
import { troubledSource } from './arbitrary-source.ts';

function rangeOf(node: SyntaxNode): SourceRange {
  if (node.kind === 'otherwise' || node.kind === 'separator')
    return { start: node.tag.start, end: node.nodes.at(-1)?.range.end ?? node.tag.end };
  if (node.kind === 'branch')
    return { start: node.tag.start, end: node.nodes.at(-1)?.range.end ?? node.tag.end };
  return node.range;
}

function slices(source: string): [kind: string, text: string][] {
  const found: [string, string][] = [];
  visit(parseTemplate(source).tree, node => {
    const { start, end } = rangeOf(node);
    found.push([node.kind, source.slice(start, end)]);
  });
  return found;
}

describe('parseTemplate gives every node the range of its own source', () => {
  it('of texts, dollars, comments and values', () => {
    expect(slices('a\\$$! b !$$ c.d/e ; f = "g" ,h="" $')).toEqual([
      ['template', 'a\\$$! b !$$ c.d/e ; f = "g" ,h="" $'],
      ['text', 'a'],
      ['dollar', '\\$'],
      ['comment', '$! b !$'],
      ['value', '$ c.d/e ; f = "g" ,h="" $'],
      ['path', 'c.d/e'],
      ['option', 'f = "g"'],
      ['option', 'h=""'],
    ]);
  });

  it('of conditionals and their conditions', () => {
    expect(slices('$if( !a && (b||c) )$x$ elseif(!( d ))$$else$y$ endif $')).toEqual([
      ['template', '$if( !a && (b||c) )$x$ elseif(!( d ))$$else$y$ endif $'],
      ['conditional', '$if( !a && (b||c) )$x$ elseif(!( d ))$$else$y$ endif $'],
      ['branch', '$if( !a && (b||c) )$x'],
      ['and', '!a && (b||c'],
      ['not', '!a'],
      ['variable', 'a'],
      ['path', 'a'],
      ['or', 'b||c'],
      ['variable', 'b'],
      ['path', 'b'],
      ['variable', 'c'],
      ['path', 'c'],
      ['text', 'x'],
      ['branch', '$ elseif(!( d ))$'],
      ['not', '!( d )'],
      ['variable', 'd'],
      ['path', 'd'],
      ['otherwise', '$else$y'],
      ['text', 'y'],
    ]);
  });

  it('of the parts of an option', () => {
    const source = '$a; format = "HH"$';
    const [value] = parseTemplate(source).tree.nodes;
    const option = value?.kind === 'value' ? value.options[0] : undefined;
    expect(source.slice(option?.nameRange.start, option?.nameRange.end)).toBe('format');
    expect(source.slice(option?.valueRange.start, option?.valueRange.end)).toBe('HH');
  });

  it('so that the ranges of any tree, broken or not, cover its source without gap or overlap', () => {
    fc.assert(
      fc.property(troubledSource, source => {
        const ranges = leafRanges(parseTemplate(source).tree.nodes);
        let end = 0;
        for (const range of ranges) {
          expect(range.start).toBe(end);
          end = range.end;
        }
        expect(end).toBe(source.length);
      }),
      { numRuns: runs(2000) },
    );
  });
});

/** The ranges of texts and tags, in the order of the source. */
function leafRanges(nodes: readonly TemplateNode[]): SourceRange[] {
  return nodes.flatMap(node => {
    if (node.kind !== 'conditional') return [node.range];
    const parts = node.otherwise ? [...node.branches, node.otherwise] : node.branches;
    return [...parts.flatMap(part => [part.tag, ...leafRanges(part.nodes)]), node.endTag];
  });
}

describe('parseTemplate reads', () => {
  it.each([
    ['\\$', ['$']],
    ['\\\\$a$', ['\\\\', 'a']],
    ['\\\\\\$', ['\\\\', '$']],
    ['\\\\\\\\$a$', ['\\\\\\\\', 'a']],
    ['a\\nb\\\\c', ['a\\nb\\\\c']],
    ['\\\\', ['\\\\']],
    ['\\', ['\\']],
    ['\\$$a$\\$', ['$', 'a', '$']],
  ])('backslashes before a dollar by their number: %j', (source, expected) => {
    const { tree, diagnostics } = parseTemplate(source);
    const read = tree.nodes.map(node => {
      if (node.kind === 'text') return node.text;
      return node.kind === 'value' ? node.path.names.join('.') : '$';
    });
    expect(diagnostics).toEqual([]);
    expect(read).toEqual(expected);
  });

  it('two dollars as the place where tags meet', () => {
    const { tree, diagnostics } = parseTemplate('$if(isError)$$errorCount$$else$0$endif$');
    expect(diagnostics).toEqual([]);
    expect(tree.nodes.map(({ kind }) => kind)).toEqual(['conditional']);
  });

  it('everything in a comment as its text', () => {
    const { tree, diagnostics } = parseTemplate('$! $a$ "b" $if( ! $ \\$ !$');
    expect(diagnostics).toEqual([]);
    expect(tree.nodes).toMatchObject([{ kind: 'comment', text: ' $a$ "b" $if( ! $ \\$ ' }]);
  });

  it('dollars, braces and backslashes in an option as they are', () => {
    const { tree, diagnostics } = parseTemplate('{"a":"$b; null="5\\$ {}", format="upper"$"}');
    expect(diagnostics).toEqual([]);
    expect(tree.nodes[1]).toMatchObject({ options: [{ value: '5\\$ {}' }, { value: 'upper' }] });
  });

  it('a condition with `!` before `&&` before `||`', () => {
    const [node] = parseTemplate('$if(a || !b && c)$$endif$').tree.nodes;
    expect(node?.kind === 'conditional' && node.branches[0]?.condition).toMatchObject({
      kind: 'or',
      operands: [{ kind: 'variable' }, { kind: 'and', operands: [{ kind: 'not' }, { kind: 'variable' }] }],
    });
  });

  it('every template of the StringTemplate oracle without a diagnostic', () => {
    expect(oracle.rows).toHaveLength(600);
    const refused = oracle.rows.filter(({ template }) => parseTemplate(template).diagnostics.length > 0);
    expect(refused).toEqual([]);
  });

  it('the manual’s own example with a warning for its quotes alone', () => {
    const { diagnostics } = parseTemplate(
      'https://backupreport.example.com/api.php?computername=CTCSRV20&datetime=$date;\n' +
        '  format =”yyyy-MM-dd’T’hh:mm:ss”$&profile=$profile$' +
        '&errorCount=$if(isError)$$errorCount$$else$0$endif$&recordProcessed=$recordsProcessed$',
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['typographic-quotes']);
  });
});

describe('parseTemplate, whatever it is given,', () => {
  it('does not throw, and keeps every range inside the source', () => {
    fc.assert(
      fc.property(fc.oneof(troubledSource, fc.string({ unit: 'binary' })), source => {
        const { tree, diagnostics } = parseTemplate(source);
        const ranges = diagnostics.flatMap(({ range, related, fixes }) => [
          range,
          ...related.map(other => other.range),
          ...fixes.flatMap(({ edits }) => edits.map(edit => edit.range)),
        ]);
        visit(tree, node => ranges.push(rangeOf(node)));
        for (const { start, end } of ranges) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(source.length);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it('lists diagnostics in the order of the source', () => {
    fc.assert(
      fc.property(troubledSource, source => {
        const starts = parseTemplate(source).diagnostics.map(({ range }) => range.start);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      }),
      { numRuns: runs(500) },
    );
  });

  it('offers safe fixes that remove their diagnostic and add none', () => {
    fc.assert(
      fc.property(troubledSource, source => {
        const { diagnostics } = parseTemplate(source);
        for (const [index, { fixes }] of diagnostics.entries()) {
          for (const fix of fixes.filter(({ kind }) => kind === 'safe')) {
            const others = diagnostics.toSpliced(index, 1).map(({ code }) => code);
            const after = parseTemplate(applyFix(source, fix)).diagnostics.map(({ code }) => code);
            expect(after.toSorted()).toEqual(others.toSorted());
          }
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it('offers fixes whose edits do not overlap', () => {
    fc.assert(
      fc.property(troubledSource, source => {
        for (const { edits } of parseTemplate(source).diagnostics.flatMap(({ fixes }) => fixes)) {
          const ranges = edits.map(({ range }) => range).toSorted((a, b) => a.start - b.start);
          for (const [index, range] of ranges.entries()) {
            expect(range.start).toBeGreaterThanOrEqual(ranges[index - 1]?.end ?? 0);
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('a comment that is closed', () => {
  it.each(['$! c !$US$$end if$;', '$! note !$ costs 5$ or $profile'])('is not called open in %s', source => {
    expect(parseTemplate(source).diagnostics.map(({ code }) => code)).not.toContain('unclosed-comment');
  });
});

describe('a tag with very many quoted texts', () => {
  it.each([
    ['compared in a condition', `$if(${Array(60_000).fill('a=="b"').join('||')})$x$endif$`, 0],
    ['as options without commas', `$profile; ${'format="upper" '.repeat(60_000)}`, 1],
  ])('is read without looking back from each: %s', (_, source, mistakes) => {
    expect(parseTemplate(source).diagnostics).toHaveLength(mistakes);
  });
});
