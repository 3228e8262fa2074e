import { describeType } from './describe-type.ts';
import type { KnownName } from './names-at.ts';
import { sampleText, writtenText } from './sample-text.ts';
import type { TemplateScope } from './template-scope.ts';

/** What a name is, for people. */
export interface Explanation {
  readonly path: string;
  /** What it holds, in a word or a few. */
  readonly type: string;
  /** With code between backticks. */
  readonly meaning?: string;
  readonly samples: readonly ExplainedSample[];
}

/** The value of a name in the sample of an event. */
export interface ExplainedSample {
  readonly event: string;
  readonly text: string;
  /** What the tag makes of it, where that is something else. */
  readonly written?: string;
}

/**
 * What a name is: type, meaning, its value in each sample, and what its tag writes. `options` are those of the tag as they
 * are written; undefined where the name stands in a condition, which writes nothing.
 */
export function explainName(name: KnownName, scope: TemplateScope, options?: string): Explanation {
  const meaning = scope.describe(name.path);
  const samples = name.values.map(({ event, value }) => {
    const text = sampleText(value);
    const written = options === undefined ? undefined : writtenText(name, value, options, scope);
    const isOther = written !== undefined && written !== text && written !== '';
    return { event, text, ...(isOther && { written }) };
  });
  return {
    path: name.path,
    type: describeType(name.type),
    ...(meaning !== undefined && { meaning }),
    samples,
  };
}
