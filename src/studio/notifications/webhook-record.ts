import type { EditedContent, TestAnswer } from '../../editor/index.ts';
import type { Answer, Api } from '../api/api.ts';
import { apiErrorOf } from '../api/api-error.ts';
import { pathOf } from '../frame/address.ts';
import { contentOf, type PanelSubject, type StoredWebhook, tagOf } from './stored-webhook.ts';

/** A webhook as the server has it, and the version that what is edited began with. */
export class WebhookRecord {
  /** Undefined until it was saved once. */
  stored: StoredWebhook | undefined;
  readonly #api: Api;
  readonly #initial: EditedContent;
  #version: number;

  constructor(api: Api, { stored, initial }: PanelSubject) {
    this.#api = api;
    this.#initial = initial;
    this.stored = stored;
    this.#version = stored?.version ?? 0;
  }

  /** What is stored, or what a new one begins with. */
  get content(): EditedContent {
    return this.stored ? contentOf(this.stored) : this.#initial;
  }

  /** 0 for one that is new. */
  get version(): number {
    return this.#version;
  }

  /** Part of what is edited began with another version than the one that is there: the earliest counts. */
  beginWith(version: number): void {
    this.#version = Math.min(this.#version, version);
  }

  /** @throws {ApiError} 412 where somebody has saved it since, 422 with diagnostics. */
  async save(content: EditedContent): Promise<void> {
    const { body } = await (this.stored ? this.#put(content, this.#version) : this.#post(content));
    this.take(body);
  }

  async #post(body: EditedContent): Promise<Answer<StoredWebhook>> {
    try {
      return await this.#api.send<StoredWebhook>('POST', 'api/webhooks', { body });
    } catch (error) {
      if (apiErrorOf(error).code !== 'id-taken') throw error;
      // Nobody else has this id: it was saved before, and the answer was lost.
      return this.#put(body, 1);
    }
  }

  #put(body: EditedContent, version: number): Promise<Answer<StoredWebhook>> {
    return this.#api.send<StoredWebhook>('PUT', this.#path, { body, ifMatch: tagOf({ version }) });
  }

  /** As it is on the server now. */
  async current(): Promise<StoredWebhook> {
    return (await this.#api.send<StoredWebhook>('GET', this.#path)).body;
  }

  take(stored: StoredWebhook): void {
    this.stored = stored;
    this.#version = stored.version;
  }

  /** Sends one event of what is edited, with the secrets that are stored. */
  async test(content: EditedContent, event: string): Promise<TestAnswer> {
    const body = { ...content, event, ...(this.stored && { id: this.stored.id }) };
    return (await this.#api.send<TestAnswer>('POST', 'api/webhooks/test', { body })).body;
  }

  /** Of the version that is edited, or of another one that was seen. */
  async remove(version = this.#version): Promise<void> {
    if (this.stored) await this.#api.send('DELETE', this.#path, { ifMatch: tagOf({ version }) });
  }

  get #path(): string {
    const { id } = this.#initial.config;
    return pathOf('api', 'webhooks', this.stored?.id ?? String(id));
  }
}
