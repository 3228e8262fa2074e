import type { Holding } from '../resolve/boolean-variables.ts';
import type { Predicate } from './compile-condition.ts';
import type { ConditionalPart, Part } from './compile-program.ts';

/** Renders one context, whose boolean variables were read before; keeps what was written of shared values. */
export type Renderer = (context: unknown, holding: Holding, written: string[]) => string;

/** Makes one function of many parts. */
export function fuse(parts: readonly Part[]): Renderer {
  let first = '';
  const pairs: { readonly render: Renderer; behind: string }[] = [];
  for (const part of parts) {
    const last = pairs.at(-1);
    if (part.kind !== 'literal') pairs.push({ render: rendererOf(part), behind: '' });
    else if (last) last.behind += part.text;
    else first += part.text;
  }
  const [only] = pairs;
  if (!only) return () => first;
  if (pairs.length === 1) {
    const { render, behind } = only;
    return (context, holding, written) => first + render(context, holding, written) + behind;
  }
  return (context, holding, written) => {
    let text = first;
    for (const { render, behind } of pairs) text += render(context, holding, written) + behind;
    return text;
  };
}

function rendererOf(part: Exclude<Part, { kind: 'literal' }>): Renderer {
  if (part.kind === 'conditional') return fuseConditional(part);
  const { write, slot, isShared } = part.value;
  return isShared ? (context, _holding, written) => (written[slot] ??= write(context)) : write;
}

function fuseConditional({ branches, otherwise }: ConditionalPart): Renderer {
  const renderers: readonly { holds: Predicate; render: Renderer }[] = branches.map(branch => ({
    holds: branch.holds,
    render: fuse(branch.parts),
  }));
  const renderOtherwise = fuse(otherwise);
  const [only] = renderers;
  if (only && renderers.length === 1) {
    return (context, holding, written) =>
      only.holds(holding)
        ? only.render(context, holding, written)
        : renderOtherwise(context, holding, written);
  }
  return (context, holding, written) => {
    for (const { holds, render } of renderers) if (holds(holding)) return render(context, holding, written);
    return renderOtherwise(context, holding, written);
  };
}
