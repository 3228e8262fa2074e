import type { AnyCatalogue, EventOf } from '../events/event-catalogue.ts';
import type { ProcessEvents } from '../events/process-events.ts';
import { methods } from '../webhook-request.ts';
import { defaultContentType, payloadOutputs } from './request-body.ts';

/*
 * The settings of a webhook, each described once. Types, the reader of configurations, their JSON Schema, keys of properties
 * files, did-you-mean, what is secret, the forms and the answers of the server come from the tree at the end.
 */

interface About {
  /** One sentence for the JSON Schema. */
  readonly description?: string;
  /** Names that other programs use for it, in small letters. */
  readonly otherNames?: readonly string[];
  /** What to add if it is missing; for settings that are required. */
  readonly missing?: string;
  /** The label on pages. Default: its name. */
  readonly label?: string;
  /** Only for requests that may have a body. */
  readonly isOfBody?: true;
  /** Whether a file that names it is likely to be a webhook, because few other files do. */
  readonly isTelling?: true;
}

interface TextFacts<Value extends string> extends About {
  readonly examples?: readonly string[];
  /** All possible texts. */
  readonly options?: readonly Value[];
  /** What it has to match. */
  readonly pattern?: RegExp;
  /** In characters, as JSON Schema counts them. */
  readonly maxLength?: number;
  /** Whether it has neither line breaks nor other control characters. */
  readonly isInOneLine?: true;
  /** The diagnostic of a text that is no option, or does not match the pattern. */
  readonly code?:
    | 'invalid-webhook-id'
    | 'invalid-webhook-name'
    | 'unknown-channel'
    | 'unknown-method'
    | 'unknown-output';
  /** Changes a text that does not match the pattern to one that may. */
  readonly mend?: (text: string) => string;
  /** Whether it is required if all events of a catalogue have a variable of its name, and optional otherwise. */
  readonly isVariable?: true;
  readonly isTemplate?: true;
  /** Whether it is the user's own, although it is no template, so that a receiver has a placeholder for it. */
  readonly isFilledIn?: true;
  /** Whether it is never shown once it is stored: always, or where the flag of this name beside it is true. */
  readonly isSecret?: true | { readonly ifMarkedBy: string };
}

export interface Text<Value extends string = string> extends TextFacts<Value> {
  readonly kind: 'text';
}

/** True or false. */
export interface Flag extends About {
  readonly kind: 'flag';
}

/** A flag for each event of a catalogue; names of events may contain dots. */
export interface Switches extends About {
  readonly kind: 'switches';
  /** The first word of its keys in properties files: `event.order.paid`. */
  readonly inProperties: string;
}

export interface Group<Tree extends SettingTree = SettingTree> extends About {
  readonly kind: 'group';
  readonly settings: Tree;
}

/** Groups of the same settings, told apart by `name`; in properties files the name is in the key of `value`. */
export interface List<Tree extends SettingTree = SettingTree> extends About {
  readonly kind: 'list';
  readonly item: Group<Tree>;
  readonly max: number;
  /** The first word of its keys in properties files: `header.X-Event`. */
  readonly inProperties: string;
}

/** A group for each event of a catalogue that needs one. */
export interface PerEvent<Tree extends SettingTree = SettingTree> extends About {
  readonly kind: 'per event';
  readonly item: Group<Tree>;
}

export type Setting = (Text | Flag | Switches | Group | List | PerEvent) & Partial<Optional & Public & Field>;

export interface SettingTree {
  readonly [name: string]: Setting;
}

interface Optional {
  readonly isOptional: true;
}

/** Everybody who sees a list of webhooks sees it; other settings are for editors. */
interface Public {
  readonly isPublic: true;
}

/** A setting with a control in forms. */
export interface Field {
  readonly label: string;
  /** A line of text beside the name, or a control that the form has for this setting alone. */
  readonly control: 'line' | 'own';
  readonly placeholder?: string;
  /** For a control that is folded together with others that few webhooks need. */
  readonly folded?: Folded;
}

/** What is said of a setting whose control is folded. */
interface Folded {
  /** Its name in the title of the fold. Default: its label, in small letters. */
  readonly title?: string;
  /** What the summary of the fold says where it is set. */
  readonly summary: (value: string) => string;
}

