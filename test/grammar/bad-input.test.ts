import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../grammar/parse-template.ts';
import { unmarkAll } from '../marked-source.ts';
import { expectDiagnostics, mended } from './expect-diagnostics.ts';

/** A broken source with its ranges marked, what is reported, and the source after the likeliest fixes. */
type Row = readonly [marked: string, codes: string, mended: string];

const dollars: readonly Row[] = [
  ['costs «$»5', 'stray-dollar', 'costs \\$5'],
  ['costs 5«$»', 'stray-dollar', 'costs 5\\$'],
  ['Only 5«$» for $profile$ on $event$', 'stray-dollar', 'Only 5\\$ for $profile$ on $event$'],
  ['«$»\u007bprofile} at $date$', 'stray-dollar', '$profile$ at $date$'],
  ['«$»\u007b5}', 'stray-dollar', '\\$\u007b5}'],
  ['«$»\u007bprofile}$date$', 'stray-dollar', '$profile$$date$'],
  ['a «$$» b', 'empty-tag', 'a \\$ b'],
  ['«$ \n $»', 'empty-tag', '\\$'],
  ['$profile$«$»', 'stray-dollar', '$profile$\\$'],
  ['«$»$profile$', 'stray-dollar', '\\$$profile$'],
];

const unclosed: readonly Row[] = [
  ['Dear «$profile», see $date$.', 'unclosed-tag', 'Dear $profile$, see $date$.'],
  ['{"text":"«$profile»"}', 'unclosed-tag', '{"text":"$profile$"}'],
  ['«$date;format="HH"»', 'unclosed-tag', '$date;format="HH"$'],
  ['«$!» note about $profile$', 'unclosed-comment', '$! note about $profile$!$'],
  ['$if(a)$x«$!» note $endif$', 'unclosed-comment', '$if(a)$x$! note $endif$'],
];

const conditionals: readonly Row[] = [
  ['«$if(a)$»x', 'unclosed-if', '$if(a)$x$endif$'],
  ['$if(a)$x$endif$«$if(b)$»y', 'unclosed-if', '$if(a)$x$endif$$if(b)$y$endif$'],
  ['x«$else$»y', 'stray-else', 'xy'],
  ['x«$elseif(a)$»y', 'stray-elseif', 'xy'],
  ['x«$endif$»y', 'stray-endif', 'xy'],
  ['$if(a)$x«$else if(»b)$y$endif$', 'misspelt-keyword', '$if(a)$x$elseif(b)$y$endif$'],
  ['$if(a)$x«$elsif(»b)$y$endif$', 'misspelt-keyword', '$if(a)$x$elseif(b)$y$endif$'],
  ['«$If(»a)$x$endif$', 'misspelt-keyword', '$if(a)$x$endif$'],
  ['$if(a)$x«$end if$»', 'misspelt-keyword', '$if(a)$x$endif$'],
  ['$if(a)$x$else$y«$else$»z$endif$', 'second-else', '$if(a)$x$else$yz$endif$'],
  ['$if(a)$x$else$y«$elseif(b)$»z$endif$', 'elseif-after-else', '$if(a)$x$else$yz$endif$'],
  ['$if(a)$$end$$endif$«$if(b)$»x', 'unclosed-if', '$if(a)$$end$$endif$$if(b)$x$endif$'],
  ['x«$end if$»y', 'stray-endif', 'xy'],
  ['x«$else if(a = $»y', 'stray-elseif', 'xy'],
];

