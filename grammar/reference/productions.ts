import type { ISerializedGast } from 'chevrotain';
import { TemplateParser } from '../template-parser.ts';

export type Expression =
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Expression[] }
  | { readonly kind: 'optional' | 'repeated'; readonly part: Expression }
  | { readonly kind: 'separated'; readonly part: Expression; readonly separator: Expression }
  | { readonly kind: 'rule'; readonly name: string }
  | TokenExpression;

export interface TokenExpression {
  readonly kind: 'token';
  readonly name: string;
  /** The text of the token, or a description of the texts that it matches. */
  readonly label: string;
  readonly isLiteral: boolean;
  /** A regular expression; absent if a function matches the token. */
  readonly pattern?: string;
}

export interface Production {
  readonly name: string;
  readonly expression: Expression;
}

/** Tokens that match many texts. */
const described = new Set(['Text', 'CommentText', 'Name', 'Index', 'Quoted', 'Number']);
/** Matches names of productions and tokens for mistakes. */
const mistake = /^mistaken/i;

/**
 * The productions of the language, start production first, as the parser itself records them. Mistakes are left out:
 * productions with such names, empty alternatives, and productions that are empty without them.
 */
export function productions(): Production[] {
  const parser = new TemplateParser({ skipValidations: true });
  const rules: readonly SerializedRule[] = parser.getSerializedGastProductions();
  const byName = new Map(rules.map(rule => [rule.name, rule]));
  const reached = new Map<string, Production>();
  const reach = (name: string): void => {
    const rule = byName.get(name);
    if (!rule || reached.has(name)) return;
    reached.set(name, { name, expression: sequenceOf(rule) });
    for (const other of rulesIn(rule)) reach(other);
  };
  reach('nodes');
  return [...reached.values()];
}

/** Names of the rules in a production, in order of occurrence. */
function rulesIn(serialized: SerializedRule): string[] {
  if (serialized.type === 'NonTerminal') return [serialized.name ?? ''];
  return partsIn(serialized).flatMap(rulesIn);
}

/** All possible members of Chevrotain's serialized productions. */
interface SerializedRule extends ISerializedGast {
  readonly name?: string;
  readonly label?: string;
  readonly pattern?: string;
  readonly separator?: SerializedRule;
  readonly definition?: SerializedRule[];
}

function expressionOf(serialized: SerializedRule): Expression {
  switch (serialized.type) {
    case 'NonTerminal':
      return { kind: 'rule', name: serialized.name ?? '' };
    case 'Terminal':
      return tokenOf(serialized);
    case 'Alternative':
      return sequenceOf(serialized);
    case 'Alternation':
      return joined('choice', partsOf(serialized));
    case 'Option':
      return { kind: 'optional', part: sequenceOf(serialized) };
    case 'Repetition':
      return { kind: 'repeated', part: sequenceOf(serialized) };
    case 'RepetitionMandatory': {
      const part = sequenceOf(serialized);
      return { kind: 'sequence', parts: [part, { kind: 'repeated', part }] };
    }
    case 'RepetitionMandatoryWithSeparator':
      if (!serialized.separator) break;
      return { kind: 'separated', part: sequenceOf(serialized), separator: tokenOf(serialized.separator) };
  }
  throw new Error(`The grammar uses ${serialized.type}, which its pages cannot show yet.`);
}

function tokenOf({ name = '', label = name, pattern }: SerializedRule): TokenExpression {
  return { kind: 'token', name, label, isLiteral: !described.has(name), ...(pattern && { pattern }) };
}

function sequenceOf(serialized: SerializedRule): Expression {
  return joined('sequence', partsOf(serialized));
}

function joined(kind: 'sequence' | 'choice', parts: readonly Expression[]): Expression {
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind, parts };
}

function partsOf(serialized: SerializedRule): Expression[] {
  return partsIn(serialized).map(expressionOf);
}

/** The parts of a production, except for those that accept mistakes. */
function partsIn({ definition = [] }: SerializedRule): SerializedRule[] {
  return definition.filter(part => !isMistake(part));
}

function isMistake(part: SerializedRule): boolean {
  if (part.name) return mistake.test(part.name);
  return partsIn(part).length === 0;
}