function text<const Value extends string = string>(facts: TextFacts<Value> & Field): Text<Value> & Field;
function text<const Value extends string = string>(facts: TextFacts<Value>): Text<Value>;
function text<Value extends string>(facts: TextFacts<Value>): Text<Value> {
  return { kind: 'text', ...facts };
}

function flag(about: About): Flag {
  return { kind: 'flag', ...about };
}

function switches(facts: Omit<Switches, 'kind'> & Field): Switches & Field {
  return { kind: 'switches', ...facts };
}

function group<Tree extends SettingTree>(settings: Tree, field: About & Field): Group<Tree> & Field;
function group<Tree extends SettingTree>(settings: Tree): Group<Tree>;
function group<Tree extends SettingTree>(settings: Tree, field: About = {}): Group<Tree> {
  return { kind: 'group', settings, ...field };
}

function list<Tree extends SettingTree>(
  settings: Tree,
  facts: Omit<List, 'kind' | 'item'> & Field,
): List<Tree> & Field {
  return { kind: 'list', item: group(settings), ...facts };
}

function perEvent<Tree extends SettingTree>(settings: Tree, field: About & Field): PerEvent<Tree> & Field {
  return {
    kind: 'per event',
    item: { ...group(settings), description: 'What is said about this event.' },
    ...field,
  };
}

function optional<S extends Setting>(setting: S): S & Optional {
  return { ...setting, isOptional: true };
}

function forEverybody<S extends Text>(setting: S): S & Public {
  return { ...setting, isPublic: true };
}

function inOneLine(text: string, most: number): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .replaceAll(/\p{Cs}/gu, '')
    .trimEnd();
}

/** With more headers than this, common servers answer 431. */
export const maxHeaders = 100;

/** The flag of a header that says that its value is secret. */
export const secretMark = 'secret';

const header = {
  /** A token (RFC 9110, section 5.6.2), but not a header that the sender sets itself. */
  name: text({
    description: 'Sent as it is written.',
    examples: ['X-Event'],
    otherNames: ['key', 'header'],
    missing: 'the name of the header',
  }),
  /** A template. */
  value: text({
    description: 'A template.',
    examples: ['$event$'],
    missing: 'the value of the header',
    isTemplate: true,
    isSecret: { ifMarkedBy: secretMark },
  }),
  /** Whether the value is never shown once it is stored. Changes nothing of the request. */
  [secretMark]: optional(
    flag({ description: 'Never shown once it is stored; changes nothing of the request.', label: 'Secret' }),
  ),
};

const authentication = {
  /** Must not contain a colon, which would end it. */
  username: text({
    description: 'Without a colon.',
    examples: ['ada'],
    otherNames: ['user', 'login'],
    missing: 'the name to authenticate with',
    isFilledIn: true,
    label: 'Username',
    control: 'own',
  }),
  password: text({
    description: 'Sent as it is written.',
    otherNames: ['secret'],
    missing: 'the password to authenticate with',
    isFilledIn: true,
    isSecret: true,
    label: 'Password',
    control: 'own',
  }),
};

const title = text({
  description: 'A template of one line, for receivers whose messages have a title.',
  examples: ['$profile$ $event$'],
  otherNames: ['subject', 'heading', 'summary'],
  isTemplate: true,
  label: 'Title',
});

const words = text({
  description: 'A template of what people read, with the markup of the receiver.',
  examples: ['*$profile$* $event$: $recordsProcessed$ records'],
  otherNames: ['body', 'content', 'message'],
  missing: 'the text of the message',
  isTemplate: true,
  label: 'Text',
});

const message = {
  /**
   * Who gets it at its receiver, where the URL does not say so: the topic of ntfy, the chat of Telegram, the key of PagerDuty.
   * Sent as it is written, and never shown once it is stored.
   */
  to: optional(
    text({
      description: 'Who gets it at its receiver, where the URL does not say so; no template.',
      examples: ['my-orders', '@my_channel'],
      otherNames: ['recipient', 'topic', 'chat', 'key'],
      pattern: /^\S(?:.{0,198}\S)?$/,
      isInOneLine: true,
      mend: found => inOneLine(found, 200),
      isFilledIn: true,
      isSecret: true,
      label: 'To',
    }),
  ),
  /** A template of one line, for receivers whose messages have a title. */
  title: optional(title),
  /** A template with line breaks and the markup of the receiver. Required, unless `messages` has one for each event. */
  text: optional(words),
};

