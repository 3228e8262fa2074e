import type { IToken } from 'chevrotain';
import { startOf } from '../../../grammar/token-range.ts';
import type { Piece } from './template-tree.ts';

const separators = /[:/?#&=;+]+|%[0-9A-Fa-f]{2}/g;

/** What divides a URL or a form, and what is encoded in it. */
export function urlPieces(token: IToken): readonly Piece[] {
  const offset = startOf(token);
  return Array.from(token.image.matchAll(separators), ({ 0: found, index }) => ({
    name: found.startsWith('%') ? 'Encoded' : 'Separator',
    start: offset + index,
    end: offset + index + found.length,
  }));
}
