import * as rail from '@prantlf/railroad-diagrams';
import { assertNever } from '../../src/diagnostics/assert-never.ts';
import type { Expression, Production } from './productions.ts';

const style = `
  svg { background: #fff; }
  path { stroke-width: 2; stroke: #333; fill: none; }
  text { font: 14px monospace; text-anchor: middle; white-space: pre; }
  text.rule { font: bold 16px sans-serif; text-anchor: start; }
  rect { stroke-width: 2; stroke: #333; fill: #e7f5e4; }
  g.non-terminal rect { fill: #eaf0fb; }
  text.comment { font: italic 14px monospace; }
`;
const margin = 20;
const titleHeight = 24;

/** Renders productions as one self-contained SVG, with a named railroad diagram for each. */
export function renderRailroad(productions: readonly Production[]): string {
  let y = margin;
  let width = 0;
  const drawn = productions.map(({ name, expression }) => {
    const diagram = new rail.Diagram(shapeOf(expression));
    const svg = diagram.toString().trim();
    const top = y;
    y += titleHeight + diagram.attrs.height;
    width = Math.max(width, diagram.attrs.width);
    return [
      `<text class="rule" id="${name}" x="${margin}" y="${top + titleHeight / 2}">${name}</text>`,
      svg.replace(/<svg class="railroad-diagram"([^>]*)>/, (_, size) => {
        return `<svg x="0" y="${top + titleHeight}"${size}>\n<title>${name}</title>`;
      }),
    ].join('\n');
  });
  const size = `width="${width}" height="${y}" viewBox="0 0 ${width} ${y}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>`,
    '<title>The productions of the template language</title>',
    `<style>${style}</style>`,
    `<rect width="${width}" height="${y}" style="fill: #fff; stroke: none"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function shapeOf(expression: Expression): rail.Shape {
  switch (expression.kind) {
    case 'sequence':
      return new rail.Sequence(...expression.parts.map(shapeOf));
    case 'choice':
      return new rail.Choice(0, ...expression.parts.map(shapeOf));
    case 'optional':
      return new rail.Optional(shapeOf(expression.part));
    case 'repeated':
      return new rail.ZeroOrMore(shapeOf(expression.part));
    case 'separated':
      return new rail.OneOrMore(shapeOf(expression.part), shapeOf(expression.separator));
    case 'rule':
      return new rail.NonTerminal(expression.name, `#${expression.name}`);
    case 'token':
      return expression.isLiteral ? new rail.Terminal(expression.label) : new rail.Comment(expression.label);
    default:
      return assertNever(expression);
  }
}