const conditions: readonly Row[] = [
  ['$if(«»)$x$endif$', 'empty-condition', '$if()$x$endif$'],
  ['«$if a$»x$endif$', 'missing-parenthesis', '$if(a)$x$endif$'],
  ['«$if(a»$x$endif$', 'missing-parenthesis', '$if(a)$x$endif$'],
  ['«$if((a && (b»$x$endif$', 'missing-parenthesis', '$if((a && (b)))$x$endif$'],
  ['«$if(a == b»$x$endif$', 'missing-parenthesis', '$if(a == b$x$endif$'],
  ['$if(a)$x«$elseif b$»$endif$', 'missing-parenthesis', '$if(a)$x$elseif(b)$$endif$'],
  ['$if(a)«)»$x$endif$', 'extra-parenthesis', '$if(a)$x$endif$'],
  ['$if(«a == true»)$x$endif$', 'invalid-condition', '$if(a)$x$endif$'],
  ['$if(«a = false»)$x$endif$', 'invalid-condition', '$if(!a)$x$endif$'],
  ['$if(a «and» b)$x$endif$', 'invalid-condition', '$if(a && b)$x$endif$'],
  ['$if(a «|» b)$x$endif$', 'invalid-condition', '$if(a || b)$x$endif$'],
  ['$if(«not» a)$x$endif$', 'invalid-condition', '$if(!a)$x$endif$'],
  ['$if(a «&» b == "x")$x$endif$', 'invalid-condition', '$if(a && b == "x")$x$endif$'],
  ['«$if errorCount > 0$»x$endif$', 'missing-parenthesis', '$if(errorCount > 0)$x$endif$'],
  ['«$if(event == "x"»$x$endif$', 'missing-parenthesis', '$if(event == "x")$x$endif$'],
];

