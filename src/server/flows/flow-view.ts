import * as v from 'valibot';
import { formatCurl } from '../../webhook/preview/curl.ts';
import { timestamp } from '../routes/page.ts';
import type { Flow } from './flow-directory.ts';
import type { FlowId, StoredFlowApi } from './flow-vault.ts';

export const apiSchema = v.object({
  projectId: v.string(),
  taskId: v.string(),
  profile: v.string(),
  baseUrl: v.pipe(v.string(), v.description('As it was set; else the address of this server.')),
  enabled: v.boolean(),
  parameters: v.record(v.string(), v.string()),
  sampleBody: v.optional(
    v.pipe(v.unknown(), v.description('What a test runs with; not for viewers, who may start nothing.')),
  ),
  endpoints: v.array(
    v.object({
      method: v.picklist(['GET', 'POST']),
      path: v.pipe(v.string(), v.description('To be appended to the base URL.')),
      curl: v.string(),
    }),
  ),
  version: v.number(),
  updatedAt: timestamp,
  updatedBy: v.string(),
});

/** The path of a flow's endpoint, without the query. */
export function runPath({ projectId, taskId }: FlowId): string {
  return `/project/${encodeURIComponent(projectId)}/task/${encodeURIComponent(taskId)}/run`;
}

export interface Reader {
  /** The address of the workflow API, as they see it. */
  readonly apiUrl: string;
  /** Who a command says that it comes from, where that is by a name and a password. */
  readonly user: string | undefined;
  /** What a task runs with may hold secrets, and is for those who may start it. */
  readonly seesSample: boolean;
}

/** The configuration of a flow as it is shown, with the endpoints and commands that use them. */
export function viewApi(
  stored: StoredFlowApi,
  { task }: Flow,
  { apiUrl, user, seesSample }: Reader,
): v.InferInput<typeof apiSchema> {
  const { projectId, taskId, enabled, parameters, version, updatedAt, updatedBy } = stored;
  const sample = seesSample ? { sampleBody: stored.openSampleBody() } : undefined;
  const baseUrl = (stored.baseUrl ?? apiUrl).replace(/\/+$/, '');
  const json = { headers: [['content-type', 'application/json']] } as const;
  const posted = sample ? { ...json, body: JSON.stringify(sample.sampleBody) } : json;
  const endpoint = (method: 'GET' | 'POST', path: string) => {
    const sent = method === 'POST' ? posted : { headers: [] };
    return { method, path, curl: formatCurl({ method, url: baseUrl + path, ...sent }, user) };
  };
  const ids = [projectId, taskId].map(encodeURIComponent);
  return {
    ...{ projectId, taskId, profile: task.profile, baseUrl, enabled, parameters, ...sample },
    endpoints: [
      endpoint('POST', `${runPath(stored)}?trigger=API`),
      endpoint('POST', `/projects/${ids[0]}/tasks/${ids[1]}/run?trigger=API`),
      endpoint('GET', '/status/{pid}'),
      endpoint('GET', '/interrupt/{pid}'),
    ],
    version,
    updatedAt: updatedAt.toISOString(),
    updatedBy,
  };
}
