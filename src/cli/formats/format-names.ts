/** How findings can be printed. */
export const formatNames = [
  // Code frames for people.
  'pretty',
  // One document, or a line for each finding, for programs.
  'json',
  'jsonl',
  // A log for code scanning.
  'sarif',
  // Annotations of a GitHub workflow.
  'github',
  // A line for each finding, for editors.
  'concise',
] as const;

export type FormatName = (typeof formatNames)[number];
