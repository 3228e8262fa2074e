import { describe, expect, test } from 'vitest';
import { lookAhead } from '../../grammar/look-ahead.ts';

describe('lookAhead', () => {
  test('has the choices of each production by the tokens that lead into them', () => {
    expect(lookAhead()).toMatchObject({
      comment: [{ type: 'Option', idx: 0, alternatives: [['CommentText']] }],
      value: [
        { type: 'Option', idx: 0, alternatives: [['Semicolon']] },
        { type: 'RepetitionMandatoryWithSeparator', idx: 0, alternatives: [['Name']] },
      ],
      path: [
        { type: 'Repetition', idx: 0, alternatives: [['Dot', 'Slash']] },
        { type: 'Alternation', idx: 0, alternatives: [['Dot'], ['Slash']] },
      ],
      valueOption: [],
    });
  });

  test('never leads one token into two alternatives', () => {
    const choices = Object.values(lookAhead()).flat();
    expect(choices.length).toBeGreaterThan(10);
    for (const { alternatives } of choices) {
      const tokens = alternatives.flat();
      expect(new Set(tokens).size).toBe(tokens.length);
    }
  });
});
