import { type Diagnostic, diagnose, type Edit } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';
import type { Program } from '../resolve/program.ts';
import { stepsOf } from './nested-syntax.ts';

/*
 * `"C:\temp\new"` is valid JSON, and says something else: `\t` is a tab and `\n` a line break. But `"Team A:\nBob"` is meant as
 * it stands, so a path has to look like one in more than its beginning.
 */

/** Matches from a drive, or from the two backslashes of a share, to the end of a path without blanks. */
const begun = /(?<=^|[\s"'(])(?:[A-Za-z]:(?=\\)|\\\\(?=[\w.-]+\\[bfnrt]\w))(?:[^\s"'\\:]|\\[^"'])+/g;
const loneEscape = /(?<=(?:^|[^\\])(?:\\\\)*)\\([bfnrt])/;
/** Matches a backspace, a form feed, or names of folders that begin like an escape. */
const folder =
  /[^\\]\\(?:[bf]|(?:te?mp|tools|tests?|tasks|reports?|releases?|repos?|new|node|nginx|network)(?![A-Za-z]))/i;

/** Warns of paths of Windows in JSON, of which a backslash begins an escape. */
export function findWindowsPaths(program: Program): readonly Diagnostic[] {
  return [...stepsOf(program)].flatMap(step =>
    step.kind === 'literal' && step.text.includes('\\')
      ? Array.from(step.text.matchAll(begun), ({ 0: path, index }) =>
          explainPath(path, step.range.start + index, isWhole(step.text, index, path)),
        ).filter(found => found !== undefined)
      : [],
  );
}

function isWhole(text: string, index: number, { length }: string): boolean {
  return text[index - 1] === '"' && text[index + length] === '"';
}

function explainPath(path: string, start: number, isWholeText: boolean): Diagnostic | undefined {
  const [, letter] = loneEscape.exec(path) ?? [];
  if (letter === undefined) return undefined;
  const isShare = path.startsWith('\\');
  const isPath =
    isShare || folder.test(path) || /[^\\]\\\\[^\\]/.test(path) || (isWholeText && /\\.*\w\\/.test(path));
  if (!isPath) return undefined;
  const edits = Array.from(path.matchAll(/\\\\?/g), ({ 0: backslashes, index }): readonly Edit[] => {
    const at = start + index;
    // A backslash that is doubled already stays, but the two of a share are two.
    if (backslashes.length === 2 && !(isShare && index === 0)) return [];
    return [{ range: { start: at, end: at + backslashes.length }, text: backslashes.repeat(2) }];
  }).flat();
  const fix = editAll('Write `\\\\` for each backslash', edits);
  return diagnose('windows-path', { start, end: start + path.length }, { path, letter }, { fixes: [fix] });
}