const messageOfEvent = {
  /** As that of `message`, which this one does without. */
  title: optional(title),
  /** As that of `message`. */
  text: words,
};

/** In the order of diagnostics, forms and lists. */
export const settings = {
  /**
   * Identifies the webhook within its profile, wherever it stands in a list: 1 to 64 ASCII letters, digits, `_` or `-`.
   * The ids of messages are derived from it, so keep it when the rest changes. Required if a profile has several
   * webhooks: at most one of them may lack it.
   */
  id: optional(
    text({
      description: 'Tells the webhooks of a profile apart.',
      examples: ['chat'],
      // Without a dot, which would end the id of a message (Standard Webhooks).
      pattern: /^[A-Za-z0-9_-]{1,64}$/,
      code: 'invalid-webhook-id',
      mend: found => {
        const meant = found
          .trim()
          .replace(/[^A-Za-z0-9_-]+/g, '-')
          .slice(0, 64);
        return /[A-Za-z0-9]/.test(meant) ? meant : '';
      },
    }),
  ),
  /**
   * What people call it in lists and messages: 1 to 64 characters in one line, unique within its profile. Default: none,
   * and lists show the host of its URL.
   */
  name: optional(
    forEverybody(
      text({
        description: 'What people call it; unique within its profile.',
        examples: ['Team chat'],
        // Without blanks around it.
        pattern: /^\S(?:.{0,62}\S)?$/,
        isInOneLine: true,
        code: 'invalid-webhook-name',
        mend: found => inOneLine(found, 64),
        label: 'Name',
        control: 'line',
        placeholder: 'Shown in lists instead of its host',
      }),
    ),
  ),
  /** What it is for, in at most 200 characters in one line. Everybody who sees the webhook sees it; the request stays the same. */
  description: optional(
    forEverybody(
      text({
        description: 'What it is for; changes nothing of the request.',
        examples: ['Tells the night shift what failed'],
        maxLength: 200,
        isInOneLine: true,
        mend: found => inOneLine(found, 200),
        otherNames: ['about', 'comment', 'note'],
        label: 'Description',
        control: 'line',
        placeholder: 'What it is for',
      }),
    ),
  ),
  /** The name of the profile whose events are reported. */
  profile: text({
    description: 'The profile whose events are reported.',
    examples: ['Acme nightly'],
    missing: 'the name of the profile',
    isVariable: true,
    label: 'Profile',
  }),
  /**
   * The id of the receiver that takes it, such as `pagerduty`: its schema says what the payload must be. It has to be among
   * the option `receivers` of whoever checks the configuration. Default: none, and the payload may be anything.
   */
  receiver: optional(
    text({
      description: 'The id of its receiver, which says what the payload must be.',
      examples: ['slack', 'pagerduty'],
      label: 'Receiver',
      control: 'own',
    }),
  ),
  /**
   * The name of the catalogue whose events it reports, where a program has several, such as the server. Whoever checks the
   * configuration chooses the catalogue; the name is not compared with anything. Default: the default catalogue.
   */
  catalogue: optional(
    forEverybody(
      text({
        description: 'The name of the catalogue of its events; else those of the default one.',
        examples: ['alertmanager'],
        label: 'Catalogue',
      }),
    ),
  ),
  /** The channel type; this is the only one. */
  channel: optional(
    text({
      description: 'There is only this one; it may be left out.',
      options: ['Webhooks'],
      code: 'unknown-channel',
    }),
  ),
  /** Only events set to `true` are sent, and at least one must be. */
  events: switches({
    description: 'Only events that are true are sent.',
    otherNames: ['triggers'],
    missing: 'the events to send',
    inProperties: 'event',
    isTelling: true,
    label: 'Events',
    control: 'own',
  }),
  /** Required, but for a webhook with a `message`, whose receiver has its method. */
  method: optional(
    text({
      description: 'GET has no payload, and DELETE may do without; left out beside a message.',
      options: methods,
      code: 'unknown-method',
      otherNames: ['verb'],
      missing: '`GET`, `POST` or another method',
      isTelling: true,
      label: 'Method',
      control: 'own',
    }),
  ),
  /** A template whose scheme, host and port contain no tags. */
  url: text({
    description: 'A template; scheme, host and port are written out.',
    examples: ['https://chat.example.com/hooks/42', 'https://api.example.com/notify?event=$event$'],
    otherNames: ['address', 'endpoint', 'link'],
    missing: 'the address to call',
    isTelling: true,
    isTemplate: true,
    label: 'URL',
    control: 'own',
  }),
  /**
   * In place of `method`, `contentType` and `payload`, for a `receiver` that takes messages: words for people. The receiver makes
   * the request around them. Values are escaped for its markup, and cut to its limits.
   */
  message: optional(
    group(message, {
      description: 'In place of a payload, for a receiver of messages.',
      isTelling: true,
      label: 'Message',
      control: 'own',
    }),
  ),
  /** Messages of one event each, by its name, in place of that of `message`. */
  messages: optional(
    perEvent(messageOfEvent, {
      description: 'Messages of one event each, in place of that of all.',
      label: 'Messages',
      control: 'own',
    }),
  ),
  /** Sent as an `Authorization` header (RFC 7617); never shown in a preview or a diagnostic. */
  authentication: optional(
    group(authentication, {
      description: 'Sent as Basic authentication; no templates.',
      otherNames: ['auth', 'credentials', 'basic'],
      isTelling: true,
      label: 'Authentication',
      control: 'own',
      folded: { summary: () => 'with credentials' },
    }),
  ),
  /** At most 100 with distinct names. An empty list is the same as none. */
  headers: optional(
    list(header, {
      description: 'At most 100, each name once.',
      max: maxHeaders,
      inProperties: 'header',
      isTelling: true,
      label: 'Headers',
      control: 'own',
    }),
  ),
  /**
   * Not for GET: a media type, which decides how the payload is checked and escaped. Default: plain text in UTF-8. A
   * DELETE has it only together with a payload.
   */
  contentType: optional(
    text({
      description: 'Not for GET: a media type, which decides how the payload is checked.',
      examples: ['application/json', 'application/x-www-form-urlencoded', 'application/xml', 'text/plain'],
      otherNames: ['type', 'mimetype', 'mediatype'],
      isTelling: true,
      isOfBody: true,
      label: 'Content type',
      control: 'own',
      placeholder: defaultContentType,
    }),
  ),
  /** Not for GET: a template. Default: empty, and for DELETE no body at all. */
  payload: optional(
    text({
      description: 'Not for GET: a template.',
      examples: ['{"text":"$event$","at":"$date$"}'],
      otherNames: ['body', 'data', 'content', 'template'],
      isTelling: true,
      isOfBody: true,
      isTemplate: true,
      label: 'Payload',
      control: 'own',
    }),
  ),
  /** Not for GET: the format for which the payload is checked and escaped. Default: that of the content type. */
  output: optional(
    text({
      description: 'Not for GET: what the payload is, where the content type does not say.',
      options: payloadOutputs,
      code: 'unknown-output',
      isOfBody: true,
      label: 'Output',
      control: 'own',
      folded: { summary: output => `as ${output}` },
    }),
  ),
  /** The IANA time zone of dates without one of their own. Default: `UTC`. */
  timeZone: optional(
    text({
      description: 'The IANA time zone of dates without one; else UTC.',
      examples: ['Europe/Vienna'],
      otherNames: ['zone', 'tz'],
      label: 'Time zone',
      control: 'own',
      placeholder: 'UTC',
      folded: { summary: zone => zone },
    }),
  ),
};