const comparisons: readonly Row[] = [
  ['$if(a «=» "x")$x$endif$', 'invalid-condition', '$if(a == "x")$x$endif$'],
  ['$if(a «===» "x")$x$endif$', 'invalid-condition', '$if(a == "x")$x$endif$'],
  ['$if(a «!==» "x" && b)$x$endif$', 'invalid-condition', '$if(a != "x" && b)$x$endif$'],
  ['$if(b && a «<>» 5)$x$endif$', 'invalid-condition', '$if(b && a != 5)$x$endif$'],
  ['$if(a «=>» 5)$x$endif$', 'invalid-condition', '$if(a >= 5)$x$endif$'],
  ['$if(a «≤» 5)$x$endif$', 'invalid-condition', '$if(a <= 5)$x$endif$'],
  ['$if(«"x" == a»)$x$endif$', 'invalid-condition', '$if(a == "x")$x$endif$'],
  ['$if(b || «0 < a»)$x$endif$', 'invalid-condition', '$if(b || a > 0)$x$endif$'],
  ['$if(«0 < a <= 5»)$x$endif$', 'invalid-condition', '$if(a > 0 && a <= 5)$x$endif$'],
  ['$if(«a == b == c»)$x$endif$', 'invalid-condition', '$if(a == b == c)$x$endif$'],
  ['$if(«event == Started»)$x$endif$', 'invalid-condition', '$if(event == "Started")$x$endif$'],
  ['$if(«a < b»)$x$endif$', 'invalid-condition', '$if(a < b)$x$endif$'],
  ['$if(«a.b == true» && c)$x$endif$', 'invalid-condition', '$if(a.b && c)$x$endif$'],
  ['$if(c && «a != true»)$x$endif$', 'invalid-condition', '$if(c && !a)$x$endif$'],
  ['$if(«a != false»)$x$endif$', 'invalid-condition', '$if(a)$x$endif$'],
  ['$if(«a == false»)$x$endif$', 'invalid-condition', '$if(!a)$x$endif$'],
  ['$if(«true == a»)$x$endif$', 'invalid-condition', '$if(a)$x$endif$'],
  ['$if(«true != a»)$x$endif$', 'invalid-condition', '$if(!a)$x$endif$'],
  ['$if(«a == "x" || "y"»)$x$endif$', 'invalid-condition', '$if(a == "x" || a == "y")$x$endif$'],
  [
    '$if(«a == 1 or 2 or 3» && b)$c$endif$',
    'invalid-condition',
    '$if((a == 1 || a == 2 || a == 3) && b)$c$endif$',
  ],
  ['$if((«a = "x" || "y"») && b)$c$endif$', 'invalid-condition', '$if((a == "x" || a == "y") && b)$c$endif$'],
  ['$if(«a != "x" && "y"»)$x$endif$', 'invalid-condition', '$if(a != "x" && a != "y")$x$endif$'],
  ['$if(«a != "x" || "y"»)$x$endif$', 'invalid-condition', '$if(a != "x" || "y")$x$endif$'],
  ['$if(«a == "x" && "y"»)$x$endif$', 'invalid-condition', '$if(a == "x" && "y")$x$endif$'],
  [
    '$for(x in xs if «x.a == "b" or "c"»)$a$endfor$',
    'invalid-condition',
    '$for(x in xs if x.a == "b" || x.a == "c")$a$endfor$',
  ],
  ['$if(«false == a»)$x$endif$', 'invalid-condition', '$if(!a)$x$endif$'],
  ['$if(«false != a»)$x$endif$', 'invalid-condition', '$if(a)$x$endif$'],
  ['$if(«!a == "x"»)$x$endif$', 'invalid-condition', '$if(!(a == "x"))$x$endif$'],
  ['$if(a < «"5"»)$x$endif$', 'invalid-condition', '$if(a < 5)$x$endif$'],
  ['$if(a >= «"x"»)$x$endif$', 'invalid-condition', '$if(a >= "x")$x$endif$'],
  ['$if(a == «1e999»)$x$endif$', 'number-too-large', '$if(a == 1e999)$x$endif$'],
  ['$if(a == «”x”» && b)$x$endif$', 'typographic-quotes', '$if(a == "x" && b)$x$endif$'],
  ["$if(a != «'x'»)$x$endif$", 'single-quotes', '$if(a != "x")$x$endif$'],
  ['{"a":$if(a == «\\"x\\"»)$1$else$2$endif$}', 'escaped-quotes', '{"a":$if(a == "x")$1$else$2$endif$}'],
  ['$if(a == «\\"x»)$x$endif$', 'unclosed-quotes', '$if(a == "x")$x$endif$'],
  ['$if(a == «"x»)$x$else$"y"$endif$', 'unclosed-quotes', '$if(a == "x")$x$else$"y"$endif$'],
];
const lists: readonly Row[] = [
  ['«$for(x in xs)$»y', 'unclosed-for', '$for(x in xs)$y$endfor$'],
  ['$if(a)$«$for(x in xs)$»y$endif$z', 'unclosed-for', '$if(a)$$for(x in xs)$y$endfor$$endif$z'],
  ['$for(x in xs)$«$if(a)$»y$endfor$z', 'unclosed-if', '$for(x in xs)$$if(a)$y$endif$$endfor$z'],
  ['x«$sep$»y', 'stray-sep', 'xy'],
  ['$for(x in xs)$$if(a)$b«$sep$»c$endif$$endfor$', 'stray-sep', '$for(x in xs)$$if(a)$bc$endif$$endfor$'],
  ['x«$endfor$»y', 'stray-endfor', 'xy'],
  ['$for(x in xs)$a«$elseif(b)$»c$endfor$', 'stray-elseif', '$for(x in xs)$ac$endfor$'],
  ['$for(x in xs)$a$sep$,«$sep$»;$endfor$', 'second-sep', '$for(x in xs)$a$sep$,;$endfor$'],
  ['$for(x in xs)$a$else$b«$sep$»,$endfor$', 'sep-after-else', '$for(x in xs)$a$else$b,$endfor$'],
  ['$for(x in xs)$a$else$b«$else$»c$endfor$', 'second-else', '$for(x in xs)$a$else$bc$endfor$'],
  ['«$foreach(»x in xs)$a$endfor$', 'misspelt-keyword', '$for(x in xs)$a$endfor$'],
  ['$for(x in xs)$a«$end for$»', 'misspelt-keyword', '$for(x in xs)$a$endfor$'],
  ['«$for x in xs$»a$endfor$', 'missing-parenthesis', '$for(x in xs)$a$endfor$'],
  ['«$for(x in xs»$a$endfor$', 'missing-parenthesis', '$for(x in xs)$a$endfor$'],
  ['$for(x in xs)«)»$a$endfor$', 'extra-parenthesis', '$for(x in xs)$a$endfor$'],
  ['$for(«x of xs»)$a$endfor$', 'invalid-list', '$for(x in xs)$a$endfor$'],
  ['$for(«let x of a.xs»)$b$endfor$', 'invalid-list', '$for(x in a.xs)$b$endfor$'],
  ['$for(«xs as x»)$a$endfor$', 'invalid-list', '$for(x in xs)$a$endfor$'],
  ['$for(«x, i in xs»)$a$endfor$', 'invalid-list', '$for(x in xs)$a$endfor$'],
  ['$for(«order.alerts»)$a$endfor$', 'invalid-list', '$for(alert in order.alerts)$a$endfor$'],
  ['$for(«»)$a$endfor$', 'invalid-list', '$for()$a$endfor$'],
  ['$for(x in xs if a «and» b)$c$endfor$', 'invalid-condition', '$for(x in xs if a && b)$c$endfor$'],
  ['$for(x in xs if a «|» b)$c$endfor$', 'invalid-condition', '$for(x in xs if a || b)$c$endfor$'],
  ['$for(x in xs if «not» a)$c$endfor$', 'invalid-condition', '$for(x in xs if !a)$c$endfor$'],
  ['$for(x in xs if a «and» b > 2)$c$endfor$', 'invalid-condition', '$for(x in xs if a && b > 2)$c$endfor$'],
  ['$for(x in xs if x.a «=» "b")$a$endfor$', 'invalid-condition', '$for(x in xs if x.a == "b")$a$endfor$'],
  ['$for(«if» in xs)$a$endfor$', 'reserved-name', '$for(if in xs)$a$endfor$'],
];

