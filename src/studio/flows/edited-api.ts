import type { ShownFlowApi } from '../../api/answers.ts';
import { type Answer, type Api, ApiError } from '../api/api.ts';
import type { FieldWords } from '../unsaved/conflict.ts';
import { changesBetween, type FieldChanges, type Fields, withChanges } from '../unsaved/fields.ts';
import type { KeptDraft } from '../unsaved/unsaved-changes.ts';
import { readSampleJson } from './sample-json.ts';

/** The configuration of a flow's API while it is edited. */
export class EditedApi {
  values: ApiValues;
  readonly #ownUrl: string;
  #base: ApiValues;
  #version: number;

  /** `stored` is `null` if the API has no configuration; `ownUrl` is shown if no base URL was set. */
  constructor(stored: ShownFlowApi | null, ownUrl: string) {
    this.#ownUrl = ownUrl;
    this.#base = this.valuesOf(stored);
    this.values = this.#base;
    this.#version = stored?.version ?? 0;
  }

  /** The version that the edit began with; 0 if there was none. */
  get version(): number {
    return this.#version;
  }

  /** The sample body before it was edited. */
  get sample(): string {
    return this.#base.sampleBody;
  }

  get base(): Fields {
    return { ...this.#base };
  }

  get fields(): Fields {
    return { ...this.values };
  }

  get changes(): FieldChanges {
    return changesBetween(this.base, this.fields);
  }

  get isModified(): boolean {
    return this.changes.length > 0;
  }

  valuesOf(stored: ShownFlowApi | null): ApiValues {
    return valuesOf(stored, this.#ownUrl);
  }

  /** Continues from a newer stored version with these values, which are not saved yet. */
  take(stored: ShownFlowApi | null, fields: Fields): void {
    this.#base = this.valuesOf(stored);
    this.#version = stored?.version ?? 0;
    this.values = { ...this.#base, ...fields };
  }

  /**
   * Settings that were not changed here keep the values that others have saved since; saving finds conflicts in the
   * others.
   */
  restore({ changes, version }: KeptDraft): void {
    this.values = { ...this.#base, ...withChanges(this.fields, changes) };
    // If the configuration was deleted, no conflict is possible; of several drafts, the earliest version counts.
    this.#version = Math.min(this.#version, version);
  }

  /** Call it after `sent` was stored; edits since then are still unsaved. */
  saved(sent: ApiValues, stored: ShownFlowApi): void {
    const written = changesBetween({ ...sent }, this.fields);
    this.take(stored, withChanges({ ...this.valuesOf(stored) }, written));
  }
}

export const apiWords: FieldWords = {
  labels: {
    enabled: 'The API may start this flow',
    baseUrl: 'Base URL',
    parameters: 'Parameters',
    sampleBody: 'Sample body',
  },
  show: (field, value) => {
    if (field === 'enabled') return value === true ? 'Yes' : 'No';
    if (value === '') return field === 'baseUrl' ? 'The address of this server' : 'None';
    return String(value);
  },
};

/** The configuration of a flow's API as text in fields. */
export interface ApiValues {
  readonly enabled: boolean;
  readonly baseUrl: string;
  /** One per line: `tables = job/tables`. */
  readonly parameters: string;
  readonly sampleBody: string;
}

/** The body of a PUT. */
export interface ApiInput {
  readonly enabled: boolean;
  readonly baseUrl: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  /** Absent if it stays the same, or follows the parameters. */
  readonly sampleBody?: unknown;
}

type Wrong = Partial<Record<keyof ApiValues, string>>;

/** `ownUrl` is shown if no base URL was set. */
function valuesOf(api: ShownFlowApi | null, ownUrl: string): ApiValues {
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

/** The request body for the fields, or their mistakes; `stored` has the values before the edit. */
export function inputOf(
  { enabled, baseUrl, parameters, sampleBody }: ApiValues,
  stored: Pick<ApiValues, 'sampleBody'>,
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

/** The mapping that is written in lines, or what is wrong with them. */
export function readParameters(
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

/** The configuration of a flow's API; `null` if there is none. */
export async function findApi(
  api: Api,
  path: string,
  signal?: AbortSignal,
): Promise<Answer<ShownFlowApi> | null> {
  try {
    return await api.send<ShownFlowApi>('GET', path, signal ? { signal } : {});
  } catch (error) {
    if (error instanceof ApiError && error.code === 'no-api-configuration') return null;
    throw error;
  }
}
