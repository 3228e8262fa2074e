import { css, html, nothing, type TemplateResult } from 'lit';
import { TriangleAlert } from 'lucide-static';
import type { JsonValue } from '../../output/json/json-value.ts';
import { missingIn, withSample } from '../../parameters/sample-body.ts';
import { icon } from '../parts/icon.ts';
import { readSampleJson } from './sample-json.ts';

interface CheckedBody {
  /** JSON, or what is to become JSON. */
  readonly text: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** What the body is called, with its article. */
  readonly what: 'The sample' | 'The body';
  /** Called with the body that has the value, too. */
  readonly add: (text: string) => void;
}

/** `The sample has no region. [Add it]`, for each parameter that a body has no value for. */
export function missingValues({ text, parameters, what, add }: CheckedBody): TemplateResult | typeof nothing {
  const read = readSampleJson(text);
  if ('wrong' in read) return nothing;
  // It was read as JSON.
  const body = read.value as JsonValue;
  const missing = findMissing(body, parameters);
  if (missing.length === 0) return nothing;
  return html`<ul class="missing">
    ${missing.map(({ parameter, reference }) => {
      const more = JSON.stringify(withSample(body, reference, parameter), null, 2);
      const canAdd = more !== JSON.stringify(body, null, 2);
      return html`<li class="state warning">
        ${icon(TriangleAlert)}
        <span>${what} has no <code>${fieldOf(reference)}</code>.</span>
        ${canAdd ? html`<button type="button" class="button small" aria-label="Add ${fieldOf(reference)}" @click=${() => add(more)}>Add it</button>` : nothing}
      </li>`;
    })}
  </ul>`;
}

/** Nothing, while a place cannot be read: then that is to be mended first. */
function findMissing(body: JsonValue, parameters: CheckedBody['parameters']) {
  try {
    return missingIn(body, parameters);
  } catch {
    return [];
  }
}

const anywhere = /^value of +<?(.*?)>?$/su;

/** Whether a value is the first field of a name, such as `value of <region>`, and not the one at a path. */
export function isAnywhere(reference: string): boolean {
  return anywhere.test(reference);
}

/** `region` for `value of <region>`. */
function fieldOf(reference: string): string {
  return reference.replace(anywhere, '$1');
}

export const missingStyles = css`
  .missing {
    display: grid;
    gap: 8px;
  }
  .missing > li {
    flex-wrap: wrap;
    align-items: center;
    white-space: normal;
  }
`;
