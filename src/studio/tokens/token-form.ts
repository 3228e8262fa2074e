import { html, type TemplateResult } from 'lit';
import type { Role } from '../api/answers.ts';

/** What the server is sent. */
export interface TokenInput {
  readonly name: string;
  readonly role: Role;
  readonly expiresAt: string;
}

export interface TokenForm {
  readonly isBusy: boolean;
  readonly now: number;
  /** `true` where it was made. */
  readonly make: (input: TokenInput) => Promise<boolean>;
}

const day = 86_400_000;
const lives = [
  ['7', 'A week'],
  ['30', 'A month'],
  ['90', 'Three months'],
  ['365', 'A year'],
] as const;
const roles: readonly Role[] = ['viewer', 'operator', 'editor'];

export function tokenForm({ isBusy, now, make }: TokenForm): TemplateResult {
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const fields = new FormData(form);
    const text = (name: string): string => String(fields.get(name));
    const expiresAt = new Date(now + Number(text('days')) * day).toISOString();
    // One of those that can be chosen.
    const role = text('role') as Role;
    if (await make({ name: text('name').trim(), role, expiresAt })) form.reset();
  };
  return html`<form class="panel" aria-label="Create a token" @submit=${onSubmit}>
    <div class="filters">
      <label class="field"><span>Name</span><input name="name" required maxlength="100" autocomplete="off" placeholder="Scheduler" /></label>
      <label class="field">
        <span>Role</span>
        <select name="role">
          ${roles.map(role => html`<option ?selected=${role === 'operator'}>${role}</option>`)}
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
    <p class="hint">A viewer reads; an operator also runs, interrupts and resends; an editor can do everything.</p>
  </form>`;
}
