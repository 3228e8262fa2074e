import type { ExplainedSample, Explanation } from '../assist/assistance.ts';
import { codeIn } from './code-in.ts';

/** The explanation of a name as an element. */
export function explanationBox({ path, type, meaning, samples }: Explanation): HTMLElement {
  const box = document.createElement('div');
  box.className = 'explanation';
  box.append(paragraph([element('code', path), ` ${type}`]));
  if (meaning !== undefined) box.append(paragraph(codeIn(meaning)));
  if (samples.length > 0) box.append(listOf(samples));
  return box;
}

function listOf(samples: readonly ExplainedSample[]): HTMLElement {
  const list = element('dl');
  for (const { event, text, written } of samples) {
    const shown = element('dd', text);
    if (written !== undefined) shown.append(' is written as ', element('code', written));
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
