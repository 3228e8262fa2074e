import { html, type TemplateResult } from 'lit';
import type { ShownMessageDetails } from '../../api/answers.ts';
import { Screen } from '../frame/screen.ts';
import { headingOf } from './delivery-words.ts';

/** One delivery on a page of its own, for links from elsewhere. */
export class DeliveryScreen extends Screen {
  #heading = 'Delivery';

  protected override render(): TemplateResult {
    const onFound = ({ detail }: CustomEvent<ShownMessageDetails>): void => {
      if (this.#heading === headingOf(detail)) return;
      this.#heading = headingOf(detail);
      this.requestUpdate();
    };
    return html`<p class="crumbs"><a href="deliveries">Deliveries</a></p>
      <h1 tabindex="-1">${this.#heading}</h1>
      <delivery-view .studio=${this.studio} .delivery=${this.param('id')} @found=${onFound}></delivery-view>`;
  }
}
