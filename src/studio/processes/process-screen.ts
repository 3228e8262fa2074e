import { html, type TemplateResult } from 'lit';
import { Screen } from '../frame/screen.ts';
import { shortPid } from './process-table.ts';

/** One process: how far it is, what it raised, and how to stop it. */
export class ProcessScreen extends Screen {
  protected override render(): TemplateResult {
    const pid = this.param('pid');
    return html`<p class="crumbs"><a href="processes">Processes</a></p>
      <h1 tabindex="-1">Process ${shortPid(pid)}</h1>
      <process-view .studio=${this.studio} .pid=${pid}></process-view>`;
  }
}
