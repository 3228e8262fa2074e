import type { Landing, Output, Problem, Step } from '../output.ts';
import { xmlCharacterLength } from './characters.ts';
import {
  endTarget,
  stepBang,
  stepComment,
  stepDeclaration,
  stepInstruction,
  stepInstructionEnd,
  stepOpen,
  stepOutside,
  stepSection,
  stepText,
} from './content.ts';
import { isDeclaration } from './namespaces.ts';
import { xmlAttribute, xmlSection, xmlSectionAfterBracket, xmlText } from './places.ts';
import { xmlForbidden, xmlNoPlace, xmlRepeatProblem, xmlUnfinished } from './problem.ts';
import { type Spot, type XmlMode, type XmlRun, type XmlState, xmlKey, xmlStart } from './state.ts';
import {
  endAttributeName,
  endCloseName,
  endTagName,
  stepAttribute,
  stepAttributeEnd,
  stepAttributeSign,
  stepClosed,
  stepReference,
  stepTag,
  takeName,
} from './tag.ts';

/**
 * XML 1.0, fifth edition: accepts what is well formed, has no document type declaration, and does not declare another
 * encoding than UTF-8. Of namespaces it checks that prefixes are declared, and that no value names one.
 */
export const xml: Output<XmlState> = {
  name: 'xml',
  start: xmlStart,
  advance,
  place,
  // An empty value leaves `]]` before it and `>` after it together: what has been read of `]]>` stays. In a CDATA section
  // a value after `]` begins another section.
  after: state => (state.mode === 'cdata' ? { ...state, count: 0 } : state),
  end: xmlUnfinished,
  key: xmlKey,
  // The name of a tag is not complete before what follows it.
  opened: ({ opened }) => opened,
  open: ({ mode, elements }) => (mode === 'text' ? elements : undefined),
  repeat: xmlRepeatProblem,
};

function place(state: XmlState): Landing {
  if (state.held === '' && state.mode === 'text') return { place: xmlText };
  const isOpen = state.mode === 'attribute' && !isDeclaration(state.attributes.latest);
  if (state.held === '' && isOpen) return { place: xmlAttribute };
  if (state.held === '' && state.mode === 'cdata')
    return { place: state.count > 0 ? xmlSectionAfterBracket : xmlSection };
  return xmlNoPlace(state);
}

function advance(state: XmlState, text: string, offset: number): Step<XmlState> {
  if (text === '') return { state };
  const whole = state.held + text;
  const isCut = isHighSurrogate(whole.charCodeAt(whole.length - 1));
  const run: XmlRun = { ...state, held: isCut ? whole.slice(-1) : '' };
  const problem = runOver(run, isCut ? whole.slice(0, -1) : whole, offset - state.held.length);
  return problem ? { problem } : { state: run };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function runOver(run: XmlRun, text: string, offset: number): Problem | undefined {
  const spot: Spot = { text, offset, index: 0, code: 0 };
  while (spot.index < text.length) {
    if (isName(run.mode)) {
      const problem = takeName(run, spot);
      if (problem) return problem;
      if (spot.index === text.length) return undefined;
    }
    spot.code = text.charCodeAt(spot.index);
    const length = xmlCharacterLength(text, spot.index);
    if (length === 0) return xmlForbidden(spot);
    const wrong = steps[run.mode](run, spot);
    if (wrong) return wrong;
    spot.index += length;
  }
  return undefined;
}

function isName(mode: XmlMode): boolean {
  return mode === 'tag-name' || mode === 'attribute-name' || mode === 'close-name' || mode === 'target';
}

const steps: Readonly<Record<XmlMode, (run: XmlRun, spot: Spot) => Problem | undefined>> = {
  begin: stepOutside,
  prolog: stepOutside,
  epilog: stepOutside,
  text: stepText,
  open: stepOpen,
  bang: stepBang,
  comment: stepComment,
  cdata: stepSection,
  target: endTarget,
  instruction: stepInstruction,
  'instruction-end': stepInstructionEnd,
  declaration: stepDeclaration,
  reference: stepReference,
  'tag-name': endTagName,
  tag: stepTag,
  'attribute-name': endAttributeName,
  'attribute-equals': stepAttributeSign,
  'attribute-quote': stepAttributeSign,
  attribute: stepAttribute,
  'attribute-end': stepAttributeEnd,
  'empty-end': stepClosed,
  'close-name': endCloseName,
  'close-end': stepClosed,
};
