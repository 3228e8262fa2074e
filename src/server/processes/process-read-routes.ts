import * as v from 'valibot';
import { type ListedProcess, processDetailsSchema, processPage } from '../../api/answers.ts';
import { pageQuery, plainText } from '../../api/field-schemas.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { DatabaseStore } from '../../workflow/database/database-store.ts';
import { type StoredProcess, searchedStatuses } from '../../workflow/database/find-processes.ts';
import type { WorkflowService } from '../../workflow/workflow-service.ts';
import type { FlowDirectory } from '../flows/flow-routes.ts';
import { viewMessage } from '../message-routes.ts';
import { formatStatus } from './workflow-routes.ts';

export interface ProcessReadRoutesOptions {
  readonly store: DatabaseStore;
  readonly service: WorkflowService;
  readonly outbox: Outbox;
  readonly directory: FlowDirectory;
  /** The number of attempts after which a message is given up. */
  readonly maxAttempts: number;
}

/** Routes that read processes, as pages show them; `workflow-routes.ts` runs and interrupts them. */
export function processReadRoutes(options: ProcessReadRoutesOptions): readonly Route[] {
  return [listProcesses, getProcess].map(route => route(options));
}

const listProcesses = ({ store }: ProcessReadRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/processes',
    operationId: 'listProcesses',
    summary: 'List processes, the newest first',
    role: 'viewer',
    query: v.strictObject({
      ...pageQuery,
      status: v.optional(v.picklist(searchedStatuses)),
      projectId: v.optional(plainText),
      taskId: v.optional(plainText),
    }),
    answers: { 200: { description: 'A page of processes.', schema: processPage } },
    handle: async ({ query }) => {
      const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      const { processes, next } = await store.processes(given);
      return { status: 200, body: { items: processes.map(viewProcess), ...(next && { next }) } };
    },
  });

const getProcess = ({ store, service, outbox, directory, maxAttempts }: ProcessReadRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/processes/{pid}',
    operationId: 'getProcess',
    summary: 'Read a process with its events and their messages',
    role: 'viewer',
    params: v.strictObject({ pid: plainText }),
    answers: { 200: { description: 'The process.', schema: processDetailsSchema } },
    problems: { 404: 'No process with this pid.' },
    handle: async ({ params: { pid } }) => {
      const record = await service.status(pid);
      const events = (await store.events(pid)).map(
        async ({ number, event, raisedAt, messages: ids = [] }) => {
          const found = await Promise.all(ids.map(id => outbox.message(id)));
          const messages = found.flatMap(message => (message ? [viewMessage(message, maxAttempts)] : []));
          return { number, event, raisedAt: raisedAt.toISOString(), messages };
        },
      );
      const profile = directory.find(record)?.task.profile;
      const known = { ...formatStatus(record), ...(profile !== undefined && { profile }) };
      const createdAt = record.createdAt.toISOString();
      return { status: 200, body: { ...known, createdAt, events: await Promise.all(events) } };
    },
  });

function viewProcess(stored: StoredProcess): ListedProcess {
  const { profile, owner, createdAt } = stored;
  return { ...formatStatus(stored), profile, instance: owner, createdAt: createdAt.toISOString() };
}