/** The field of the signing secret, which stands beside the configuration. */
const signingSecretField: Field = {
  label: 'Signing secret',
  control: 'own',
  placeholder: 'whsec_ and base64',
  folded: { title: 'signing', summary: () => 'signed' },
};

type Settings = typeof settings;
export type SettingName = keyof Settings;

/** The settings that everybody sees. */
export type PublicName = {
  [Name in SettingName]: Settings[Name] extends Public ? Name : never;
}[SettingName];

/** The texts that have a control in forms. */
export type FieldName = {
  [Name in SettingName]: Settings[Name] extends Text & Field ? Name : never;
}[SettingName];

/** The whole configuration, as a group of all settings. */
export const wholeConfig: Group = group(settings);

/** The configuration of a webhook for the events of a catalogue: `WebhookConfig<typeof orders>`. */
export type WebhookConfig<Catalogue extends AnyCatalogue = ProcessEvents> = ConfigFor<
  EventOf<Catalogue>['event']
> &
  ('profile' extends keyof EventOf<Catalogue> ? ValuesOf<Pick<Settings, 'profile'>> : MayHaveProfile);

/** A configuration for the events of some catalogue. */
export type AnyConfig = ConfigFor<string> & MayHaveProfile;

type MayHaveProfile = { readonly [Name in keyof Pick<Settings, 'profile'>]?: string | undefined };

