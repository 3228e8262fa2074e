import { Problem } from '../api/problem.ts';
import type { SourceRange } from '../diagnostics/diagnostic.ts';
import { SourceLines } from '../diagnostics/frame/source-lines.ts';
import { textAt } from '../diagnostics/frame/text-at.ts';
import { aListOf, type Check, expected, InvalidArgument, objectWith } from '../options/define-options.ts';
import type { WebhookConfig } from '../webhook/config/settings.ts';
import { assertStorable, type CheckRules, checkedSettings } from './webhooks/given-webhook.ts';
import type { WebhookSettings } from './webhooks/webhook-settings.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';

/** The settings of a webhook of any catalogue; those of one profile need not name it. */
export interface WebhookToSave extends Omit<WebhookConfig, 'id' | 'profile' | 'events' | 'headers'> {
  readonly profile?: string | undefined;
  /** Those of its catalogue that are `true` are sent. */
  readonly events: Readonly<Record<string, boolean | undefined>>;
  /** The value of a `secret` header is never shown. */
  readonly headers?:
    | readonly { readonly name: string; readonly value: string; readonly secret?: boolean | undefined }[]
    | undefined;
}

/** An initial webhook of a profile, with an `id` and a `profile`. */
export interface WebhookSeed extends WebhookToSave {
  /** Unique among the seeds of a server. */
  readonly id: string;
  /** The profile whose events it reports. */
  readonly profile: string;
  /** `whsec_` and base64; signs the requests. */
  readonly signingSecret?: string | undefined;
}

/** A seed that was checked. */
export interface ReadSeed {
  readonly id: string;
  readonly settings: WebhookSettings;
}

const readList: Check<readonly WebhookSeed[]> = aListOf(objectWith<WebhookSeed>());

/**
 * Checks webhooks like those that users save.
 *
 * @throws {InvalidArgument} naming the first field that is wrong.
 */
export function readSeeds(
  seeds: unknown,
  name: string,
  { now, ...rules }: CheckRules & { readonly now: number },
): readonly ReadSeed[] {
  const ids = new Set<string>();
  const names = new Set<string>();
  return readList(seeds, name).map(({ signingSecret, ...config }, index) => {
    const at = `${name}[${index}]`;
    const { id, profile, name: called } = config;
    if (typeof id !== 'string' || ids.has(id)) throw expected(`${at}.id`, 'an id that no other webhook has');
    if (typeof profile !== 'string') throw expected(`${at}.profile`, 'the name of its profile');
    if (called !== undefined && names.has(`${profile}\0${called}`)) {
      throw expected(`${at}.name`, 'a name that no other webhook of the profile has');
    }
    ids.add(id);
    names.add(`${profile}\0${called}`);
    try {
      const { settings } = checkedSettings({ config, signingSecret }, { ...rules, stored: undefined, now });
      assertStorable(settings);
      return { id, settings };
    } catch (error) {
      throw error instanceof Problem ? mistakeIn(config, error, at) : error;
    }
  });
}

/** The first error of a webhook, with its line and column if it has a place in a text. */
function mistakeIn(config: object, { message, extensions }: Problem, at: string): InvalidArgument {
  const first = extensions.diagnostics?.find(({ severity = 'error' }) => severity === 'error');
  if (!first) return new InvalidArgument(`${at}.${message}`);
  const position = positionIn(textAt(config, first.field), first.range);
  return new InvalidArgument(`${at}.${first.field}${position}: ${first.message}`);
}

/** `:2:14`; empty where there is no place, or the whole text is meant. */
function positionIn(text: string, { start, end }: SourceRange = { start: 0, end: 0 }): string {
  const isPart = end > 0 && end <= text.length && end - start < text.length;
  if (!isPart) return '';
  const lines = new SourceLines(text);
  const line = lines.lineAt(start);
  return `:${line + 1}:${start - lines.rangeOf(line).start + 1}`;
}

/**
 * Stores the webhooks that were never there. Changed and deleted ones are left alone. One whose name somebody has given
 * to another webhook meanwhile is stored without a name.
 */
export async function seedWebhooks(
  { create }: Pick<WebhookStore, 'create'>,
  seeds: readonly ReadSeed[],
): Promise<void> {
  for (const { id, settings } of seeds) {
    const { name, ...unnamed } = settings.config;
    await create(id, { settings }, 'configuration')
      .catch((error: unknown) => {
        if (name === undefined || !isNameTaken(error)) throw error;
        return create(id, { settings: { ...settings, config: unnamed } }, 'configuration');
      })
      .catch((error: unknown) => {
        if (!(error instanceof Problem && error.code === 'id-taken')) throw error;
      });
  }
}

function isNameTaken(error: unknown): boolean {
  const { diagnostics = [] } = error instanceof Problem ? error.extensions : {};
  return diagnostics.some(({ code }) => code === 'name-taken');
}
