import { spawn } from 'node:child_process';
import type { Terminal } from '../terminal.ts';

/**
 * Opens an address in the browser: with the program that the variable `BROWSER` names, or as the system does. Resolves to
 * whether a program could be started for that; whether a page came up, nobody says.
 */
export function openBrowser(url: string, { env, platform }: Terminal): Promise<boolean> {
  const { BROWSER } = env;
  const [program, ...args] = openerOf(BROWSER, platform);
  return new Promise(resolve => {
    const opener = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => {
      opener.unref();
      resolve(true);
    });
  });
}

function openerOf(browser: string | undefined, platform: NodeJS.Platform): [string, ...string[]] {
  if (browser) return [browser];
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
