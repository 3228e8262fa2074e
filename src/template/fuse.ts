import type { Holding } from './boolean-variables.ts';
import type { Predicate } from './compile-condition.ts';
import type { Part } from './compile-program.ts';

/** Renders one context, whose boolean variables were read before. */
export type Renderer = (context: unknown, holding: Holding) => string;

/** Makes one function of many parts: neighbouring text is joined, and a run of values is one concatenation. */
export function fuse(parts: readonly Part[]): Renderer {
  const { texts, writers } = alternate(parts);
  return concatenate(texts, writers);
}

/** Texts and what stands between them: always one text more than writers. */
function alternate(parts: readonly Part[]): { texts: string[]; writers: Renderer[] } {
  const texts: string[] = [];
  const writers: Renderer[] = [];
  let text = '';
  for (const part of parts) {
    if (part.kind === 'literal') {
      text += part.text;
    } else {
      texts.push(text);
      writers.push(part.kind === 'value' ? part.write : fuseConditional(part));
      text = '';
    }
  }
  texts.push(text);
  return { texts, writers };
}

function fuseConditional({ branches, otherwise }: Extract<Part, { kind: 'conditional' }>): Renderer {
  const renderers: readonly { holds: Predicate; render: Renderer }[] = branches.map(branch => ({
    holds: branch.holds,
    render: fuse(branch.parts),
  }));
  const renderOtherwise = fuse(otherwise);
  const [only] = renderers;
  if (only && renderers.length === 1) {
    return (context, holding) =>
      only.holds(holding) ? only.render(context, holding) : renderOtherwise(context, holding);
  }
  return (context, holding) => {
    for (const { holds, render } of renderers) if (holds(holding)) return render(context, holding);
    return renderOtherwise(context, holding);
  };
}

const longestRun = 4;

function concatenate(texts: readonly string[], writers: readonly Renderer[]): Renderer {
  if (writers.length > longestRun) return concatenateRuns(texts, writers);
  const [a = '', b = '', c = '', d = '', e = ''] = texts;
  const [v, w, x, y] = writers;
  if (!v) return () => a;
  if (!w) return (context, holding) => a + v(context, holding) + b;
  if (!x) return (context, holding) => a + v(context, holding) + b + w(context, holding) + c;
  if (!y) {
    return (context, holding) =>
      a + v(context, holding) + b + w(context, holding) + c + x(context, holding) + d;
  }
  return (context, holding) =>
    a + v(context, holding) + b + w(context, holding) + c + x(context, holding) + d + y(context, holding) + e;
}

/** Splits a long run into runs of runs, so that no closure concatenates more than it is written for. */
function concatenateRuns(texts: readonly string[], writers: readonly Renderer[]): Renderer {
  const runs: Renderer[] = [];
  for (let start = 0; start < writers.length; start += longestRun) {
    const end = Math.min(start + longestRun, writers.length);
    runs.push(concatenate([...texts.slice(start, end), ''], writers.slice(start, end)));
  }
  const gaps = [...runs.map(() => ''), texts.at(-1) ?? ''];
  return concatenate(gaps, runs);
}
