interface Line<Found> {
  readonly current: Promise<Found>;
  next: Promise<Found> | undefined;
}

/**
 * Lets those who ask the same while a lookup runs share the next one: nobody is told of what was before they asked, and of
 * a thousand who ask at once the database is asked twice.
 */
export function createSharedLookup<Key, Found>(
  lookUp: (key: Key) => Promise<Found>,
  nameOf: (key: Key) => string,
): (key: Key) => Promise<Found> {
  const lines = new Map<string, Line<Found>>();

  function begin(key: Key, name: string): Promise<Found> {
    const line: Line<Found> = { current: lookUp(key), next: undefined };
    lines.set(name, line);
    const end = (): void => {
      if (!line.next) lines.delete(name);
    };
    line.current.then(end, end);
    return line.current;
  }

  return key => {
    const name = nameOf(key);
    const line = lines.get(name);
    if (!line) return begin(key, name);
    const beginNext = (): Promise<Found> => begin(key, name);
    line.next ??= line.current.then(beginNext, beginNext);
    return line.next;
  };
}
