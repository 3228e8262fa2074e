import type { ISerializedGast } from 'chevrotain';
import { TemplateParser } from '../parser.ts';

/** What a production is made of. */
export type Expression =
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Expression[] }
  | { readonly kind: 'optional' | 'repeated'; readonly part: Expression }
  | { readonly kind: 'separated'; readonly part: Expression; readonly separator: Expression }
  | { readonly kind: 'rule'; readonly name: string }
  | TokenExpression;

export interface TokenExpression {
  readonly kind: 'token';
  readonly name: string;
  /** How people write it; where it stands for many texts, what they are. */
  readonly label: string;
  readonly isLiteral: boolean;
  /** A regular expression; absent where a function reads the token. */
  readonly pattern?: string;
}

export interface Production {
  readonly name: string;
  readonly expression: Expression;
}

/** Tokens that stand for many texts. */
const described = new Set(['Text', 'CommentText', 'Name', 'Quoted']);
/** Stands in a stream for what recovery took out; nobody writes it. */
const recovery = 'Misplaced';

/** The productions of the language as the parser itself records them, the first one the start. */
export function productions(): Production[] {
  const rules: readonly SerializedRule[] = new TemplateParser({
    skipValidations: true,
  }).getSerializedGastProductions();
  return rules.map(rule => ({ name: rule.name ?? '', expression: sequenceOf(rule) }));
}

/** Everything that one of Chevrotain's serialized productions may have. */
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
      return { kind: 'choice', parts: partsOf(serialized) };
    case 'Option':
      return { kind: 'optional', part: sequenceOf(serialized) };
    case 'Repetition':
      return { kind: 'repeated', part: sequenceOf(serialized) };
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
  const parts = partsOf(serialized);
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind: 'sequence', parts };
}

function partsOf({ definition = [] }: SerializedRule): Expression[] {
  const isRecovery = (part: SerializedRule): boolean =>
    part.name === recovery || (part.type === 'Alternative' && (part.definition ?? []).every(isRecovery));
  return definition.filter(part => !isRecovery(part)).map(expressionOf);
}
