import { html, type TemplateResult } from 'lit';
import { Screen } from '../frame/screen.ts';

/** What there is, and what there is to do. */
export class StartScreen extends Screen {
  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Overview</h1>`;
  }
}
