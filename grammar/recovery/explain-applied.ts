import type { IToken } from 'chevrotain';
import { type Diagnostic, diagnose, type SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { replaceWith } from '../../src/diagnostics/fixes/fix.ts';
import { rangeOf } from '../token-range.ts';
import { appliedTemplate, path } from '../tokens.ts';

/** A list as StringTemplate writes it, with what it writes for each item in braces or in a template of its own. */
export function explainApplied(token: IToken): Diagnostic {
  const range = rangeOf(token);
  const [, list = '', item, body, separator] = appliedTemplate.exec(token.image) ?? [];
  const facts = { found: token.image, item: item ?? 'item', list };
  // What StringTemplate escapes is not what this language escapes.
  const isClear = item !== undefined && body !== undefined && !/\\/.test(body + (separator ?? ''));
  if (!isClear) return diagnose('list-notation', range, facts);
  const between = separator ? `$sep$${separator}` : '';
  const meant = `$for(${item} in ${list})$${body}${between}$endfor$`;
  return diagnose('list-notation', range, facts, {
    fixes: [replaceWith(range, meant, `Write \`$for(${item} in ${list})$\``)],
  });
}

const picked = new RegExp(
  String.raw`^\$\s*((?:first|last|rest|trunc|length|size|count|join|reverse)\s*\([^()$]*\)|${path}\s*\[[^\]$]*\])`,
);

/** `$items[0].name$`, `$first(items)$`: a tag that picks or counts items. */
export function explainPicked(source: string, { start, end }: SourceRange): Diagnostic | undefined {
  const match = picked.exec(source.slice(start, end));
  const found = match?.[1];
  if (!found) return undefined;
  const to = start + match[0].length;
  return diagnose('list-notation', { start: to - found.length, end: to }, { found });
}
