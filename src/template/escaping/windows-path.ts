import { path as namePath } from '../../../grammar/lexer.ts';
import { type Diagnostic, diagnose, type Edit, type Fix } from '../../diagnostics/diagnostic.ts';
import { editAll, insertAt } from '../../diagnostics/fixes/fix.ts';
import { branchesOf, type LiteralStep, type Program, type ValueStep } from '../resolve/program.ts';
import { hole, textOfStep } from './nested-syntax.ts';

/*
 * `"C:\temp\new"` is valid JSON, and says something else: `\t` is a tab and `\n` a line break. But `"Team A:\nBob"` and
 * `"$title$\nBob"` are meant as they stand, so a path has to look like one in more than its beginning.
 */

/** Matches the root of a path: a drive, a share, a value, dots, or a variable of the environment. */
const root = String.raw`(?:(?<=^|[\s"'(])(?:[A-Za-z]:|\.{1,2}|%\w+%)|${hole}:?)(?=\\)|(?<=^|[\s"'(])\\\\(?:(?=[\w.-]+\\[bfnrt]\w)|\\\\(?=[\w.-]+\\\\[\w.-]))`;
/** Matches from its root to the end of a path without blanks. */
const begun = new RegExp(String.raw`(?:${root})(?:[^\s"'\\:]|\\[^"'])+`, 'g');
const loneEscape = /(?<=(?:^|[^\\])(?:\\\\)*)\\([bfnrt])/g;
/** Matches a backspace, a form feed, or names of folders that begin like an escape. */
const folder =
  /(?<!\\)\\(?:[bf]|(?:te?mp|tools|tests?|tasks|reports?|releases?|repos?|new|node|nginx|network)(?![A-Za-z]))/gi;
/** Matches a carriage return that ends no line. */
const insideLine = /(?<!\\)\\r[a-z]/g;
/** Matches a backslash behind a folder, with a name and a separator or an extension behind it. */
const between = /\\(?<=\\\\[^\\.\ufffc]+\\)[nt][a-z][\w-]*(?:\\\\[\w.\ufffc]|\.[a-z]\w{0,4}$)/g;
/** Matches the beginning of a path with the right backslashes: what follows a lone one may be another line or column. */
const begunRight = /^(?:(?:[A-Za-z]:|%\w+%)\\\\|\\{4})/;
const ofEnvironment =
  /^%(?:te?mp|(?:local)?appdata|userprofile|public|home(?:path|drive)|programfiles|programdata|system(?:root|drive)|windir)%/i;

/** Warns of paths of Windows in JSON, of which a backslash begins an escape. */
export function findWindowsPaths(program: Program, source: string): readonly Diagnostic[] {
  return [...runsOf(program)].flatMap(run => {
    const text = run.map(textOfStep).join('');
    const found = text.includes('\\') ? [...text.matchAll(begun)] : [];
    const paths = found.filter(({ 0: path, index }) => isPath(path, isWhole(text, index, path)));
    const offsets = paths.length === 0 ? [] : offsetsOf(run);
    return paths.flatMap(({ 0: path, index }) => {
      const offsetAt = (at: number) => offsets[index + at] ?? 0;
      return explainPath(path, offsetAt, source);
    });
  });
}

/** Texts and values that follow each other on every path. */
function* runsOf(program: Program): Iterable<readonly (LiteralStep | ValueStep)[]> {
  let run: (LiteralStep | ValueStep)[] = [];
  for (const step of program) {
    if (step.kind === 'literal' || step.kind === 'value') {
      run.push(step);
      continue;
    }
    yield run;
    run = [];
    for (const steps of branchesOf(step)) yield* runsOf(steps);
  }
  yield run;
}

/** For each character of the text of a run, where it begins in the source; then where the run ends. */
function offsetsOf(run: readonly (LiteralStep | ValueStep)[]): readonly number[] {
  const starts = run.flatMap(step =>
    Array.from({ length: textOfStep(step).length }, (_, at) => step.range.start + at),
  );
  return [...starts, run.at(-1)?.range.end ?? 0];
}

function isWhole(text: string, index: number, { length }: string): boolean {
  return text[index - 1] === '"' && text[index + length] === '"';
}

function isPath(path: string, isWholeText: boolean): boolean {
  if (path.search(folder) >= 0) return true;
  if (begunRight.test(path)) {
    // With another one, it is rather a text of several lines or columns.
    const isAlone = isWholeText && path.match(/(?<!\\)\\(?!\\)/g)?.length === 1;
    return path.search(insideLine) >= 0 || (isAlone && path.search(between) >= 0);
  }
  if (isShare(path) || ofEnvironment.test(path)) return true;
  if (!/^[A-Za-z]:/.test(path)) return false;
  if (/[^\\]\\\\[^\\]/.test(path)) return true;
  // Lines that follow each other begin with the same escape: `A:\nBob\nCarl`.
  const escapes = new Set(path.match(/\\\w/g));
  return isWholeText && !path.includes(hole) && escapes.size > 1;
}

/** The lone backslashes that were meant as such: in a path that began right, only those that begin no other line or column. */
function isMeantIn(path: string): (index: number) => boolean {
  if (!begunRight.test(path)) return () => true;
  const found = [folder, insideLine, between].flatMap(each =>
    Array.from(path.matchAll(each), ({ index }) => index),
  );
  const meant = new Set(found);
  return index => meant.has(index);
}

function isShare(path: string): boolean {
  return path.startsWith('\\');
}

function explainPath(
  path: string,
  offsetAt: (index: number) => number,
  source: string,
): readonly Diagnostic[] {
  const isMeant = isMeantIn(path);
  const first = Array.from(path.matchAll(loneEscape)).find(({ index }) => isMeant(index));
  if (!first) return [];
  const range = { start: offsetAt(0), end: offsetAt(path.length) };
  const edits = Array.from(path.matchAll(/\\\\?/g), ({ 0: backslashes, index }): readonly Edit[] => {
    const at = offsetAt(index);
    // A backslash that is doubled already stays, but the two of a share are two.
    const isDoubled = backslashes.length === 2 && !(index === 0 && /^\\{2}(?!\\)/.test(path));
    if (isDoubled || !isMeant(index)) return [];
    return [{ range: { start: at, end: at + backslashes.length }, text: backslashes.repeat(2) }];
  }).flat();
  const fix = editAll('Write `\\\\` for each backslash', edits);
  const facts = { path: source.slice(range.start, range.end), letter: first[1] ?? '' };
  return [diagnose('windows-path', range, facts, { fixes: [fix] })];
}

/** Matches a path whose last backslash escapes the dollar of a tag, without the dollar that closes the tag. */
const intoTag = new RegExp(
  String.raw`(?:(?:^|[\s"'(])(?:[A-Za-z]:|\.{1,2}|%\w+%)|\\)[^\s"']*(?<!\\)(?:\\\\)*\\\$${namePath}$`,
);
/** Enough of a path to recognize it. */
const maxBefore = 200;

/** Doubles the backslash of a path that escapes the dollar of a tag, where the dollar at `closing` is left over. */
export function doubleEscapingBackslash(source: string, closing: number): readonly Fix[] {
  const before = source.slice(Math.max(0, closing - maxBefore), closing);
  if (!intoTag.test(before)) return [];
  const escaping = closing - before.length + before.lastIndexOf('\\$');
  return [insertAt(escaping, '\\', 'Write `\\\\` before the tag')];
}
