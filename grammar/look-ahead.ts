import {
  getLookaheadPaths,
  type ISerializedGast,
  type OptionalProductionType,
  type Rule,
  serializeProduction,
} from 'chevrotain';
import { TemplateParser } from './parser.ts';

/** Where a production chooses by the next token. */
export interface Choice {
  readonly type: 'Alternation' | OptionalProductionType;
  /** Which one it is of its type in the production, from 0. */
  readonly idx: number;
  /** The names of the tokens that lead into each alternative, or into what is optional or repeated. */
  readonly alternatives: readonly (readonly string[])[];
}

/** The choices of each production, by its name. The package is built with this table: see build/look-ahead-table.ts. */
export function lookAhead(): Readonly<Record<string, readonly Choice[]>> {
  const rules = new TemplateParser({ skipValidations: false }).getGAstProductions();
  return Object.fromEntries(Object.values(rules).map(rule => [rule.name, choicesOf(rule)]));
}

function choicesOf(rule: Rule): Choice[] {
  return choicesIn(serializeProduction(rule)).map(({ type, idx }) => {
    const paths = getLookaheadPaths({ occurrence: idx, rule, prodType: type, maxLookahead: 1 });
    const inside = type === 'Alternation' ? paths : paths.slice(0, 1);
    return { type, idx, alternatives: inside.map(tokens => tokens.flat().map(({ name }) => name)) };
  });
}

const choiceTypes: readonly string[] = [
  'Alternation',
  'Option',
  'Repetition',
  'RepetitionMandatory',
  'RepetitionWithSeparator',
  'RepetitionMandatoryWithSeparator',
];

function choicesIn(part: ISerializedGast): Pick<Choice, 'type' | 'idx'>[] {
  const inside = (part.definition ?? []).flatMap(choicesIn);
  if (!choiceTypes.includes(part.type)) return inside;
  // A serialized choice has the number of its occurrence, which the declared type leaves out.
  return [part as ISerializedGast & Pick<Choice, 'type' | 'idx'>, ...inside];
}
