/** The value of a JSON text, or the reason why it is refused. */
type SampleJson = { readonly value: unknown } | { readonly wrong: string };

/** Parses JSON that storing does not change: nobody should have to find out from a test that something was lost. */
export function readSampleJson(text: string): SampleJson {
  try {
    const value: unknown = JSON.parse(text);
    const wrong = findLoss(text);
    return wrong === undefined ? { value } : { wrong };
  } catch {
    return {
      wrong: 'This is not JSON yet: put names and texts in double quotes, and no comma after the last item.',
    };
  }
}

/** The relevant tokens of JSON: strings, numbers, and those that distinguish names from other strings. */
const tokens = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*|[{}:]/g;

/** The first part of valid JSON that would be stored as something else. */
function findLoss(text: string): string | undefined {
  const objects: Set<string>[] = [];
  let last = { token: '', index: 0 };
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (token === ':') {
      const name: string = JSON.parse(last.token);
      const names = objects.at(-1);
      if (names?.has(name)) {
        return `Line ${lineAt(text, last.index)} has ${last.token} a second time in one object, of which only the last would be stored.`;
      }
      names?.add(name);
    } else if (!token.startsWith('"') && !isExact(token)) {
      const stored = JSON.stringify(Number(token));
      return `The number ${token} in line ${lineAt(text, index)} would be stored as ${stored}: write it as text, in double quotes.`;
    }
    last = { token, index };
  }
  return undefined;
}

/** Whether JavaScript keeps all digits of a number. */
function isExact(token: string): boolean {
  return digitsOf(token) === digitsOf(String(Number(token)));
}

/** `15e2` for `1500`, `1.5e3` and `1500.0`: equal for all spellings of a number. */
function digitsOf(written: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return whole && '0';
  return `${sign}${significant}e${Number(exponent) - part.length + digits.length - significant.length}`;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
