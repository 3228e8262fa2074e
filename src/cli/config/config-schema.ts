import { roles } from '../../api/role.ts';
import { outputNames } from '../../output/output.ts';
import { processEvents } from '../../webhook/events/process-events.ts';
import { fileSchema } from '../file-schema.ts';
import type { HookplateConfig } from './hookplate-config.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;

/** An object with these keys alone. */
function objectOf(description: string, properties: Schema, required: readonly string[] = []): Schema {
  return { type: 'object', description, properties, required, additionalProperties: false };
}

/** An object whose keys are names of the user. */
function named(description: string, each: Schema): Schema {
  return { type: 'object', description, additionalProperties: each };
}

const definitions = { type: 'object', description: 'Schemas for the references of the others.' } as const;

const catalogue = {
  anyOf: [
    {
      type: 'string',
      description: 'The path of a file of JSON or YAML, or of a module, relative to this one.',
    },
    {
      ...objectOf(
        'A catalogue, as `catalogueFromJson` reads it.',
        {
          schema: { type: 'object', description: 'A JSON Schema of the facts that all events have.' },
          variables: { type: 'object', description: 'The same as the type of each fact, by its name.' },
          events: named('The definition of each event, by its name.', { type: 'object' }),
          $schema: text,
          $defs: definitions,
          definitions,
          components: definitions,
        },
        ['events'],
      ),
      patternProperties: { '^x-': { description: 'Nothing that hookplate reads.' } },
    },
  ],
} as const;

const events = { ...texts, description: 'Names of events.' } as const;

const secret = (what: string): Schema => ({
  description: `Where ${what} is: never here.`,
  anyOf: [
    objectOf('A variable of the environment.', { env: text }, ['env']),
    objectOf('A file.', { file: text }, ['file']),
  ],
});

const serverUrl = (description: string): Schema => ({
  description,
  anyOf: [text, secret('the URL')],
});

const receiver = objectOf(
  'A receiver.',
  {
    id: { ...text, description: 'What webhooks name it by.' },
    name: { ...text, description: 'What people call it.' },
    hosts: { ...texts, description: 'The hosts that only it has, such as `*.example.com`.' },
    schema: { type: 'object', description: 'A JSON Schema of what it accepts.' },
    method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    url: text,
    headers: { type: 'array', items: objectOf('A header.', { name: text, value: text }, ['name', 'value']) },
    contentType: text,
    documentation: texts,
    checked: text,
    secret: text,
  },
  ['id', 'name', 'hosts'],
);

const task = {
  type: 'object',
  description: 'A task that runs a program.',
  properties: {
    command: { ...texts, minItems: 1, description: 'The program and its arguments, which no shell reads.' },
    profile: { ...text, description: 'The profile whose webhooks report its processes.' },
    parameters: { type: 'object', description: 'The place of each parameter in the body of a run.' },
    sampleBody: { description: 'A body for trying the task.' },
    timeoutMs: { type: 'integer', description: 'After which a process is interrupted.' },
    directory: { ...text, description: 'Where it runs, relative to this file.' },
    environment: { type: 'object', additionalProperties: text },
    inherit: { ...texts, description: 'Variables of the environment that the program gets, too.' },
    graceMs: { type: 'integer', description: 'Time for the program to end after SIGTERM.' },
  },
  required: ['command', 'profile'],
  additionalProperties: false,
} as const;

