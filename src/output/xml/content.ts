import type { Problem } from '../output.ts';
import { isNameStart, isXmlSpace } from './characters.ts';
import { refuseColon } from './namespaces.ts';
import { restOfWord, xmlMarkupProblem, xmlUnescaped, xmlUnexpected } from './problem.ts';
import { endMarkup, type Spot, type XmlRun } from './state.ts';

const byteOrderMark = 0xfeff;
const closeBracket = 0x5d;
const greater = 0x3e;
const question = 0x3f;

/**
 * Before the root element and after it: blanks, comments, processing instructions. One byte order mark may come before
 * everything else, even a declaration (section 4.3.3).
 */
export function stepOutside(run: XmlRun, spot: Spot): Problem | undefined {
  if (spot.code === 0x3c) openMarkup(run, spot);
  else if (spot.code === byteOrderMark && run.mode === 'begin' && run.count === 0) run.count = 1;
  else if (!isXmlSpace(spot.code)) return xmlUnexpected(run, spot);
  else if (run.mode === 'begin') endMarkup(run);
  return undefined;
}

export function stepText(run: XmlRun, spot: Spot): Problem | undefined {
  if (spot.code === 0x3c) {
    openMarkup(run, spot);
    return undefined;
  }
  if (spot.code === greater && run.count === 2) return xmlUnescaped(spot, '&gt;');
  run.count = spot.code === closeBracket ? Math.min(2, run.count + 1) : 0;
  if (spot.code === 0x26) openReference(run, spot);
  return undefined;
}

function openMarkup(run: XmlRun, { offset, index }: Spot): void {
  run.isFirst = run.mode === 'begin';
  run.mode = 'open';
  run.count = 0;
  run.since = offset + index;
}

export function openReference(run: XmlRun, { offset, index }: Spot): void {
  run.mode = 'reference';
  run.name = '';
  run.since = offset + index;
}

/** After `<`. */
export function stepOpen(run: XmlRun, spot: Spot): Problem | undefined {
  const isInside = run.elements.below !== undefined;
  if (spot.code === question) run.mode = 'target';
  else {
    run.isFirst = false;
    if (spot.code === 0x21) run.mode = 'bang';
    else if (spot.code === 0x2f && isInside) run.mode = 'close-name';
    else if (spot.code === 0x2f) return strayEndTag(run, spot);
    else if (!isNameStart(spot.text, spot.index)) return xmlUnexpected(run, spot);
    else if (run.isRooted && !isInside) return xmlUnexpected(run, spot, 'only one root element');
    else {
      run.mode = 'tag-name';
      run.name = String.fromCodePoint(spot.text.codePointAt(spot.index) ?? 0);
    }
  }
  return undefined;
}

function strayEndTag(run: XmlRun, { offset, index }: Spot): Problem {
  const expected = 'no end tag, because no element is open';
  return xmlMarkupProblem('xml-unexpected', run, offset + index + 1, { expected, found: '`</`' });
}

/** After `<!`. */
export function stepBang(run: XmlRun, spot: Spot): Problem | undefined {
  const word = run.name === '' ? restOfWord(spot) : '';
  if (/^doctype$/i.test(word)) {
    const end = spot.offset + spot.index + word.length;
    return xmlMarkupProblem('xml-doctype', run, end, {
      expected: 'the root element',
      found: `\`<!${word}\``,
    });
  }
  const read = run.name + String.fromCharCode(spot.code);
  const isSection = run.elements.below !== undefined && '[CDATA['.startsWith(read);
  if (!isSection && !'--'.startsWith(read)) return xmlUnexpected(run, spot);
  run.name = read;
  if (read === '--' || read === '[CDATA[') {
    run.name = '';
    run.mode = read === '--' ? 'comment' : 'cdata';
  }
  return undefined;
}

export function stepComment(run: XmlRun, spot: Spot): Problem | undefined {
  if (run.count === 2) {
    if (spot.code !== greater) return xmlUnexpected(run, spot, '`>` after the `--` of a comment');
    endMarkup(run);
  } else {
    run.count = spot.code === 0x2d ? run.count + 1 : 0;
  }
  return undefined;
}

export function stepSection(run: XmlRun, spot: Spot): Problem | undefined {
  if (run.count === 2 && spot.code === greater) endMarkup(run);
  else run.count = spot.code === closeBracket ? Math.min(2, run.count + 1) : 0;
  return undefined;
}

export function stepInstruction(run: XmlRun, spot: Spot): Problem | undefined {
  if (run.count === 1 && spot.code === greater) endMarkup(run);
  else run.count = spot.code === question ? 1 : 0;
  return undefined;
}

/** After `<?name?`, where only `>` can follow. */
export function stepInstructionEnd(run: XmlRun, spot: Spot): Problem | undefined {
  if (spot.code !== greater) return xmlUnexpected(run, spot);
  endMarkup(run);
  return undefined;
}

/** The character after the name of a processing instruction. */
export function endTarget(run: XmlRun, spot: Spot): Problem | undefined {
  const isSpace = isXmlSpace(spot.code);
  if (run.name === '' || (!isSpace && spot.code !== question)) return xmlUnexpected(run, spot);
  if (run.name.toLowerCase() === 'xml') {
    if (!run.isFirst || run.name !== 'xml' || !isSpace) return declarationProblem(run, spot);
    run.mode = 'declaration';
    run.name = ' ';
    return undefined;
  }
  const problem = refuseColon(run, spot.offset + spot.index);
  if (problem) return problem;
  run.name = '';
  run.isFirst = false;
  run.mode = isSpace ? 'instruction' : 'instruction-end';
  return undefined;
}

const declaration = new RegExp(
  [
    /^[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.0"|'1\.0')/,
    /(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[Uu][Tt][Ff]-8"|'[Uu][Tt][Ff]-8'))?/,
    /(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>$/,
  ]
    .map(part => part.source)
    .join(''),
);
const longestDeclaration = 200;

/**
 * The XML declaration (section 2.8). Only version 1.0, the rules that this automaton knows, and only UTF-8, which
 * the output is sent in.
 */
export function stepDeclaration(run: XmlRun, spot: Spot): Problem | undefined {
  run.name += String.fromCharCode(spot.code);
  if (run.name.length > longestDeclaration) return declarationProblem(run, spot);
  if (spot.code !== greater || !run.name.endsWith('?>')) return undefined;
  if (!declaration.test(run.name)) return declarationProblem(run, spot);
  endMarkup(run);
  return undefined;
}

function declarationProblem(run: XmlRun, spot: Spot): Problem {
  const expected = '`<?xml version="1.0" encoding="UTF-8"?>` at the very beginning of the document';
  const found = run.isFirst ? 'another declaration' : 'one after the beginning';
  return xmlMarkupProblem('xml-declaration', run, spot.offset + spot.index + 1, { expected, found });
}
