import { codeIn } from '../code-in.ts';
import { describeType } from './describe-type.ts';
import type { KnownName } from './names-at.ts';
import { sampleText, writtenText } from './sample-text.ts';
import type { TemplateScope } from './template-scope.ts';

/**
 * What a name is: type, meaning, its value in each sample, and what its tag writes. `options` are those of the tag as they
 * are written; undefined where the name stands in a condition, which writes nothing.
 */
export function explainName(name: KnownName, scope: TemplateScope, options?: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'explanation';
  box.append(paragraph([element('code', name.path), ` ${describeType(name.type)}`]));
  const meaning = scope.describe(name.path);
  if (meaning !== undefined) box.append(paragraph(codeIn(meaning)));
  if (name.values.length > 0) box.append(samples(name, scope, options));
  return box;
}

function samples(name: KnownName, scope: TemplateScope, options: string | undefined): HTMLElement {
  const list = element('dl');
  for (const { event, value } of name.values) {
    const text = sampleText(value);
    const written = options === undefined ? undefined : writtenText(name, value, options, scope);
    const isOther = written !== undefined && written !== text && written !== '';
    const shown = element('dd', text);
    if (isOther) shown.append(' is written as ', element('code', written));
    list.append(element('dt', event), shown);
  }
  return list;
}

function paragraph(content: readonly (string | Node)[]): HTMLElement {
  const made = element('p');
  for (const part of content) made.append(part);
  return made;
}

function element(name: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
