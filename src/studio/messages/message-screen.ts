import { css, html, type TemplateResult } from 'lit';
import type { ShownMessageDetails } from '../../api/answers.ts';
import { Screen } from '../frame/screen.ts';
import { headingOf } from './message-words.ts';

/** One message on a page of its own, for links from elsewhere. */
export class MessageScreen extends Screen {
  #heading = 'Message';

  protected override render(): TemplateResult {
    const onFound = ({ detail }: CustomEvent<ShownMessageDetails>): void => {
      if (this.#heading === headingOf(detail)) return;
      this.#heading = headingOf(detail);
      this.requestUpdate();
    };
    return html`<p class="crumbs"><a href="messages">Messages</a></p>
      <h1 tabindex="-1">${this.#heading}</h1>
      <message-view .studio=${this.studio} .message=${this.param('id')} @found=${onFound}></message-view>`;
  }
}

export const messageStyles = css`
  @media (width < 480px) {
    /* The event and the name of a message take two lines, and what is below does not move when they come. */
    message-screen > h1 {
      min-height: 56px;
    }
  }
`;
