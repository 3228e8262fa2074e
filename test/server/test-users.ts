import type { Task } from '../../src/workflow/task.ts';

export const passwords = { viewer: 'only-looks', operator: 'also-runs', editor: 'does-it-all' } as const;
export type RoleName = keyof typeof passwords;

export const users = (['viewer', 'operator', 'editor'] as const).map(role => ({
  username: role,
  password: passwords[role],
  role,
}));

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
