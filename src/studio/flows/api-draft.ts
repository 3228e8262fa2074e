import type { FlowApi } from '../api/answers.ts';
import { readSampleJson } from './sample-json.ts';

/** The configuration of a flow's API as it is written in fields. */
export interface ApiDraft {
  readonly enabled: boolean;
  readonly baseUrl: string;
  /** `tables = job/tables`, one in a line. */
  readonly parameters: string;
  readonly sampleBody: string;
}

/** What the server is sent. */
export interface ApiInput {
  readonly enabled: boolean;
  readonly baseUrl: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  /** Absent where it stays, or follows the parameters that it was made from. */
  readonly sampleBody?: unknown;
}

type Wrong = Partial<Record<keyof ApiDraft, string>>;

/** `ownUrl` is what is shown where no base URL was set. */
export function draftOf(api: FlowApi | null, ownUrl: string): ApiDraft {
  const { enabled = true, baseUrl = '', parameters = {}, sampleBody = {} } = api ?? {};
  const lines = Object.entries(parameters).map(([name, reference]) => `${name} = ${reference}`);
  const set = baseUrl === ownUrl ? '' : baseUrl;
  return {
    enabled,
    baseUrl: set,
    parameters: lines.join('\n'),
    sampleBody: JSON.stringify(sampleBody, null, 2),
  };
}

/** What the fields say, or what is wrong with them; `stored` is what they said before. */
export function inputOf(
  { enabled, baseUrl, parameters, sampleBody }: ApiDraft,
  stored: Pick<ApiDraft, 'sampleBody'>,
): { readonly input: ApiInput } | { readonly wrong: Wrong } {
  const mapping = readParameters(parameters);
  const body = readSampleJson(sampleBody);
  const url = baseUrl.trim();
  const wrong: Wrong = {
    ...(url !== '' && !/^https?:\/\/\S+$/.test(url) && { baseUrl: 'Begin it with http:// or https://.' }),
    ...('wrong' in mapping && { parameters: mapping.wrong }),
    ...('wrong' in body && { sampleBody: body.wrong }),
  };
  if ('wrong' in mapping || 'wrong' in body || Object.keys(wrong).length > 0) return { wrong };
  const sample = sampleBody === stored.sampleBody ? undefined : { sampleBody: body.value };
  return { input: { enabled, baseUrl: url || null, parameters: mapping.parameters, ...sample } };
}

function readParameters(
  text: string,
): { readonly parameters: Readonly<Record<string, string>> } | { readonly wrong: string } {
  const parameters = new Map<string, string>();
  const lines = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [before = '', ...rest] = line.split('=');
    const [name, reference] = [before.trim(), rest.join('=').trim()];
    if (name === '' || reference === '') {
      return { wrong: `Line ${index + 1} should say a name, = and where it is: tables = job/tables.` };
    }
    const first = lines.get(name);
    if (first !== undefined) {
      return {
        wrong: `Line ${index + 1} names ${name} again, as line ${first} does: one place for each name.`,
      };
    }
    lines.set(name, index + 1);
    parameters.set(name, reference);
  }
  return { parameters: Object.fromEntries(parameters) };
}
