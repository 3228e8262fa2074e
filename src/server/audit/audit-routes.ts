import * as v from 'valibot';
import { auditEntrySchema, auditPage } from '../../api/answers.ts';
import { asAnswer } from '../../api/as-answer.ts';
import { pageQuery, plainText, timeQuery } from '../../api/field-schemas.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import { maxPageSize } from '../../database/keyset-page.ts';
import type { RouteContext } from '../route-context.ts';
import type { AuditQuery, StoredEntry } from './audit-log.ts';

type Shown = (entry: StoredEntry) => v.InferInput<typeof auditEntrySchema>;

/** Routes to read what was done by way of the others. */
export function auditRoutes(context: RouteContext, others: readonly Route[]): readonly Route[] {
  const actions = new Map<string, string>([
    ...Object.entries(actsInCode),
    ...others.map(({ operationId, summary }) => [operationId, actionIn(summary)] as const),
  ]);
  const shown: Shown = entry =>
    asAnswer(auditEntrySchema, { ...entry, action: actions.get(entry.operation) ?? entry.operation });
  return [listAuditLog(context, shown), exportAuditLog(context, shown)];
}

/** What is done in code alone. */
const actsInCode = {
  createPortalLink: 'Make a link to a portal',
  revokePortalLinks: 'Revoke the links to a portal',
  eraseProfile: 'Erase a profile',
} as const;
export type ActInCode = keyof typeof actsInCode;

/** `Resend a message` for `Resend a message, under the same id`. */
function actionIn(summary: string): string {
  return summary.replace(/[,:;].*$/s, '');
}

const filters = {
  by: v.optional(v.pipe(plainText, v.description('Only what this caller did.'))),
  profile: v.optional(v.pipe(plainText, v.description('Only what was done to things of this profile.'))),
  subjectId: v.optional(v.pipe(plainText, v.description('Only what was done to the thing with this id.'))),
  since: v.optional(timeQuery),
  until: v.optional(timeQuery),
};

const listAuditLog = ({ audit }: RouteContext, shown: Shown): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/audit-log',
    operationId: 'listAuditLog',
    summary: 'List what people and programs have done, the newest first',
    role: 'operator',
    about: 'server',
    query: v.strictObject({ ...filters, ...pageQuery }),
    answers: { 200: { description: 'A page of entries.', schema: auditPage } },
    handle: async ({ query }) => {
      const { items, next } = await audit.page(query);
      const { retentionDays } = audit;
      return { status: 200, body: { items: items.map(shown), ...(next && { next }), retentionDays } };
    },
  });

const exportAuditLog = ({ audit }: RouteContext, shown: Shown): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/audit-log/export',
    operationId: 'exportAuditLog',
    summary: 'Download what people and programs have done, the newest first',
    role: 'operator',
    about: 'server',
    query: v.strictObject(filters),
    answers: {
      200: {
        description: 'The entries as `listAuditLog` shows them, as JSON: one in each line.',
        mediaType: 'application/x-ndjson',
        schema: auditEntrySchema,
      },
    },
    handle: async ({ query }) => {
      const headers = {
        'content-type': 'application/x-ndjson',
        'content-disposition': 'attachment; filename="audit-log.jsonl"',
        'cache-control': 'no-store',
      };
      return new Response(linesOf(query, audit, shown), { headers });
    },
  });

/** A page at a time, as fast as they are read. */
function linesOf(
  query: AuditQuery,
  { page }: RouteContext['audit'],
  shown: Shown,
): ReadableStream<Uint8Array> {
  let cursor: string | undefined;
  return new ReadableStream({
    pull: async controller => {
      const { items, next } = await page({ ...query, cursor, limit: maxPageSize });
      controller.enqueue(Buffer.from(items.map(entry => `${JSON.stringify(shown(entry))}\n`).join('')));
      if (next === undefined) controller.close();
      cursor = next;
    },
  });
}