/** The settings of a webhook for events with these names. */
type ConfigFor<Event extends string> = ValuesOf<Omit<Settings, 'events' | 'messages' | 'profile'>> & {
  readonly [Name in keyof Pick<Settings, 'events'>]: { readonly [Each in Event]?: boolean | undefined };
} & {
  readonly [Name in keyof Pick<Settings, 'messages'>]?:
    | { readonly [Each in Event]?: MessageOfEvent | undefined }
    | undefined;
};

/** What a message says about an event. */
export type MessageOfEvent = ValuesOf<typeof messageOfEvent>;

export type WebhookHeader = ValuesOf<typeof header>;

/** Credentials for Basic authentication; these are not templates. */
export type Credentials = ValuesOf<typeof authentication>;

/** The values of settings. Mapped from the settings, whose comments an editor then shows for the values. */
type ValuesOf<Tree> = {
  readonly [Name in keyof Pick<Tree, RequiredIn<Tree>>]: ValueOf<Tree[Name]>;
} & {
  readonly [Name in keyof Omit<Tree, RequiredIn<Tree>>]?: ValueOf<Tree[Name]> | undefined;
};

type RequiredIn<Tree> = {
  [Name in keyof Tree]: Tree[Name] extends Optional ? never : Name;
}[keyof Tree];

type ValueOf<S> =
  S extends Text<infer Value>
    ? Value
    : S extends Flag
      ? boolean
      : S extends Group<infer Tree>
        ? ValuesOf<Tree>
        : S extends List<infer Tree>
          ? readonly ValuesOf<Tree>[]
          : never;

/** The setting of this name in a tree; a name may be anything that somebody wrote. */
export function settingIn(tree: SettingTree, name: string): Setting | undefined {
  return Object.hasOwn(tree, name) ? tree[name] : undefined;
}

/** The setting that a path leads to, such as `authentication` and `password`, or `headers`, 0 and `value`. */
export function settingAt(path: readonly unknown[]): Setting | undefined {
  return path.reduce<Setting | undefined>(settingInside, wholeConfig);
}

/** The field that a form has for what a path leads to: a setting, or the signing secret. */
export function fieldAt(path: readonly unknown[]): (About & Partial<Field>) | undefined {
  return path[0] === 'signingSecret' ? signingSecretField : settingAt(path);
}

const eventSwitch = flag({});

/** The setting of a key inside another. */
export function settingInside(setting: Setting | undefined, key: unknown): Setting | undefined {
  if (setting?.kind === 'list' || setting?.kind === 'per event') return setting.item;
  if (setting?.kind === 'switches') return eventSwitch;
  return setting?.kind === 'group' ? settingIn(setting.settings, String(key)) : undefined;
}

/** Settings that a request without a body has not. */
export const bodySettings = Object.keys(settings).filter(name => settingIn(settings, name)?.isOfBody);

export function isFieldName(name: string): name is FieldName {
  const setting = settingIn(settings, name);
  return setting?.kind === 'text' && setting.control !== undefined;
}

export const textFields = Object.keys(settings).filter(isFieldName);

/** Texts that are a line beside the name. */
export const lineFields = textFields.filter(name => settings[name].control === 'line');

export function isPublicName(name: string): name is PublicName {
  return settingIn(settings, name)?.isPublic === true;
}

export const publicNames = Object.keys(settings).filter(isPublicName);
