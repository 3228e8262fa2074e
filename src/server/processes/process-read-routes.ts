import * as v from 'valibot';
import {
  type ListedProcess,
  listedProcessSchema,
  processDetailsSchema,
  processPage,
} from '../../api/answers.ts';
import { asAnswer } from '../../api/as-answer.ts';
import { pageQuery, plainText } from '../../api/field-schemas.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import { type StoredProcess, searchedStatuses } from '../../workflow/database/find-processes.ts';
import type { RouteContext } from '../route-context.ts';
import { formatStatus } from './workflow-routes.ts';

/** Routes that read processes, as pages show them; `workflow-routes.ts` runs and interrupts them. */
export function processReadRoutes(options: RouteContext): readonly Route[] {
  return [listProcesses, getProcess].map(route => route(options));
}

const listProcesses = ({ processes }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/processes',
    operationId: 'listProcesses',
    summary: 'List processes, the newest first',
    role: 'viewer',
    about: 'server',
    query: v.strictObject({
      ...pageQuery,
      status: v.optional(v.picklist(searchedStatuses)),
      projectId: v.optional(plainText),
      taskId: v.optional(plainText),
    }),
    answers: { 200: { description: 'A page of processes.', schema: processPage } },
    handle: async ({ query }) => {
      const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      const { processes: items, next } = await processes.processes(given);
      return { status: 200, body: { items: items.map(viewProcess), ...(next && { next }) } };
    },
  });

const getProcess = ({ processes, service, reach, directory, maxAttempts }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/processes/{pid}',
    operationId: 'getProcess',
    summary: 'Read a process with its events and their messages',
    role: 'viewer',
    about: 'server',
    params: v.strictObject({ pid: plainText }),
    answers: { 200: { description: 'The process.', schema: processDetailsSchema } },
    problems: { 404: 'No process with this pid.' },
    handle: async ({ params: { pid } }) => {
      const record = await service.status(pid);
      const events = (await processes.events(pid)).map(async ({ messages: ids = [], ...event }) => {
        const found = await Promise.all(ids.map(id => reach({}).outbox.message(id)));
        return {
          ...event,
          messages: found.flatMap(message => (message ? [{ ...message, maxAttempts }] : [])),
        };
      });
      const profile = directory.find(record)?.task.profile;
      const known = { ...record, ...formatStatus(record), profile };
      return {
        status: 200,
        body: asAnswer(processDetailsSchema, { ...known, events: await Promise.all(events) }),
      };
    },
  });

function viewProcess(stored: StoredProcess): ListedProcess {
  return asAnswer(listedProcessSchema, { ...stored, ...formatStatus(stored), instance: stored.owner });
}
