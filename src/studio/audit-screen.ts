import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AuditEntry, AuditPage } from '../api/answers.ts';
import { pathOf, withAsked, withQuery } from './frame/router.ts';
import { may, Screen } from './frame/screen.ts';
import { type Column, dataTable, RowOrder } from './parts/data-table.ts';
import { Ticking } from './parts/following.ts';
import { field } from './parts/form.ts';
import { listStates, timeFilter } from './parts/list-view.ts';
import { LiveList } from './parts/live-list.ts';
import { empty } from './parts/loaded.ts';
import { profileLabel, profileWord } from './parts/profile-label.ts';
import { ago, formatSpan } from './parts/time.ts';

/** What people and programs have done. */
class AuditScreen extends Screen {
  #kept = '365 days';
  readonly #list = new LiveList<AuditEntry>(this, {
    filter: () => this.#filter(),
    matches: () => true,
    order: new RowOrder<AuditEntry>(this, { columns: this.#columns(), newest: 'Time' }),
    idOf: ({ id }) => id,
    load: async (wanted, signal) => {
      const query = { ...this.#filter(), ...wanted };
      const page = await this.studio.api.get<AuditPage>('api/audit-log', { query, signal });
      this.#kept = formatSpan(page.retentionDays * 86_400_000);
      return page;
    },
  });

  constructor() {
    super();
    new Ticking(this);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('address') && may(this.studio, 'operator')) void this.#list.show();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Audit log</h1>
      <p class="lead">What people and programs have done: changed, sent again, tested, revoked. Entries are kept for ${this.#kept}.</p>
      ${may(this.studio, 'operator') ? this.#show() : html`<p class="notice">The audit log is for operators and editors; you are ${this.studio.session.role}.</p>`}`;
  }

  #show(): TemplateResult {
    const subjectId = this.asked('subjectId');
    return html`<div class="filters" role="search" aria-label="Filter the audit log">
        ${this.#search('By', 'by')} ${this.#search(profileLabel(), 'profile')} 
        <div class="range">${this.#time('From', 'since')} ${this.#time('Until', 'until')}</div>
        <a class="button" href=${withQuery('api/audit-log/export', this.#filter())} download>Download</a>
      </div>
      ${subjectId === undefined ? nothing : html`<p>Only what was done to <code class="whole">${subjectId}</code>. <a href="audit-log">Show all entries</a></p>`}
      ${listStates(this.#list, {
        one: 'entry',
        many: 'entries',
        none: () =>
          Object.values(this.#filter()).some(value => value !== undefined)
            ? empty('Nothing matches', html`<a href="audit-log">Show all entries</a>`)
            : empty('Nothing was done yet', 'Whatever somebody changes, sends again or tests appears here.'),
        show: items =>
          dataTable(items, {
            name: 'Audit log',
            columns: this.#columns(),
            idOf: ({ id }) => id,
            list: this.#list,
          }),
      })}`;
  }

  #filter(): Readonly<Record<string, string | undefined>> {
    return Object.fromEntries(filters.map(name => [name, this.asked(name)]));
  }

  #search(label: string, name: Filter): TemplateResult {
    return field({
      label,
      kind: 'search',
      value: this.asked(name) ?? '',
      change: text => this.#ask(name, text.trim()),
    });
  }

  #time(label: string, name: Filter): TemplateResult {
    return timeFilter({ label, chosen: this.asked(name), choose: time => this.#ask(name, time) });
  }

  #ask(name: Filter, value: string): void {
    this.studio.router.replace(withAsked(this.address, { [name]: value }));
  }

  #columns(): readonly Column<AuditEntry>[] {
    const now = Date.now();
    return [
      { title: 'Action', isHeading: true, cell: ({ action }) => action, by: ({ action }) => action },
      { title: 'By', look: 'breaks', isNamed: true, cell: author, by: ({ by = '' }) => by },
      { title: 'On', look: 'secondary breaks', cell: subject, by: ({ subject: kind }) => kind },
      {
        title: profileLabel(),
        look: 'secondary breaks',
        cell: ({ profile }) => profile ?? '–',
        by: ({ profile = '' }) => profile,
      },
      {
        title: 'Time',
        look: 'time',
        cell: ({ at }) => ago(at, now),
        by: ({ at }) => Date.parse(at),
        first: 'descending',
      },
    ];
  }
}

const filters = ['by', 'profile', 'subjectId', 'since', 'until'] as const;
type Filter = (typeof filters)[number];

function author({ by, tokenMadeBy, address }: AuditEntry): TemplateResult | string {
  if (by === undefined) return 'Erased';
  const more = [
    ...(tokenMadeBy === undefined ? [] : [`made by ${tokenMadeBy}`]),
    ...(address ? [address] : []),
  ];
  return html`${by} ${more.length === 0 ? nothing : html`<span class="under">${more.join(' · ')}</span>`}`;
}

/** The kind of a thing, which leads to it, and its id, which leads to all that was done to it. */
function subject(entry: AuditEntry): TemplateResult | string {
  const { subjectId } = entry;
  const kind = entry.subject === 'profile' ? profileWord() : entry.subject;
  if (subjectId === undefined) return kind;
  const path = pathTo(entry);
  return html`${path === undefined ? kind : html`<a href=${path}>${kind}</a>`}
    <span class="under"><a href=${withQuery('audit-log', { subjectId })}>${subjectId}</a></span>`;
}

function pathTo({ subject: kind, subjectId = '', profile }: AuditEntry): string | undefined {
  switch (kind) {
    case 'webhook':
      return profile === undefined ? undefined : pathOf('profiles', profile, 'webhooks', subjectId);
    case 'message':
      return pathOf('messages', subjectId);
    case 'event':
      return pathOf('events', subjectId);
    case 'process':
      return pathOf('processes', subjectId);
    case 'source':
      return pathOf('sources', subjectId);
    case 'endpoint':
      return withQuery('endpoints', { id: subjectId });
    default:
      return undefined;
  }
}

customElements.define('audit-screen', AuditScreen);
