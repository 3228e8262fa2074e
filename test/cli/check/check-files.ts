import { directoryWith, runHookplate } from '../run-hookplate.ts';

/** A configuration without mistakes, but for what `more` says. */
function configuration(more: object = {}): object {
  return {
    profile: 'Nightly',
    events: { Errored: true },
    method: 'POST',
    url: 'https://chat.example.com/hooks/42',
    contentType: 'application/json',
    payload: '{"text": "$profile$"}',
    ...more,
  };
}

export function configText(more: object = {}): string {
  return `${JSON.stringify(configuration(more), null, 2)}\n`;
}

/** Runs `hookplate check` in a directory with these files. */
export async function checkFiles(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  settings: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>> } = {},
) {
  const directory = directoryWith(files);
  return { ...(await runHookplate(['check', ...args], { ...settings, directory })), directory };
}
