import type { TokenType } from 'chevrotain';
import * as t from '../tokens.ts';

/* What whole tags look like, for whoever looks for them in a source that the lexer cannot take apart. */

const bareOpeners: readonly TokenType[] = [t.BareIf, t.BareElseIf, t.BareFor];

/** From the semicolon on, with quotes as keyboards and word processors write them. */
const options = ';[^$"“”]*(?:["“”][^"“”]*["“”][^$"“”]*)*';

export const keywordTag: string = sourceWhere(type => !type.PUSH_MODE);
export const blockOpener = `(?:${sourceWhere(type => type.PUSH_MODE !== undefined && !bareOpeners.includes(type))})`;
export const blockTag: string = String.raw`${blockOpener}[^$]*\)\s*\$`;
export const valueTag: string = String.raw`\$${t.path}(?:\s*${options})?\$`;
export const spacedValueTag: string = String.raw`\$\s*${t.path}\s*(?:${options})?\$`;
/** Names have no longest length: look for them in a short piece of a source. */
export const name: string = t.sourceOf(t.Name);

function sourceWhere(isMeant: (keyword: TokenType) => boolean): string {
  return t.sourceOf(...t.keywords.filter(isMeant));
}
