import { html, nothing, type TemplateResult } from 'lit';
import { Trash2 } from 'lucide-static';
import type { Items, NewToken, Token } from '../api/answers.ts';
import type { Role } from '../api/role.ts';
import { pathOf } from './frame/router.ts';
import { KeptFocus, may, roles, Screen } from './frame/screen.ts';
import { Acting, ask, refusal } from './parts/acting.ts';
import { type Column, dataTable } from './parts/data-table.ts';
import { Ticking } from './parts/following.ts';
import { type Field, field, form } from './parts/form.ts';
import { icon } from './parts/icon.ts';
import { empty, Loaded, loaded } from './parts/loaded.ts';
import { profilesLabel } from './parts/profile-label.ts';
import { ago, agoOrNever } from './parts/time.ts';

/** The API tokens of programs. */
class TokensScreen extends Screen {
  readonly #tokens = new Loaded(this, signal => this.studio.api.get<Items<Token>>('api/tokens', { signal }));
  readonly #acting = new Acting(this);
  /** Shown until the page is left; it is not kept anywhere. */
  #made: NewToken | undefined;
  /** The role that is chosen for the next one. */
  #role: Role = usualRole;

  constructor() {
    super();
    new Ticking(this);
    new KeptFocus(this, () => this.querySelector<HTMLElement>('#tokens'));
  }

  protected override firstUpdated(): void {
    if (may(this.studio, 'editor')) void this.#tokens.reload();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">API tokens</h1>
      <p class="lead">Programs call the API with a token in place of a name and a password, as <code class="whole">Authorization: Bearer TOKEN</code>.</p>
      ${may(this.studio, 'editor') ? this.#show() : html`<p class="notice">API tokens are made and revoked by editors; you are ${this.studio.session.role}.</p>`}`;
  }

  #show(): TemplateResult {
    const { problem } = this.#acting;
    return html`${this.#made ? shownOnce(this.#made) : nothing}
      ${refusal(problem)}
      ${this.#form()}
      <section aria-labelledby="tokens">
        <h2 id="tokens" tabindex="-1">Tokens</h2>
        ${loaded(this.#tokens, ({ items }) =>
          items.length === 0
            ? empty('No tokens yet', 'Create one for each program, so that each can be revoked separately.')
            : dataTable(items, {
                name: 'API tokens, the newest first',
                columns: this.#columns(),
                idOf: ({ id }) => id,
              }),
        )}
      </section>`;
  }

  #form(): TemplateResult {
    return form({
      title: 'Create a token',
      fields: [
        {
          label: 'Name',
          name: 'name',
          attributes: { required: '', maxlength: '100', placeholder: 'Scheduler' },
        },
        {
          label: 'Role',
          name: 'role',
          choices: roles.map(role => [role, role] as const),
          initial: usualRole,
          // One of the choices.
          change: role => this.#choose(role as Role),
        },
        { label: 'Valid for', name: 'days', choices: lives, initial: '90' },
      ],
      more: this.#role === 'reporter' ? limitFields() : nothing,
      hint: 'Reporters can only report events. Viewers can look; operators can also report, run, interrupt and resend; editors can do everything.',
      action: 'Create token',
      isRow: true,
      isBusy: this.#acting.doing !== undefined,
      submit: (text, form) => void this.#make(text, form),
    });
  }

  async #make(text: (name: string) => string, form: HTMLFormElement): Promise<void> {
    const body = {
      name: text('name'),
      role: this.#role,
      expiresAt: new Date(Date.now() + Number(text('days')) * day).toISOString(),
      ...namesIn('events', text('events')),
      ...namesIn('profiles', text('profiles')),
    };
    const isMade = await this.#acting.act('make', async () => {
      this.#made = (await this.studio.api.send<NewToken>('POST', 'api/tokens', { body })).body;
    });
    await this.#tokens.reload();
    if (!isMade) return;
    this.querySelector<HTMLElement>('.made')?.focus();
    form.reset();
    this.#choose(usualRole);
  }

  #columns(): readonly Column<Token>[] {
    const now = Date.now();
    return [
      { title: 'Name', isHeading: true, cell: ({ name }) => name },
      { title: 'Role', isNamed: true, cell: token => html`${token.role}${limitsOf(token)}` },
      {
        title: 'Created',
        look: 'secondary',
        isNamed: false,
        cell: ({ createdAt, createdBy }) =>
          html`${ago(createdAt, now)} <span class="under">by ${createdBy}</span>`,
      },
      { title: 'Last used', look: 'time secondary', cell: ({ lastUsedAt }) => agoOrNever(lastUsedAt, now) },
      {
        title: 'Expires',
        look: 'time',
        isNamed: true,
        cell: ({ expiresAt }) => (Date.parse(expiresAt) < now ? 'Expired' : ago(expiresAt, now)),
      },
      {
        title: 'Action',
        isUnseen: true,
        look: 'number',
        cell: token => html`<button type="button" class="button small" aria-label="Remove ${token.name}" title="Remove" @click=${() => void this.#remove(token)}>
          ${icon(Trash2)}
        </button>`,
      },
    ];
  }

  #choose(role: Role): void {
    this.#role = role;
    this.requestUpdate();
  }

  async #remove({ id, name }: Token): Promise<void> {
    const isSure = await ask({
      title: `Remove the token ${name}?`,
      text: 'Programs that use it are answered with 401 from now on.',
      action: 'Remove',
    });
    if (!isSure) return;
    const isDone = await this.#acting.act('remove', () =>
      this.studio.api.send('DELETE', pathOf('api', 'tokens', id)),
    );
    if (isDone) this.studio.announce(`The token ${name} is removed.`);
    if (this.#made?.id === id) this.#made = undefined;
    await this.#tokens.reload();
  }
}

function shownOnce({ name, token }: NewToken): TemplateResult {
  return html`<section class="notice good made" tabindex="-1" aria-label="New token">
    <p>
      Copy the token <strong>${name}</strong> now: it is not shown again.<br />
      <code>${token}</code>
    </p>
    <copy-button .text=${token} shown="Copy" label="Copy the token"></copy-button>
  </section>`;
}

const usualRole: Role = 'operator';
const day = 86_400_000;
const lives = [
  ['7', 'A week'],
  ['30', 'A month'],
  ['90', 'Three months'],
  ['365', 'A year'],
] as const;

const limits: readonly Field[] = [
  { label: 'Events', name: 'events', attributes: { placeholder: 'All' } },
  {
    get label() {
      return profilesLabel();
    },
    name: 'profiles',
    attributes: { placeholder: 'All' },
  },
];

function limitFields(): TemplateResult {
  return html`<div class="filters">${limits.map(field)}</div>
    <p class="hint">What it may report, and for whom: names with commas between them.</p>`;
}

/** The names in a field, which commas separate; nothing if there are none. */
function namesIn(
  field: 'events' | 'profiles',
  text: string,
): { readonly [field: string]: readonly string[] } {
  const names = text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
  return names.length === 0 ? {} : { [field]: names };
}

function limitsOf({ events, profiles }: Token): TemplateResult | typeof nothing {
  const limits = [events, profiles].flatMap(names => (names ? [names.join(', ')] : []));
  return limits.length === 0 ? nothing : html` <span class="under">${limits.join(' · ')}</span>`;
}

customElements.define('tokens-screen', TokensScreen);