const options: readonly Row[] = [
  ['$date«,» format="HH"$', 'wrong-separator', '$date; format="HH"$'],
  ['$date; format="HH"«;» null=""$', 'wrong-separator', '$date; format="HH", null=""$'],
  ['$date; format="HH"« null»=""$', 'wrong-separator', '$date; format="HH", null=""$'],
  ['$date«;»$', 'missing-option', '$date$'],
  ['$date; «format» "HH"$', 'missing-equals', '$date; format="HH"$'],
  ['$date; «format»: "HH"$', 'missing-equals', '$date; format= "HH"$'],
  ['$date; format=«yyyy-MM-dd»$', 'missing-quotes', '$date; format="yyyy-MM-dd"$'],
  ["$date; format=«'HH'»$", 'single-quotes', '$date; format="HH"$'],
  ['{"a":"$date; format=«\\"HH\\"»$"}', 'escaped-quotes', '{"a":"$date; format="HH"$"}'],
  [
    '$date;\n  format=«”yyyy-MM-dd’T’hh:mm:ss”»$',
    'typographic-quotes',
    '$date;\n  format="yyyy-MM-dd’T’hh:mm:ss"$',
  ],
  ['$date; format=«"HH»$', 'unclosed-quotes', '$date; format="HH"$'],
  ['{"a":"$date; format=«"HH:mm»$","b":1}', 'unclosed-quotes', '{"a":"$date; format="HH:mm"$","b":1}'],
  ['{"a":"$date; format=«\\"HH:mm»$"}', 'unclosed-quotes', '{"a":"$date; format="HH:mm"$"}'],
  ['$date; format=«HH"»$', 'missing-quotes', '$date; format="HH"$'],
  ["$date; format=«HH'Z'»$", 'missing-quotes', '$date; format="HH\'Z\'"$'],
  ['$date «format»="HH"$', 'wrong-separator', '$date; format="HH"$'],
  ['$date«:» format="HH"$', 'wrong-separator', '$date; format="HH"$'],
  ['$date; «null», format="HH"$', 'missing-equals', '$date; null, format="HH"$'],
  ['$errorCount «errors»$', 'unexpected-in-tag', '$errorCount$ errors'],
  ['$profile«\u200b»$', 'unexpected-in-tag', '$profile\u200b$'],
  ['$a.«$»', 'unexpected-in-tag', '$a.$'],
  ['$«else»; null="x"$', 'reserved-name', '$else; null="x"$'],
];

