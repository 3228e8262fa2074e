import type { FlowApi } from '../api/answers.ts';
import type { FieldWords } from '../unsaved/conflict-view.ts';
import { changesBetween, type FieldChanges, type Fields, withChanges } from '../unsaved/fields.ts';
import type { KeptDraft } from '../unsaved/kept-drafts.ts';
import { type ApiDraft, draftOf } from './api-draft.ts';

/** The configuration of a flow's API while somebody edits it. */
export class EditedApi {
  draft: ApiDraft;
  readonly #ownUrl: string;
  #base: ApiDraft;
  #version: number;

  /** `null` where it is not set up; `ownUrl` is what is shown where no base URL was set. */
  constructor(stored: FlowApi | null, ownUrl: string) {
    this.#ownUrl = ownUrl;
    this.#base = this.draftOf(stored);
    this.draft = this.#base;
    this.#version = stored?.version ?? 0;
  }

  /** The version that it began with; 0 where it was not set up. */
  get version(): number {
    return this.#version;
  }

  /** What the sample body was, to tell whether somebody has changed it. */
  get sample(): string {
    return this.#base.sampleBody;
  }

  get base(): Fields {
    return { ...this.#base };
  }

  get fields(): Fields {
    return { ...this.draft };
  }

  get changes(): FieldChanges {
    return changesBetween(this.base, this.fields);
  }

  get isModified(): boolean {
    return this.changes.length > 0;
  }

  draftOf(stored: FlowApi | null): ApiDraft {
    return draftOf(stored, this.#ownUrl);
  }

  /** Goes on from what is stored by now with other words in the fields, which are still to be saved. */
  take(stored: FlowApi | null, fields: Fields): void {
    this.#base = this.draftOf(stored);
    this.#version = stored?.version ?? 0;
    this.draft = { ...this.#base, ...fields };
  }

  /** What others did since stays where it was not changed here; saving finds out what they did elsewhere. */
  restore({ changes, version }: KeptDraft): void {
    this.draft = { ...this.#base, ...withChanges(this.fields, changes) };
    // Where it is not set up any more, there is nothing to find out; of several drafts the earliest counts.
    this.#version = Math.min(this.#version, version);
  }

  /** What was sent is stored; what was written since is still to be saved. */
  saved(sent: ApiDraft, stored: FlowApi): void {
    const written = changesBetween({ ...sent }, this.fields);
    this.take(stored, withChanges({ ...this.draftOf(stored) }, written));
  }
}

export const apiWords: FieldWords = {
  labels: {
    enabled: 'The API may start this task',
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
