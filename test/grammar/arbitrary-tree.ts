import fc from 'fast-check';
import type {
  ComparisonOperator,
  ConditionNode,
  OptionNode,
  PathNode,
  TemplateNode,
  TemplateTree,
} from '../../grammar/tree.ts';

/* Trees that could have come from a source; their ranges are all empty. */

const range = { start: 0, end: 0 };
const reserved = new Set(['if', 'elseif', 'else', 'endif', 'for', 'sep', 'endfor']);

const name = fc.oneof(
  fc.constantFrom('profile', 'end', 'in', 'If', '_', 'order', 'endif_', 'elseIf'),
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/),
);
const names = fc.array(name, { minLength: 1, maxLength: 3 });
/** Keywords may stand after the first name of a tag, and in a condition. */
const conditionPath = names.map((parts): PathNode => ({ kind: 'path', range, names: parts }));
const valuePath = conditionPath.filter(({ names: [first = ''] }) => !reserved.has(first));

const hardCharacter = fc.constantFrom('\\', '$', ' ', '\n', '!', '"', "'", ';', ',', '“', '日', '😀', 'a');
const hardText = fc.string({
  unit: fc.oneof(hardCharacter, fc.string({ minLength: 1, maxLength: 1 })),
  maxLength: 8,
});

const option = fc.record({ name, value: hardText.map(text => text.replaceAll('"', '')) }).map(
  (named): OptionNode => ({
    kind: 'option',
    range,
    ...named,
    nameRange: range,
    valueRange: range,
    quotes: 'straight',
  }),
);
const value = fc
  .tuple(valuePath, fc.array(option, { maxLength: 3 }))
  .map(([path, options]): TemplateNode => ({ kind: 'value', range, path, options }));
const comment = hardText
  .map(text => `${text.replaceAll('!$', '')}`)
  .filter(text => !text.includes('!$'))
  .map((text): TemplateNode => ({ kind: 'comment', range, text }));
const dollar = fc.constant<TemplateNode>({ kind: 'dollar', range });
const text = hardText
  .map(characters => characters.replaceAll('$', ''))
  .filter(characters => characters !== '')
  .map((characters): TemplateNode => ({ kind: 'text', range, text: characters, written: range }));

const quoted = hardText.map(text => {
  const constant = { kind: 'quoted', range, value: text.replaceAll('"', ''), valueRange: range } as const;
  return { ...constant, quotes: 'straight' as const };
});
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map(value => ({ kind: 'number' as const, range, value: value + 0 }));
const equality = fc.constantFrom<ComparisonOperator>('==', '!=');
const order = fc.constantFrom<ComparisonOperator>('<', '<=', '>', '>=');
const compared = fc.oneof(fc.tuple(equality, fc.oneof(quoted, number)), fc.tuple(order, number));
const comparison = fc.tuple(conditionPath, compared).map(
  ([path, [operator, constant]]): ConditionNode => ({
    kind: 'comparison',
    range,
    path,
    operator,
    constant,
  }),
);

const { condition } = fc.letrec<{ condition: ConditionNode }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    conditionPath.map((path): ConditionNode => ({ kind: 'variable', range, path })),
    comparison,
    tie('condition').map((operand): ConditionNode => ({ kind: 'not', range, operand })),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('condition'), { minLength: 2, maxLength: 3 }))
      .map(([kind, operands]): ConditionNode => ({ kind, range, operands })),
  ),
}));

const { nodes } = fc.letrec<{ nodes: TemplateNode[]; conditional: TemplateNode; list: TemplateNode }>(
  tie => ({
    nodes: fc
      .array(fc.oneof({ maxDepth: 3 }, text, dollar, value, comment, tie('conditional'), tie('list')), {
        maxLength: 4,
      })
      .map(representable),
    conditional: fc
      .tuple(
        fc.array(fc.tuple(condition, tie('nodes')), { minLength: 1, maxLength: 3 }),
        fc.option(tie('nodes'), { nil: undefined }),
      )
      .map(
        ([branches, otherwise]): TemplateNode => ({
          kind: 'conditional',
          range,
          branches: branches.map(([test, inside]) => ({
            kind: 'branch',
            tag: range,
            condition: test,
            nodes: inside,
          })),
          ...(otherwise && { otherwise: { kind: 'otherwise', tag: range, nodes: otherwise } }),
          endTag: range,
        }),
      ),
    list: fc
      .record({
        name: name.filter(word => !reserved.has(word)),
        path: conditionPath,
        filter: fc.option(condition, { nil: undefined }),
        options: fc.array(option, { maxLength: 2 }),
        inside: tie('nodes'),
        between: fc.option(tie('nodes'), { nil: undefined }),
        otherwise: fc.option(tie('nodes'), { nil: undefined }),
      })
      .map(
        ({ name, path, filter, options, inside, between, otherwise }): TemplateNode => ({
          kind: 'list',
          range,
          tag: range,
          head: {
            kind: 'list-head',
            range,
            item: { kind: 'item', range, name },
            path,
            ...(filter && { filter }),
            options,
          },
          nodes: inside,
          ...(between && { separator: { kind: 'separator', tag: range, nodes: between } }),
          ...(otherwise && { otherwise: { kind: 'otherwise', tag: range, nodes: otherwise } }),
          endTag: range,
        }),
      ),
  }),
);

/** Texts do not touch, and none ends in an odd number of backslashes, because a tag's dollar would be escaped by it. */
function representable(list: readonly TemplateNode[]): TemplateNode[] {
  return list.flatMap((node, index): TemplateNode[] => {
    if (node.kind !== 'text') return [node];
    if (list[index - 1]?.kind === 'text') return [];
    const backslashes = /\\*$/.exec(node.text)?.[0].length ?? 0;
    return [backslashes % 2 === 0 ? node : { ...node, text: `${node.text}\\` }];
  });
}

export const arbitraryTree: fc.Arbitrary<TemplateTree> = nodes.map(inside => ({
  kind: 'template',
  range,
  nodes: inside,
}));
