import { scryptSync } from 'node:crypto';
import type { Task } from '../../src/workflow/task.ts';

export const passwords = { viewer: 'only-looks', operator: 'also-runs', editor: 'does-it-all' } as const;
export type RoleName = keyof typeof passwords;

export const users = (['viewer', 'operator', 'editor'] as const).map(role => ({
  username: role,
  passwordHash: cheapHash(passwords[role]),
  role,
}));

/** A hash of next to no cost: one as the server makes it takes a tenth of a second of the processor, for each user and login. */
function cheapHash(password: string): string {
  const salt = Buffer.alloc(8, 'salt');
  const hash = scryptSync(password, salt, 32, { N: 2, r: 1, p: 1 });
  return `$scrypt$ln=1,r=1,p=1$${salt.toString('base64')}$${hash.toString('base64')}`;
}

export function basicOf(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Copies nothing, and reports it. */
export const copyTask: Task = {
  profile: 'nightly',
  parameters: { tables: 'job/tables' },
  run: ({ report }) => {
    report({ recordsProcessed: 3 });
    return undefined;
  },
};

/** Goes on until it is told to stop. */
export const heldTask: Task = {
  profile: 'nightly',
  run: ({ signal }) =>
    new Promise<undefined>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
};
