import { css, html, type TemplateResult } from 'lit';
import type { Source } from '../../webhook/sources/source.ts';

/** What stands for `ADDRESS` and `SECRET`. */
interface Filled {
  readonly address: string;
  /** Undefined if nobody knows it any more, or if the sender makes it. */
  readonly secret: string | undefined;
}

/** What to enter in a sender, with the address and the secret to be copied where they are asked for. */
export function setUp({ setUp: markdown, secretFrom }: Source, filled: Filled): TemplateResult {
  const text = secretFrom === 'sender' ? markdown.replace(': `SECRET`', '') : markdown;
  return html`${text.split('\n\n').map(block => blockOf(block, filled))}`;
}

function blockOf(block: string, filled: Filled): TemplateResult {
  const fenced = /^```\w*\n([\s\S]*)\n```$/.exec(block)?.[1];
  if (fenced !== undefined) {
    const text = fill(fenced, filled);
    return html`<div class="snippet">
      <pre class="text" tabindex="0">${text}</pre>
      <copy-button .text=${text} shown="Copy" label="Copy what to paste"></copy-button>
    </div>`;
  }
  if (!block.startsWith('- ')) return html`<p>${inline(block, filled)}</p>`;
  const items = block.split(/\n?^- /m).slice(1);
  return html`<ul class="points">${items.map(item => html`<li>${inline(item, filled)}</li>`)}</ul>`;
}

/** Code and emphasis; a value to be copied has a button beside it. */
function inline(text: string, filled: Filled): readonly unknown[] {
  return text.split(/(`[^`]+`|\*[^*]+\*)/).map(part => {
    if (part.startsWith('*')) return html`<em>${part.slice(1, -1)}</em>`;
    if (!part.startsWith('`')) return part;
    const code = part.slice(1, -1);
    if (code === 'ADDRESS') return copied(filled.address, 'Copy the address');
    if (code === 'SECRET' && filled.secret !== undefined) return copied(filled.secret, 'Copy the secret');
    return html`<code>${code}</code>`;
  });
}

function copied(text: string, label: string): TemplateResult {
  return html`<span class="copied"><code>${text}</code> <copy-button .text=${text} label=${label}></copy-button></span>`;
}

function fill(text: string, { address, secret = 'SECRET' }: Filled): string {
  return text.replace(/ADDRESS|SECRET/g, word => (word === 'ADDRESS' ? address : secret));
}

export const setUpStyles = css`
  .snippet {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .snippet > .text {
    max-height: none;
    white-space: pre;
  }
  .copied {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    max-width: 100%;
    vertical-align: bottom;
  }
  .copied > code {
    min-width: 0;
  }
  .copied > copy-button {
    margin-block: -4px;
  }
  .points {
    display: grid;
    gap: 8px;
    padding-inline-start: 20px;
    list-style: disc;
  }
`;
