import { html, nothing, type TemplateResult } from 'lit';
import { Trash2 } from 'lucide-static';
import type { Items, NewToken, Token } from '../api/answers.ts';
import type { Role } from '../api/role.ts';
import { pathOf } from './frame/router.ts';
import { KeptFocus, may, roles, Screen } from './frame/screen.ts';
import { Acting, ask, refusal } from './parts/acting.ts';
import { type Column, dataTable } from './parts/data-table.ts';
import { Ticking } from './parts/following.ts';
import { icon } from './parts/icon.ts';
import { empty, Loaded, loaded } from './parts/loaded.ts';
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
      ${tokenForm({ isBusy: this.#acting.doing !== undefined, now: Date.now(), role: this.#role, choose: role => this.#choose(role), make: input => this.#make(input) })}
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
      {
        title: 'Last used',
        look: 'time secondary',
        cell: ({ lastUsedAt }) => agoOrNever(lastUsedAt, now),
      },
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

  async #make(input: TokenInput): Promise<boolean> {
    const isMade = await this.#acting.act('make', async () => {
      const { body } = await this.studio.api.send<NewToken>('POST', 'api/tokens', { body: input });
      this.#made = body;
    });
    await this.#tokens.reload();
    if (isMade) this.querySelector<HTMLElement>('.made')?.focus();
    return isMade;
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

/** The body of a POST. */
interface TokenInput {
  readonly name: string;
  readonly role: Role;
  readonly expiresAt: string;
  readonly events?: readonly string[];
  readonly profiles?: readonly string[];
}

interface TokenForm {
  readonly isBusy: boolean;
  readonly now: number;
  readonly role: Role;
  readonly choose: (role: Role) => void;
  /** Resolves to whether it was made. */
  readonly make: (input: TokenInput) => Promise<boolean>;
}

const usualRole: Role = 'operator';
const day = 86_400_000;
const lives = [
  ['7', 'A week'],
  ['30', 'A month'],
  ['90', 'Three months'],
  ['365', 'A year'],
] as const;

function tokenForm({ isBusy, now, role, choose, make }: TokenForm): TemplateResult {
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const fields = new FormData(form);
    const text = (name: string): string => String(fields.get(name));
    const expiresAt = new Date(now + Number(text('days')) * day).toISOString();
    const limits = { ...namesIn('events', fields), ...namesIn('profiles', fields) };
    if (!(await make({ name: text('name').trim(), role, expiresAt, ...limits }))) return;
    form.reset();
    choose(usualRole);
  };
  // One of the options of the field.
  const onRole = ({ target }: Event): void => choose((target as HTMLSelectElement).value as Role);
  return html`<form class="panel" aria-label="Create a token" @submit=${onSubmit}>
    <div class="filters">
      <label class="field"><span>Name</span><input name="name" required maxlength="100" autocomplete="off" placeholder="Scheduler" /></label>
      <label class="field">
        <span>Role</span>
        <select name="role" @change=${onRole}>
          ${roles.map(each => html`<option ?selected=${each === usualRole}>${each}</option>`)}
        </select>
      </label>
      <label class="field">
        <span>Valid for</span>
        <select name="days">
          ${lives.map(([days, word]) => html`<option value=${days} ?selected=${days === '90'}>${word}</option>`)}
        </select>
      </label>
      <button type="submit" class="button primary" ?disabled=${isBusy}>Create token</button>
    </div>
    ${role === 'reporter' ? limitFields() : nothing}
    <p class="hint">Reporters can only report events. Viewers can look; operators can also report, run, interrupt and resend; editors can do everything.</p>
  </form>`;
}

function limitFields(): TemplateResult {
  return html`<div class="filters">
      <label class="field"><span>Events</span><input name="events" autocomplete="off" placeholder="All" /></label>
      <label class="field"><span>Profiles</span><input name="profiles" autocomplete="off" placeholder="All" /></label>
    </div>
    <p class="hint">What it may report, and for whom: names with commas between them.</p>`;
}

/** The names in a field, which commas separate; nothing if there are none. */
function namesIn(
  field: 'events' | 'profiles',
  fields: FormData,
): { readonly [field: string]: readonly string[] } {
  const names = String(fields.get(field) ?? '')
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
