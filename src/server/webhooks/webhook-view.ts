import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import { type Caller, includesRole } from '../access/role.ts';
import { asJson } from '../routes/as-json.ts';
import type { FieldProblem } from '../routes/read-request.ts';
import { type Catalogue, warningsOf } from './check-webhook.ts';
import type { StoredVersion, StoredWebhook } from './store/webhook-vault.ts';
import type { ConfigView, DiagnosticView, VersionView, WebhookView } from './webhook-schemas.ts';
import { isSecretHeader, originOf, type WebhookSettings } from './webhook-settings.ts';

const set = { set: true } as const;

/** A webhook as someone may see it: of a URL, the headers and the payload, who may not edit it sees the host alone. */
export function viewWebhook(stored: StoredWebhook, caller: Caller, catalogue: Catalogue): WebhookView {
  const { id, profile, settings, version, createdAt, updatedAt, updatedBy } = stored;
  const { method, url, events } = settings.config;
  const view: WebhookView = {
    id,
    profile,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    updatedBy,
    method,
    host: URL.parse(originOf(url) ?? '')?.host ?? '',
    events: Object.keys(events).filter(name => events[name] === true),
    ...(settings.signingSecret !== undefined && { signingSecret: set }),
  };
  if (!includesRole(caller.role, 'editor')) return view;
  const diagnostics = warningsOf(settings, catalogue).map(viewDiagnostic);
  return { ...view, config: viewConfig(settings), diagnostics };
}

/** The configuration with `{ "set": true }` for each secret. */
function viewConfig(settings: WebhookSettings): ConfigView {
  const { authentication, headers, events, ...rest } = settings.config;
  return {
    ...rest,
    events: Object.fromEntries(Object.entries(events).map(([name, on]) => [name, on === true])),
    ...(authentication && { authentication: { username: authentication.username, password: set } }),
    ...(headers && {
      headers: headers.map(({ name, value }) =>
        isSecretHeader(settings, name) ? { name, value: set, secret: true as const } : { name, value },
      ),
    }),
  };
}

/** A version, without the headers that are secret in any version: what was marked later was a secret before. */
export function viewVersion(
  stored: StoredVersion,
  caller: Caller,
  secretHeaders: readonly string[],
): VersionView {
  const { version, change, fields, settings, changedAt, changedBy } = stored;
  return {
    version,
    change,
    fields: [...fields],
    changedAt: changedAt.toISOString(),
    changedBy,
    ...(!settings && { unreadable: true as const }),
    ...(settings &&
      includesRole(caller.role, 'editor') && {
        config: viewConfig({ ...settings, secretHeaders }),
      }),
  };
}

export function viewDiagnostic(diagnostic: FieldProblem | WebhookDiagnostic): DiagnosticView {
  return asJson(diagnostic);
}
