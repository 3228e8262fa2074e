import { html, nothing, type TemplateResult } from 'lit';
import type { Level } from '../../../webhook/receivers/receiver.ts';
import { type ValueWiring, type WrittenPiece, writtenPiece } from '../written-piece.ts';
import { type MarkupNode, type MarkupSyntax, type MarkupText, parseMarkup } from './markup.ts';

/** The ways in which receivers set a message: those of products, a notification on a phone, an alert in a list, and any other chat. */
export type Look = keyof typeof looks;

/** A message as it is sent. */
export interface ShownMessage {
  readonly look: Look;
  /** The name of the receiver, if it is another than the product of the look. */
  readonly receiver?: string;
  /** Whoever the message seems to be from. */
  readonly sender: string;
  readonly title?: MessageText;
  readonly text: MessageText;
  /** Default: that of the look. */
  readonly syntax?: MarkupSyntax;
  /** Colours the edge of a message that has one, and the severity of an alert. */
  readonly level?: Level;
  /** When it came, as the receiver says it. Default: `now`. */
  readonly time?: string;
  /** Default: values are not marked. */
  readonly values?: ValueWiring;
}

/** A text, or the pieces that a field wrote. */
type MessageText = string | { readonly field: string; readonly pieces: readonly WrittenPiece[] };

interface LookOf {
  /** The name of the product. */
  readonly product?: string;
  readonly syntax: MarkupSyntax;
  /** The word beside the names of programs. */
  readonly badge?: string;
  readonly draw: (drawing: Drawing) => TemplateResult;
}

/** A message, with its texts as templates. */
interface Drawing {
  readonly badge: string | undefined;
  readonly sender: string;
  readonly time: string;
  readonly title: readonly TemplateResult[] | undefined;
  readonly text: readonly TemplateResult[];
  readonly level: Level | undefined;
}

const looks = {
  slack: { product: 'Slack', syntax: 'slack-mrkdwn', badge: 'APP', draw: post },
  mattermost: { product: 'Mattermost', syntax: 'mattermost', badge: 'BOT', draw: post },
  discord: { product: 'Discord', syntax: 'discord', badge: 'APP', draw: post },
  'google-chat': { product: 'Google Chat', syntax: 'google-chat', badge: 'App', draw: post },
  teams: { product: 'Microsoft Teams', syntax: 'teams', draw: post },
  telegram: { product: 'Telegram', syntax: 'telegram-html', draw: bubble },
  phone: { syntax: 'plain', draw: notification },
  incident: { product: 'PagerDuty', syntax: 'plain', draw: alert },
  chat: { syntax: 'plain', draw: bubble },
} as const satisfies Readonly<Record<string, LookOf>>;

/**
 * The message as its receiver shows it, as one figure. Nothing in it leads out of the page: a link has its address as a title. Its styles
 * are `messageLookStyles`.
 */
export function messageLook(message: ShownMessage): TemplateResult {
  const { look, sender, title, text, level, time = 'now', values } = message;
  const { draw, syntax: ownSyntax, ...own }: LookOf = looks[look];
  const syntax = message.syntax ?? ownSyntax;
  const drawing = {
    badge: own.badge,
    sender,
    time,
    title: title === undefined ? undefined : drawText(title, syntax, values),
    text: drawText(text, syntax, values),
    level,
  };
  return html`<div class="look ${look} ${level ?? ''}" role="figure" aria-label=${nameOf(message, own.product)}>
    ${draw(drawing)}
  </div>`;
}

function nameOf({ look, receiver }: ShownMessage, product: string | undefined): string {
  const name = receiver ?? product;
  if (look === 'phone')
    return name ? `The notification of ${name} on a phone` : 'The notification on a phone';
  return `The ${look === 'incident' ? 'alert' : 'message'} in ${name ?? 'a chat'}`;
}

/** A line of a channel: who wrote it, and below that the message, in a card where it has more than a text. */
function post({ badge, sender, time, title, text, level }: Drawing): TemplateResult {
  const isCard = title !== undefined || level !== undefined;
  return html`${avatar(sender)}
    <div class="post">
      <div class="head">
        <strong class="sender">${sender}</strong>
        ${badge ? html`<span class="badge">${badge}</span>` : nothing}
        <span class="time">${time}</span>
      </div>
      <div class=${isCard ? 'card' : 'bare'}>${heading(title)}${words(text)}</div>
    </div>`;
}

function bubble({ sender, time, title, text }: Drawing): TemplateResult {
  return html`${avatar(sender)}
    <div class="bubble">
      <strong class="sender">${sender}</strong>
      ${heading(title)}${words(text)}
      <span class="time">${time}</span>
    </div>`;
}

