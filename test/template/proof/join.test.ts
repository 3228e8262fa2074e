import { describe, expect, it } from 'vitest';
import { Budget } from '../../../src/diagnostics/budget.ts';
import { json } from '../../../src/output/json/output.ts';
import { DecisionDiagram } from '../../../src/template/proof/decision-diagram.ts';
import { Join } from '../../../src/template/proof/prove.ts';

const variable = {
  name: 'event',
  index: 0,
  classes: ['is "Started"', 'is "Completed"', 'is something else'],
};

function stateAfter(text: string) {
  const moved = json.advance(json.start(), text, 0);
  if ('violation' in moved) throw new Error(moved.violation.found);
  return moved.state;
}

describe('a join', () => {
  it('makes states that agree one, which is reached when either of them was', () => {
    const diagram = new DecisionDiagram(new Budget(10_000));
    const [started, completed] = [diagram.isIn(variable, [0]), diagram.isIn(variable, [1])];
    const join = new Join(json, diagram);
    join.add([
      { state: stateAfter('["a"'), condition: started, fromItem: 1 },
      { state: stateAfter('[["a"'), condition: diagram.isIn(variable, [2]), fromItem: 1 },
    ]);
    join.add([{ state: stateAfter('["b","c"'), condition: completed, fromItem: 1 }]);
    expect(join.size).toBe(2);
    expect(join.states.map(({ condition }) => condition)).toEqual([
      diagram.or(started, completed),
      diagram.isIn(variable, [2]),
    ]);
  });
});
