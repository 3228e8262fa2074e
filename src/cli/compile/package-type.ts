import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * What the `package.json` that is nearest to a folder says that its `.js` files are, by the rules of Node.js. Undefined where
 * it says nothing: then Node.js looks at the files.
 */
export async function packageType(folder: string): Promise<unknown> {
  for (let place = folder; ; place = dirname(place)) {
    const text = await readFile(join(place, 'package.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) return typeIn(text);
    if (place === dirname(place)) return undefined;
  }
}

function typeIn(text: string): unknown {
  try {
    const settings: unknown = JSON.parse(text);
    return typeof settings === 'object' && settings !== null && 'type' in settings
      ? settings.type
      : undefined;
  } catch {
    return undefined;
  }
}
