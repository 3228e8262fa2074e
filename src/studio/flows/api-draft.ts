import type { FlowApi } from '../api/answers.ts';

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
  readonly sampleBody: unknown;
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

/** What the fields say, or what is wrong with them. */
export function inputOf({
  enabled,
  baseUrl,
  parameters,
  sampleBody,
}: ApiDraft): { readonly input: ApiInput } | { readonly wrong: Wrong } {
  const mapping = readParameters(parameters);
  const body = readJson(sampleBody);
  const url = baseUrl.trim();
  const wrong: Wrong = {
    ...(url !== '' && !/^https?:\/\/\S+$/.test(url) && { baseUrl: 'Begin it with http:// or https://.' }),
    ...('wrong' in mapping && { parameters: mapping.wrong }),
    ...('wrong' in body && { sampleBody: body.wrong }),
  };
  if ('wrong' in mapping || 'wrong' in body || Object.keys(wrong).length > 0) return { wrong };
  return { input: { enabled, baseUrl: url || null, parameters: mapping.parameters, sampleBody: body.value } };
}

function readParameters(
  text: string,
): { readonly parameters: Readonly<Record<string, string>> } | { readonly wrong: string } {
  const parameters = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [name = '', ...rest] = line.split('=');
    const reference = rest.join('=').trim();
    if (name.trim() === '' || reference === '') {
      return { wrong: `Line ${index + 1} should say a name, = and where it is: tables = job/tables.` };
    }
    parameters.set(name.trim(), reference);
  }
  return { parameters: Object.fromEntries(parameters) };
}

function readJson(text: string): { readonly value: unknown } | { readonly wrong: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return {
      wrong: 'This is not JSON yet: names and texts stand in double quotes, without a comma after the last.',
    };
  }
}
