/** The explanation of a name or of a key, for people. */
export interface Explanation {
  readonly path: string;
  /** Its type in a few words. */
  readonly type: string;
  /** With code between backticks. */
  readonly meaning?: string;
  readonly samples: readonly ExplainedSample[];
}

/** The value of a name in the sample of an event. */
export interface ExplainedSample {
  readonly event: string;
  readonly text: string;
  /** The output of the tag, if it differs from the value. */
  readonly written?: string;
}

/** A text that may be inserted at the cursor. */
export interface Suggestion {
  readonly label: string;
  /** The text to insert. */
  readonly text: string;
  readonly kind: 'name' | 'keyword' | 'operator' | 'option' | 'value' | 'key';
  /** A few words about it. */
  readonly detail?: string;
  /** Explains the suggested name or key. */
  readonly explain?: () => Explanation;
  /** Whether it fits better or worse than most. */
  readonly rank?: 'first' | 'last';
}

/** Suggestions for the word at the cursor, likeliest first. */
export interface Suggestions {
  /** The offset where the word begins. */
  readonly from: number;
  /** The offset where the word ends, which may be after the cursor. */
  readonly to: number;
  readonly options: readonly Suggestion[];
  /** `whole`: suggestions are not filtered by the text before the cursor. */
  readonly kind: 'begun' | 'whole';
}
