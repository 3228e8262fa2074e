/** The syntax of names as a regular expression: in templates, in schemas and in editors. */
export const nameSyntax = '[A-Za-z_][A-Za-z0-9_]*';

/** Names that cannot begin the tag of a value. */
export const reservedNames: ReadonlySet<string> = new Set([
  'if',
  'elseif',
  'else',
  'endif',
  'for',
  'sep',
  'endfor',
]);