/** The schema of each key of a configuration in JSON. */
const keys: { readonly [Key in keyof Required<HookplateConfig>]: Schema } = {
  catalogue: {
    ...catalogue,
    description: 'The events that webhooks may report. Default: those of processes.',
  },
  receivers: {
    description:
      'Receivers of your own, besides those of the gallery: a list, or the path of a file with one.',
    anyOf: [text, { type: 'array', items: receiver }],
  },
  allow: {
    ...texts,
    description: 'Ranges of addresses that may be called although they are not public: `10.0.0.0/8`.',
  },
  files: {
    ...named(
      'What else is known of files, by patterns relative to this one; where several match, the later one counts.',
      objectOf('Files that match the pattern.', {
        output: { enum: outputNames, description: 'They are bare templates, and write this.' },
        catalogue: { ...catalogue, description: 'The events of their webhooks.' },
        events: { ...events, description: 'They are checked for these events alone.' },
      }),
    ),
    examples: [{ 'chat/*.hookplate': { output: 'json' } }],
  },
  users: {
    type: 'array',
    description: 'Who may use the server. Default: one, made at each start.',
    items: objectOf(
      'A user, with one of the two passwords.',
      {
        username: text,
        role: { enum: roles },
        password: secret('the password'),
        passwordHash: { ...text, description: 'What `hookplate hash-password` prints.' },
        events: { ...events, description: 'The events that a reporter may report.' },
        profiles: { ...texts, description: 'The profiles that a reporter may report events for.' },
      },
      ['username', 'role'],
    ),
  },
  sources: {
    type: 'array',
    description: 'Programs that send what happens in a form of their own.',
    items: objectOf('A source.', { id: text, kind: text, secret: secret('its secret'), catalogue: text }, [
      'id',
      'kind',
      'secret',
    ]),
  },
  projects: named(
    'Tasks, by the ids of their projects and their own.',
    objectOf('A project.', { tasks: named('Its tasks.', task) }, ['tasks']),
  ),
  database: {
    description: 'A directory, a `postgres://` URL without a password, where such a URL is, or a server.',
    anyOf: [
      text,
      secret('the URL'),
      objectOf(
        'A PostgreSQL server.',
        {
          url: serverUrl('Where it is.'),
          pooler: {
            type: 'boolean',
            description: 'Whether a pooler in front of it gives each transaction another connection.',
            default: false,
          },
          listenUrl: serverUrl('A way around the pooler, for listening and for building indexes.'),
          schema: { ...text, description: 'The schema of the tables.', default: 'hookplate' },
        },
        ['url'],
      ),
    ],
    default: 'hookplate-data',
  },
  catalogues: named('Further catalogues by name, which webhooks choose by their `catalogue`.', catalogue),
  host: { ...text, description: 'The address to listen on.', default: '127.0.0.1' },
  port: { type: 'integer', description: 'The port to listen on; 0 for any that is free.', default: 8080 },
  http: objectOf('Limits of requests and connections.', {
    headersTimeoutMs: { type: 'integer' },
    requestTimeoutMs: { type: 'integer' },
    keepAliveTimeoutMs: { type: 'integer' },
    stallTimeoutMs: { type: 'integer' },
    maxConnections: { type: 'integer' },
  }),
  encryptionKeys: secret('the list of keys that seal what is stored'),
  stopTimeoutMs: { type: 'integer', description: 'How long what runs may go on when the server is stopped.' },
  webhooks: {
    type: 'array',
    description: 'What the profiles begin with.',
    items: { type: 'object', required: ['id', 'profile'] },
  },
  migrate: {
    type: 'boolean',
    description: 'Whether a start makes the tables of its version.',
    default: true,
  },
  retentionDays: {
    type: 'integer',
    description: 'How many days messages, attempts, processes and events are kept.',
    default: 30,
  },
  unreadable: { enum: ['refuse', 'leave'], description: 'What happens where no key opens what is stored.' },
  hosts: { ...texts, description: 'The names that the server is called by.' },
  publicUrl: { ...text, description: 'The address that clients use, if there is a proxy in front.' },
  trustedProxies: { ...texts, description: 'Ranges of proxies whose `X-Forwarded-For` is believed.' },
  basePath: { ...text, description: 'Where the paths of the server begin.' },
  studio: { type: 'boolean', description: 'Whether there are pages for people.', default: true },
  delivery: { type: 'object', description: 'Options of the outbox.' },
  processes: { type: 'object', description: 'Options of the service that runs processes, and of its store.' },
  intake: { type: 'object', description: 'How many requests with reported events may wait to be stored.' },
  templates: { type: 'object', description: 'Limits for templates, and the threads that check them.' },
};

/** The JSON Schema (draft 7) of a `hookplate.config.json`. */
export function configSchema(): Schema {
  const { $schema } = fileSchema(processEvents);
  const own = { type: 'string', description: 'Where editors find this schema; nothing else reads it.' };
  return {
    $schema,
    title: 'hookplate.config.json',
    ...objectOf('The configuration of a project.', { $schema: own, ...keys }),
  };
}
