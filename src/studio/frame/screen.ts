import { LitElement, type ReactiveController } from 'lit';
import type { Session } from '../../api/answers.ts';
import type { Role } from '../../api/role.ts';
import type { Api } from '../api/api.ts';
import type { ChangeStream } from '../api/change-stream.ts';
import type { Address, Router } from './router.ts';

/** The services that every screen is given. */
export interface Studio {
  readonly api: Api;
  readonly changes: ChangeStream;
  readonly router: Router;
  readonly session: Session;
  /** Announces something politely to those who do not see the page. */
  readonly announce: (text: string) => void;
}

const roles: readonly Role[] = ['viewer', 'operator', 'editor'];

/** Whether the person who is logged in has at least this role. */
export function may({ session }: Studio, needs: Role): boolean {
  return roles.indexOf(session.role) >= roles.indexOf(needs);
}

/** Tells why the role of the person is not enough; undefined if it is. */
export function reasonAgainst(studio: Studio, needs: Role): string | undefined {
  return may(studio, needs) ? undefined : `This needs the role ${needs}; yours is ${studio.session.role}.`;
}

/** The page of an address: an element without a shadow, as all screens look the same. */
export abstract class Screen extends LitElement {
  static override readonly properties = {
    studio: { attribute: false },
    address: { attribute: false },
    params: { attribute: false },
  };

  declare studio: Studio;
  declare address: Address;
  /** The parameters of its path. */
  declare params: Readonly<Record<string, string>>;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected param(name: string): string {
    return this.params[name] ?? '';
  }

  /** A value of the query of its address; undefined where it is empty. */
  protected asked(name: string): string | undefined {
    return this.address.query.get(name) || undefined;
  }
}

/** Leads the focus to another place when an update has removed the element that had it: at the top of a page, people would be lost. */
export class KeptFocus implements ReactiveController {
  readonly #host: LitElement;
  readonly #next: () => HTMLElement | null | undefined;
  #wasHere = false;

  /** `next` finds the place, once the host was updated. */
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

/** Makes `Mod-S` save the edits of a page instead of its source, wherever the focus is. */
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

  /** The editor of a webhook takes the key itself; under an open question, nothing is saved. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || key.toLowerCase() !== 's' || ctrlKey === metaKey || altKey || shiftKey) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) this.#save();
  };
}
