import type { FlowApi } from '../api/answers.ts';
import type { Answer, Api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

/** The configuration of a flow's API; `null` where it is not set up. */
export async function findApi(api: Api, path: string, signal?: AbortSignal): Promise<Answer<FlowApi> | null> {
  try {
    return await api.send<FlowApi>('GET', path, signal ? { signal } : {});
  } catch (error) {
    if (error instanceof ApiError && error.code === 'no-api-configuration') return null;
    throw error;
  }
}
