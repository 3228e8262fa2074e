import { LitElement, type ReactiveController } from 'lit';
import type { Session } from '../../api/answers.ts';
import type { Role } from '../../api/role.ts';
import type { Api } from '../api/api.ts';
import type { ChangeStream } from '../api/change-stream.ts';
import type { Address, Router } from './router.ts';

/** The services for all screens. */
export interface Studio {
  readonly api: Api;
  readonly changes: ChangeStream;
  readonly router: Router;
  readonly session: Session;
  /** Announces something politely to screen readers. */
  readonly announce: (text: string) => void;
}

/** From the one who may do least; the API's list is code, which pages do not load. */
export const roles: readonly Role[] = ['reporter', 'viewer', 'operator', 'editor'];

/** Whether the logged-in user has at least this role. */
export function may({ session }: Studio, needs: Role): boolean {
  return roles.indexOf(session.role) >= roles.indexOf(needs);
}

/** Whether there are more than some profiles for the user: what belongs to the whole server. */
export function seesAll({ session }: Pick<Studio, 'session'>): boolean {
  return session.profiles === undefined;
}

/** Whether there is a single profile for the user, which need not be named then. */
export function seesOne({ session }: Pick<Studio, 'session'>): boolean {
  return session.profiles?.length === 1;
}

/** The reason why the user's role is not sufficient; undefined if it is. */
export function reasonAgainst(studio: Studio, needs: Role): string | undefined {
  return may(studio, needs) ? undefined : `This needs the role ${needs}; yours is ${studio.session.role}.`;
}

/** The page of an address: an element without a shadow root, so that all screens share their styles. */
export abstract class Screen extends LitElement {
  static override readonly properties = {
    studio: { attribute: false },
    address: { attribute: false },
    params: { attribute: false },
  };

  declare studio: Studio;
  declare address: Address;
  /** The parameters of the path. */
  declare params: Readonly<Record<string, string>>;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected param(name: string): string {
    return this.params[name] ?? '';
  }

  /** A value from the query of the address; undefined if it is empty. */
  protected asked(name: string): string | undefined {
    return this.address.query.get(name) || undefined;
  }
}

/** Moves the focus when an update has removed the focused element: otherwise it would jump to the top of the page. */
export class KeptFocus implements ReactiveController {
  readonly #host: LitElement;
  readonly #next: () => HTMLElement | null | undefined;
  #wasHere = false;

  /** `next` finds the new place, after the host was updated. */
  constructor(host: LitElement, next: () => HTMLElement | null | undefined) {
    this.#host = host;
    this.#next = next;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#wasHere = this.#host.contains(document.activeElement);
  }

  hostUpdated(): void {
    const { activeElement } = document;
    if (this.#wasHere && (activeElement === null || activeElement === document.body)) this.#next()?.focus();
  }
}

/** Makes `Mod-S` save the edits of a page, wherever the focus is. */
export class SaveKey implements ReactiveController {
  readonly #save: () => void;

  constructor(host: LitElement, save: () => void) {
    this.#save = save;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.#onKey);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#onKey);
  }

  /** The editor of a webhook handles the key itself; while a question is open, nothing is saved. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || key.toLowerCase() !== 's' || ctrlKey === metaKey || altKey || shiftKey) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) this.#save();
  };
}
