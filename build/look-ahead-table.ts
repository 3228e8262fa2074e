import { lookAhead } from '../grammar/look-ahead.ts';

/** What `performSelfAnalysis` now calls: it makes the look-ahead functions of a table that is already there. */
export const analysis = `
import { tokenIdxToClass } from '../../scan/tokens.js';
import * as keys from '../grammar/keys.js';
const keyOf = {
  Alternation: keys.OR_IDX,
  Option: keys.OPTION_IDX,
  Repetition: keys.MANY_IDX,
  RepetitionMandatory: keys.AT_LEAST_ONE_IDX,
  RepetitionWithSeparator: keys.MANY_SEP_IDX,
  RepetitionMandatoryWithSeparator: keys.AT_LEAST_ONE_SEP_IDX,
};
const choices = ${JSON.stringify(lookAhead())};
function analysed(parser) {
  parser.selfAnalysisDone = true;
  toFastProperties(parser);
  const indices = new Map(Object.entries(tokenIdxToClass).map(([index, { name }]) => [name, index]));
  for (const [rule, choicesOfRule] of Object.entries(choices)) {
    const functions = parser.lookAheadFuncsCache[parser.fullRuleNameToShort[rule]] = [];
    for (const { type, idx, alternatives } of choicesOfRule) {
      const chosen = [];
      alternatives.forEach((names, index) => {
        for (const name of names) chosen[indices.get(name)] = index;
      });
      functions[keyOf[type] | idx] =
        type === 'Alternation'
          ? function () { return chosen[this.LA_FAST(1).tokenTypeIdx]; }
          : function () { return chosen[this.LA_FAST(1).tokenTypeIdx] === 0; };
    }
  }
}
`;
