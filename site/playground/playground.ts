import { type AnyCatalogue, catalogueFromJson, precompileWebhook, type WebhookConfig } from 'hookplate';
import 'hookplate/editor';
import { draftWebhook, receivers } from 'hookplate/receivers';
import { html, nothing, render } from 'lit';
import { choices, exampleOfOwn } from './catalogues.ts';
import { formatState, parseState, type SharedState } from './shared-state.ts';

const own = 'own';

const first: SharedState = {
  catalogue: 'shop',
  config: {
    events: { 'order.placed': true },
    method: 'POST',
    url: 'https://chat.example.com/hooks/42',
    contentType: 'application/json',
    payload: `{
  "text": "$order.customer$ ordered",
  "items": [$for(item in items)$"$item.count$ x $item.name$"$sep$, $endfor$]
}`,
  },
};

/** Draws the playground in an element of the page. Its state is the fragment of the address, and nothing leaves the browser. */
export function startPlayground(root: HTMLElement): { readonly stop: () => void } {
  const editor = document.createElement('webhook-editor');
  let catalogue = first.catalogue;
  let ownJson = exampleOfOwn;
  let events: AnyCatalogue | undefined;
  let mistake: string | undefined;
  let note = '';
  /** The fragment that this page has written itself. */
  let written = '';
  let shared = 0;

  async function open(): Promise<void> {
    const state = location.hash === '' ? first : await parseState(location.hash);
    note = state ? '' : 'This link is damaged: part of it is missing.';
    const { catalogue: chosen, config } = state ?? first;
    const isKnown = choices.has(chosen);
    if (!isKnown) ownJson = chosen;
    takeCatalogue(isKnown ? chosen : own);
    editor.config = config;
    draw();
  }

  function takeCatalogue(name: string): void {
    catalogue = name;
    mistake = undefined;
    try {
      events = name === own ? catalogueFromJson(JSON.parse(ownJson)) : choices.get(name)?.events;
      if (events) editor.events = events;
    } catch (error) {
      mistake = error instanceof Error ? error.message : String(error);
    }
  }

  /** The message that the gallery has for these events. */
  function takeReceiver(id: string): void {
    const receiver = receivers.find(each => each.id === id);
    if (!receiver || !events) return;
    const names = events.names;
    const needsProfile = names.every(name => 'profile' in (events?.events[name]?.variables ?? {}));
    const config = {
      ...draftWebhook(receiver, events),
      events: Object.fromEntries(names.map(name => [name, true])),
      ...(needsProfile && { profile: 'Acme nightly' }),
    };
    editor.restore({ config });
  }

  async function share(): Promise<void> {
    const { config } = editor.contentWithoutSecrets;
    const turn = ++shared;
    const fragment = await formatState({ catalogue: catalogue === own ? ownJson : catalogue, config });
    if (turn !== shared) return;
    written = fragment;
    if (location.hash !== fragment) history.replaceState(history.state, '', fragment);
  }

  async function copyLink(): Promise<void> {
    await share();
    await navigator.clipboard.writeText(location.href);
    note = 'The link is on your clipboard. Secrets are not in it.';
    draw();
  }

  function startOver(): void {
    history.replaceState(history.state, '', location.pathname);
    void open();
  }

  function chooseCatalogue({ target }: Event): void {
    if (!(target instanceof HTMLSelectElement)) return;
    takeCatalogue(target.value);
    takeReceiver('slack');
    draw();
    void share();
  }

  function changeOwn({ target }: Event): void {
    if (!(target instanceof HTMLTextAreaElement)) return;
    ownJson = target.value;
    takeCatalogue(own);
    draw();
    void share();
  }

  function chooseReceiver({ target }: Event): void {
    if (!(target instanceof HTMLSelectElement)) return;
    takeReceiver(target.value);
    target.value = '';
    void share();
  }

  /** What `hookplate compile` writes, or why there is none. */
  function moduleText(): string {
    if (!events) return '';
    try {
      // Refused where it is none.
      const config = editor.content.config as unknown as WebhookConfig<AnyCatalogue>;
      return precompileWebhook(config, { events, receivers }).code;
    } catch {
      return 'Fix the errors first: a template with errors has no module.';
    }
  }

  function draw(): void {
    const page = html`
      <div class="playground-bar">
        <label>Events of
          <select @change=${chooseCatalogue}>
            ${[...choices].map(
              ([name, { title }]) =>
                html`<option value=${name} ?selected=${name === catalogue}>${title}</option>`,
            )}
            <option value=${own} ?selected=${catalogue === own}>Your own, as JSON</option>
          </select>
        </label>
        <label>Start with a message for
          <select @change=${chooseReceiver}>
            <option value="">Choose a receiver</option>
            ${receivers.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
          </select>
        </label>
        <button type="button" @click=${copyLink}>Copy link</button>
        <button type="button" @click=${startOver}>Start over</button>
        <span role="status">${note}</span>
      </div>
      ${
        catalogue === own
          ? html`<label class="playground-own">Events, each with the JSON Schema of its facts
              <textarea rows="12" spellcheck="false" .value=${ownJson} @input=${changeOwn}></textarea>
            </label>
            <p class="playground-mistake" role="alert">${mistake ?? nothing}</p>`
          : nothing
      }
      ${editor}
      <details><summary>Generated module</summary><pre tabindex="0"><code>${moduleText()}</code></pre></details>
    `;
    render(page, root);
  }

  function changed(): void {
    note = '';
    void share();
  }

  function moved(): void {
    if (location.hash !== written) void open();
  }

  editor.addEventListener('config-change', changed);
  editor.addEventListener('check', draw);
  addEventListener('hashchange', moved);
  void open();
  return { stop: () => removeEventListener('hashchange', moved) };
}
