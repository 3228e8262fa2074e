import { Tree } from '@lezer/common';
import { templateParts } from '../../assist/colours/template-parts.ts';
import type { OutputName } from '../../output/output.ts';
import { idOf, type NodeName, nodeSet } from './template-nodes.ts';

/** A template as CodeMirror reads it. */
export function readTree(source: string, output: OutputName): Tree {
  const buffer: number[] = [];
  for (const part of templateParts(source, output)) {
    const size = buffer.length;
    if ('pieces' in part) for (const { name, start, end } of part.pieces) add(name, start, end);
    add(part.name, part.start, part.end, size);
  }
  return Tree.build({ buffer, nodeSet, topID: idOf('Template'), length: source.length });

  /** Four numbers for each node, after those that it holds. */
  function add(name: NodeName, start: number, end: number, sizeBefore: number = buffer.length): void {
    if (end > start) buffer.push(idOf(name), start, end, buffer.length - sizeBefore + 4);
  }
}
