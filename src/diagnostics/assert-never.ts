/** Ends a switch over every `kind`: a new kind does not compile until it is handled. */
export function assertNever(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}.`);
}
