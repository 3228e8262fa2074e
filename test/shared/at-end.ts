import { onTestFinished } from 'vitest';

type End = () => unknown;

/** What is to be done after all tests of a file, while that is being made which they share. */
let shared: End[] | undefined;

/** Does it when the test has ended; where it belongs to what all tests of a file share, after them. */
export function atEnd(end: End): void {
  if (shared) shared.push(end);
  else onTestFinished(async () => void (await end()));
}

/** Makes what all tests of a file share, in its `beforeAll`, and says how it ends. */
export async function forAllTests<T>(
  make: () => Promise<T>,
): Promise<{ value: T; end: () => Promise<void> }> {
  const ends: End[] = [];
  shared = ends;
  try {
    const value = await make();
    return {
      value,
      end: async () => {
        for (const end of ends.toReversed()) await end();
      },
    };
  } finally {
    shared = undefined;
  }
}
