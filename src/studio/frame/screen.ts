import { LitElement } from 'lit';
import type { Address } from './address.ts';
import type { Studio } from './studio.ts';

/** What stands in the place of the page: an element without a shadow, as all screens look the same. */
export abstract class Screen extends LitElement {
  static override readonly properties = {
    studio: { attribute: false },
    address: { attribute: false },
    params: { attribute: false },
  };

  declare studio: Studio;
  declare address: Address;
  /** What its path names. */
  declare params: Readonly<Record<string, string>>;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** What its path names so. */
  protected param(name: string): string {
    return this.params[name] ?? '';
  }

  /** A value of the query of its address; one that is empty says nothing. */
  protected asked(name: string): string | undefined {
    return this.address.query.get(name) || undefined;
  }
}
