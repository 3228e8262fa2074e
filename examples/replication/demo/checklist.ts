/** Collects checks, and prints each sentence with its mark. */
export interface Checklist {
  readonly section: (title: string) => void;
  /** `found` is shown where it does not hold. */
  readonly check: (sentence: string, holds: boolean, found?: unknown) => void;
  readonly allHold: () => boolean;
}

export function createChecklist(print: (line: string) => void): Checklist {
  let failed = 0;
  let checked = 0;
  return {
    section: title => print(`\n${title}`),
    check: (sentence, holds, found) => {
      checked++;
      if (!holds) failed++;
      print(`  ${holds ? '✓' : '✗'} ${sentence}`);
      if (!holds && found !== undefined) print(`      found ${JSON.stringify(found)}`);
    },
    allHold: () => {
      print(failed === 0 ? `\nAll ${checked} hold.` : `\n${failed} of ${checked} do not hold.`);
      return failed === 0 && checked > 0;
    },
  };
}
