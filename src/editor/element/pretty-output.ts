import type { OutputName } from '../../output/output.ts';

/** Whether a body can be reformatted for easier reading. */
export function isPrettyable(output: OutputName | undefined): output is 'json' | 'xml' {
  return output === 'json' || output === 'xml';
}
