import { type Diagnostic, diagnose, type SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { insertAt, replaceWith } from '../../src/diagnostics/fixes/fix.ts';

/** A tag whose closing dollar is missing; the range ends where that dollar would stand. */
export function explainUnclosedTag(source: string, range: SourceRange): Diagnostic {
  const { start, end } = range;
  const dollar = { start, end: start + 1 };
  const plain = replaceWith(dollar, '\\$', 'Write a plain dollar sign');
  // Nobody leaves a blank after the dollar of a tag and then forgets to close it.
  if (/\s/.test(source[start + 1] ?? '')) return diagnose('stray-dollar', dollar, {}, { fixes: [plain] });
  const fixes = [insertAt(end, '$', 'Close it with `$`'), plain];
  return diagnose('unclosed-tag', range, { tag: source.slice(start, end) }, { fixes });
}

/** A comment that takes the rest of the source, up to `end`. */
export function explainUnclosedComment(open: SourceRange, end: number): Diagnostic {
  return diagnose('unclosed-comment', open, {}, { fixes: [insertAt(end, '!$', 'Close it at the end')] });
}

/** A conditional that has no end tag up to `at`. */
export function explainUnclosedIf(tag: SourceRange, at: number): Diagnostic {
  return diagnose('unclosed-if', tag, {}, { fixes: [insertAt(at, '$endif$', 'Close it at the end')] });
}

/** A list that has no end tag up to `at`. */
export function explainUnclosedFor(tag: SourceRange, at: number): Diagnostic {
  return diagnose('unclosed-for', tag, {}, { fixes: [insertAt(at, '$endfor$', 'Close it at the end')] });
}