function notification({ sender, time, title, text }: Drawing): TemplateResult {
  return html`<div class="notification">
    <div class="head">
      ${avatar(sender)}
      <span class="sender">${sender}</span>
      <span class="time">${time}</span>
    </div>
    ${heading(title)}${words(text)}
  </div>`;
}

function alert({ sender, time, title, text, level }: Drawing): TemplateResult {
  return html`<div class="alert">
    <span class="severity">${severities[level ?? 'info']}</span>
    <div class="summary">
      ${heading(title)}${words(text)}
      <p class="facts">${level === 'ok' ? 'Resolved' : 'Triggered'} · ${sender} · ${time}</p>
    </div>
  </div>`;
}

const severities: Readonly<Record<Level, string>> = {
  critical: 'Critical',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
  ok: 'OK',
};

/** The first letters of the first two words of a name. */
function avatar(name: string): TemplateResult {
  const letters = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .slice(0, 2)
    .map(word => String.fromCodePoint(word.codePointAt(0) ?? 0));
  return html`<span class="avatar" aria-hidden="true">${letters.join('').toUpperCase()}</span>`;
}

function heading(title: readonly TemplateResult[] | undefined): TemplateResult | typeof nothing {
  return title ? html`<strong class="title">${title}</strong>` : nothing;
}

function words(text: readonly TemplateResult[]): TemplateResult {
  return html`<div class="words">${text}</div>`;
}

function drawText(
  text: MessageText,
  syntax: MarkupSyntax,
  values: ValueWiring | undefined,
): readonly TemplateResult[] {
  const { field, pieces } = typeof text === 'string' ? { field: '', pieces: [{ text }] } : text;
  const cut = createCutter(pieces);
  const draw = (nodes: readonly MarkupNode[]): readonly TemplateResult[] => {
    const drawn: TemplateResult[] = [];
    let texts: MarkupText[] = [];
    const flush = (): void => {
      for (const piece of cut(texts))
        drawn.push(values ? writtenPiece(piece, field, values) : html`${piece.text}`);
      texts = [];
    };
    for (const node of nodes) {
      if (node.kind === 'text') texts.push(node);
      else {
        flush();
        drawn.push(drawNode(node, draw));
      }
    }
    flush();
    return drawn;
  };
  return draw(parseMarkup(pieces.map(piece => piece.text).join(''), syntax));
}

/**
 * Divides texts at the ends of the pieces that they were written by, and joins what is of the same piece. It is called with texts in
 * the order of the source.
 */
function createCutter(
  pieces: readonly WrittenPiece[],
): (texts: readonly MarkupText[]) => readonly WrittenPiece[] {
  let at = 0;
  let end = pieces[0]?.text.length ?? 0;
  return texts => {
    const cut: { text: string; readonly piece: WrittenPiece | undefined }[] = [];
    for (const { text, range } of texts) {
      const isExact = text.length === range.end - range.start;
      for (let from = range.start; from < range.end; ) {
        while (end <= from && at < pieces.length - 1) {
          at++;
          end += pieces[at]?.text.length ?? 0;
        }
        const to = isExact ? Math.min(range.end, Math.max(end, from + 1)) : range.end;
        const shown = isExact ? text.slice(from - range.start, to - range.start) : text;
        const last = cut.at(-1);
        if (last && last.piece === pieces[at]) last.text += shown;
        else cut.push({ text: shown, piece: pieces[at] });
        from = to;
      }
    }
    return cut.map(({ text, piece }) => ({ ...piece, text }));
  };
}

/** The templates of a text keep its white space, and so have none of their own. */
function drawNode(
  node: Exclude<MarkupNode, MarkupText>,
  draw: (nodes: readonly MarkupNode[]) => readonly TemplateResult[],
): TemplateResult {
  if (node.kind === 'break') return html`<br />`;
  const inside = draw(node.children);
  switch (node.kind) {
    case 'bold':
      return html`<strong>${inside}</strong>`;
    case 'italic':
      return html`<em>${inside}</em>`;
    case 'underline':
      return html`<u>${inside}</u>`;
    case 'strike':
      return html`<s>${inside}</s>`;
    case 'spoiler':
      return html`<span class="spoiler" title="Hidden until it is clicked">${inside}</span>`;
    case 'code':
      return html`<code>${inside}</code>`;
    case 'code-block':
      return html`<pre>${inside}</pre>`;
    case 'quote':
      return html`<blockquote>${inside}</blockquote>`;
    case 'mention':
      return html`<span class="mention">${inside}</span>`;
    case 'link':
      return html`<a class="address" title=${node.address}>${inside}</a>`;
    case 'heading':
      return html`<strong class="heading level-${Math.min(node.level, 3)}">${inside}</strong>`;
    case 'item':
      return html`<div class="item depth-${node.depth}"><span>${node.marker}</span><div>${inside}</div></div>`;
  }
}
