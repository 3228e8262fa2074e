import { toWellFormed } from '../../output/percent-encoding.ts';
import type { WebhookRequest } from '../webhook-request.ts';

/** Linux passes a program no argument over 128 KiB, and a UTF-16 code unit takes up to three bytes of UTF-8. */
const maxArgumentLength = 40_000;

/**
 * A command for a POSIX shell that sends exactly this request with curl: nothing in it is expanded by the shell or read
 * as curl's own syntax (`@file`, URL globs). A body that is too long for an argument or contains a NUL character is
 * piped in by `printf`. With a `user`, curl asks for the password when it runs.
 */
export function formatCurl({ method, url, headers, body }: WebhookRequest, user?: string): string {
  const words = [`curl --globoff --request ${method}`, `--url ${quote(url)}`];
  if (user !== undefined) words.push(`--user ${quote(user)}`);
  for (const [name, value] of headers) words.push(`--header ${quote(headerLine(name, value))}`);
  if (body === undefined) return join(words);
  const text = toWellFormed(body);
  if (text.length <= maxArgumentLength && !text.includes('\0')) {
    return join([...words, `--data-raw ${quote(text)}`]);
  }
  return `printf ${quote(printfFormat(text))} |\n  ${join([...words, '--data-binary @-'])}`;
}

function join(words: readonly string[]): string {
  return words.join(' \\\n  ');
}

/** Between single quotes a shell reads everything except the quote literally. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** curl drops a header without a value, unless its colon is replaced by a semicolon. */
function headerLine(name: string, value: string): string {
  return value.trim() === '' ? `${name};` : `${name}: ${value}`;
}

/**
 * The `printf` format for `text`: the only way for a shell to write a NUL character. A leading hyphen would begin an
 * option.
 */
function printfFormat(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('\0', '\\000').replace(/^-/, '\\055');
}