describe.each([
  ['a dollar that opens nothing', dollars],
  ['a tag that is never closed', unclosed],
  ['a conditional whose tags do not fit', conditionals],
  ['a condition that cannot be read', conditions],
  ['a comparison that cannot be read', comparisons],
  ['a list whose tags do not fit', lists],
  ['options', options],
])('parseTemplate answers %s with one diagnostic:', (_, rows) => {
  it.each(rows)('%j gives %s and is mended to %j', (marked, code, expected) => {
    expectDiagnostics(marked, [code]);
    expect(mended(unmarkAll(marked).source)).toBe(expected);
  });
});

describe('parseTemplate', () => {
  it('reports three mistakes in one template as three diagnostics', () => {
    expectDiagnostics('«$»5 for $date; format=«HH»$ if $if(a «and» b)$x$endif$', [
      'stray-dollar',
      'missing-quotes',
      'invalid-condition',
    ]);
  });

  it('reports a mistake in the condition beside a misspelt keyword', () => {
    expectDiagnostics('$if(a)$«$else if(»«b = c»)$$endif$', ['misspelt-keyword', 'invalid-condition']);
  });

  it('points from a second else to the first', () => {
    const source = '$if(a)$x$else$y$else$z$endif$';
    const [related] = parseTemplate(source).diagnostics[0]?.related ?? [];
    expect(source.slice(related?.range.start, related?.range.end)).toBe('$else$');
    expect(related?.range.start).toBe(source.indexOf('$else$'));
  });

  it('takes `$end$` for a variable where no conditional lacks its end', () => {
    expectDiagnostics('$if(a)$$end$$endif$', []);
  });

  it.each([
    ['costs $5', 'safe'],
    ['costs 5$', 'safe'],
    ['a $$ b', 'safe'],
    ['$\u007bprofile}', 'suggestion'],
    ['?p=profile$', 'suggestion'],
    ['v: custom1$', 'suggestion'],
    ['{profile}$', 'suggestion'],
    ['profile $', 'suggestion'],
    ['$(profile)', 'suggestion'],
    ['1,000.50 $', 'safe'],
    ['$ 5', 'safe'],
    ['$$profile$$', 'suggestion'],
    ['$profile had $errorCount errors', 'suggestion'],
    ['$error count$', 'suggestion'],
  ])('mends %s unseen only where nothing else can be meant: %s', (source, kind) => {
    const { diagnostics } = parseTemplate(source);
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const { fixes } of diagnostics) for (const fix of fixes) expect(fix.kind).toBe(kind);
  });

  it('takes no dollar for the end of a tag that opens the next one', () => {
    expect(mended('$profile had $errorCount$ errors')).toBe('$profile$ had $errorCount$ errors');
  });

  it('offers a plain dollar as the second way out of a tag that is never closed', () => {
    const [diagnostic] = parseTemplate('costs $profile').diagnostics;
    expect(diagnostic?.fixes.map(({ kind, edits }) => [kind, edits[0]?.text])).toEqual([
      ['suggestion', '$'],
      ['suggestion', '\\$'],
    ]);
  });

  it('says in no message more than 240 characters, however long the mistake is', () => {
    const long = 'a'.repeat(5000);
    for (const source of [
      `$${long}`,
      `$if(${long}=x)$$endif$`,
      `$a; b=${long}$`,
      `$a; ${long}$`,
      `$a; b='${long}'$`,
    ]) {
      const [diagnostic] = parseTemplate(source).diagnostics;
      expect(diagnostic?.message.length, source.slice(0, 20)).toBeLessThan(240);
      expect(diagnostic?.message).not.toContain('\n');
    }
  });
});
