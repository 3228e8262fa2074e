import { listOf, optional } from '../../template/resolve/variables.ts';
import { defineEvents } from '../events/define-events.ts';
import type { FactsOf } from '../events/event-catalogue.ts';
import { firstLine, type GivenObject, readerOf, sampleOf } from './given-json.ts';
import type { Reading, Source, SourceCatalogue, SourceRequest } from './source.ts';

const workflowVariables = {
  workflow: 'string',
  title: optional('string'),
  runId: 'string',
  runNumber: optional('number'),
  attempt: optional('number'),
  trigger: optional('string'),
  conclusion: optional('string'),
  branch: optional('string'),
  commit: optional('string'),
  commitMessage: optional('string'),
  startedAt: optional('date'),
  url: optional('string'),
} as const;

const releaseVariables = {
  action: 'string',
  tag: 'string',
  releaseName: optional('string'),
  isPrerelease: 'boolean',
  isDraft: 'boolean',
  author: optional('string'),
  notes: optional('string'),
  publishedAt: optional('date'),
  url: optional('string'),
} as const;

const at = 'https://github.com/acme/shop';
const sampleRepository = { full_name: 'acme/shop', html_url: at };
const sampleCommit = {
  id: '3484a3fb816e0859fd6e1cea078d76385ff50625',
  message: 'Round prices once\n\nThe total was a cent off.',
  author: { name: 'Mona Lisa' },
};

/** What GitHub reports of a repository: pushes, runs of workflows, and releases. */
export const githubEvents = defineEvents({
  variables: {
    subject: 'string',
    repository: 'string',
    repositoryUrl: optional('string'),
    sender: optional('string'),
    payload: 'json',
  },
  events: {
    push: {
      title: 'Commits were pushed',
      description: 'A branch or a tag was pushed, created or deleted.',
      variables: {
        branch: optional('string'),
        tag: optional('string'),
        commit: 'string',
        isCreated: 'boolean',
        isDeleted: 'boolean',
        isForced: 'boolean',
        commitMessage: optional('string'),
        commits: listOf({
          message: 'string',
          author: optional('string'),
          id: 'string',
          url: optional('string'),
        }),
        compareUrl: optional('string'),
      },
      sample: date => sampleOf(samplePush(date), pushOf),
    },
    'workflow.requested': {
      title: 'A workflow run was requested',
      variables: workflowVariables,
      sample: date => sampleOf(sampleRun(date, 'requested', null), runOf),
    },
    'workflow.started': {
      title: 'A workflow run started',
      variables: workflowVariables,
      sample: date => sampleOf(sampleRun(date, 'in_progress', null), runOf),
    },
    'workflow.succeeded': {
      title: 'A workflow run succeeded',
      variables: workflowVariables,
      sample: date => sampleOf(sampleRun(date, 'completed', 'success'), runOf),
    },
    'workflow.failed': {
      title: 'A workflow run failed',
      description: 'Its conclusion is `failure`, `timed_out` or `startup_failure`.',
      variables: workflowVariables,
      sample: date => sampleOf(sampleRun(date, 'completed', 'failure'), runOf),
    },
    'workflow.ended': {
      title: 'A workflow run ended without a result',
      description: 'Its conclusion is another, such as `cancelled` or `skipped`.',
      variables: workflowVariables,
      sample: date => sampleOf(sampleRun(date, 'completed', 'cancelled'), runOf),
    },
    'release.published': {
      title: 'A release was published',
      variables: releaseVariables,
      sample: date => sampleOf(sampleRelease(date, 'published'), releaseOf),
    },
    'release.changed': {
      title: 'A release was changed',
      description: 'Its action is another, such as `created`, `edited` or `deleted`.',
      variables: releaseVariables,
      sample: date => sampleOf(sampleRelease(date, 'edited'), releaseOf),
    },
  },
});

type GithubEvents = typeof githubEvents;

function repositoryOf(body: GivenObject, payload: unknown) {
  const repository = body.object('repository');
  return {
    repository: repository.text('full_name'),
    repositoryUrl: repository.textIf('html_url'),
    sender: body.objectIf('sender').textIf('login'),
    payload,
  };
}

function pushOf(body: GivenObject, payload: unknown) {
  const common = repositoryOf(body, payload);
  const ref = body.text('ref');
  const [, kind, name = ref] = /^refs\/(heads|tags)\/(.+)$/s.exec(ref) ?? [];
  return {
    ...common,
    subject: `${common.repository} ${name}`,
    branch: kind === 'heads' ? name : undefined,
    tag: kind === 'tags' ? name : undefined,
    commit: body.text('after'),
    isCreated: body.booleanIf('created') ?? false,
    isDeleted: body.booleanIf('deleted') ?? false,
    isForced: body.booleanIf('forced') ?? false,
    commitMessage: body.objectIf('head_commit').textIf('message'),
    commits: body.objects('commits').map(commit => ({
      message: firstLine(commit.text('message')),
      author: commit.objectIf('author').textIf('name'),
      id: commit.text('id'),
      url: commit.textIf('url'),
    })),
    compareUrl: body.textIf('compare'),
  };
}

function runOf(body: GivenObject, payload: unknown) {
  const common = repositoryOf(body, payload);
  const run = body.object('workflow_run');
  const workflow = body.objectIf('workflow').textIf('name') ?? run.textIf('name') ?? run.id('id');
  const branch = run.textIf('head_branch');
  return {
    ...common,
    subject: `${common.repository}: ${workflow}${branch === undefined ? '' : ` (${branch})`}`,
    workflow,
    title: run.textIf('display_title'),
    runId: run.id('id'),
    runNumber: run.numberIf('run_number'),
    attempt: run.numberIf('run_attempt'),
    trigger: run.textIf('event'),
    conclusion: run.textIf('conclusion'),
    branch,
    commit: run.textIf('head_sha'),
    commitMessage: run.objectIf('head_commit').textIf('message'),
    startedAt: run.dateIf('run_started_at') ?? run.dateIf('created_at'),
    url: run.textIf('html_url'),
  };
}

function releaseOf(body: GivenObject, payload: unknown) {
  const common = repositoryOf(body, payload);
  const release = body.object('release');
  const tag = release.text('tag_name');
  return {
    ...common,
    subject: `${common.repository} ${tag}`,
    action: body.text('action'),
    tag,
    releaseName: release.textIf('name'),
    isPrerelease: release.booleanIf('prerelease') ?? false,
    isDraft: release.booleanIf('draft') ?? false,
    author: release.objectIf('author').textIf('login'),
    notes: release.textIf('body'),
    publishedAt: release.dateIf('published_at'),
    url: release.textIf('html_url'),
  };
}

/** The name of the event is not signed, but what it names must be in the body, which is. */
function readEvent(body: GivenObject, headers: SourceRequest['headers'], payload: unknown): Reading {
  const event = headers['x-github-event'] ?? '';
  switch (event) {
    case '':
      return { unreadable: 'The header `X-GitHub-Event`, which says what happened, is missing.' };
    case 'ping':
      return { ignored: 'GitHub asks whether the address answers (`ping`).' };
    case 'push': {
      const facts = pushOf(body, payload) satisfies FactsOf<GithubEvents, 'push'>;
      return { event, facts, ...dated(body.object('repository').epochSecondsIf('pushed_at')) };
    }
    case 'workflow_run': {
      const facts = runOf(body, payload) satisfies FactsOf<GithubEvents, 'workflow.ended'>;
      const name = eventOfRun(body.text('action'), facts.conclusion);
      const updated = dated(body.object('workflow_run').dateIf('updated_at'));
      return { event: name, facts, ...updated, ordered: `run ${facts.runId}` };
    }
    case 'release': {
      const facts = releaseOf(body, payload) satisfies FactsOf<GithubEvents, 'release.changed'>;
      if (facts.action !== 'published') return { event: 'release.changed', facts };
      return { event: 'release.published', facts, ...dated(facts.publishedAt) };
    }
    default:
      return {
        ignored: 'GitHub sent an event of another kind than `push`, `workflow_run` and `release`.',
      };
  }
}

function eventOfRun(action: string, conclusion: string | undefined): keyof GithubEvents['events'] {
  if (action === 'requested') return 'workflow.requested';
  if (action !== 'completed') return 'workflow.started';
  if (conclusion === 'success') return 'workflow.succeeded';
  // What conclusions there are stands in the reference of GraphQL; the examples of payloads have no `startup_failure`.
  return ['failure', 'timed_out', 'startup_failure'].includes(conclusion ?? '')
    ? 'workflow.failed'
    : 'workflow.ended';
}

function dated(date: Date | undefined): { readonly date?: Date } {
  return date === undefined ? {} : { date };
}

function samplePush(date: Date) {
  const before = '6113728f27ae82c7b1a177c8d03f9e96e0adf246';
  return {
    ref: 'refs/heads/main',
    before,
    after: sampleCommit.id,
    created: false,
    deleted: false,
    forced: false,
    compare: `${at}/compare/${before.slice(0, 12)}...${sampleCommit.id.slice(0, 12)}`,
    commits: [{ ...sampleCommit, url: `${at}/commit/${sampleCommit.id}` }],
    head_commit: { ...sampleCommit, timestamp: date.toISOString() },
    repository: sampleRepository,
    sender: { login: 'octocat' },
  };
}

function sampleRun(date: Date, action: string, conclusion: string | null) {
  return {
    action,
    workflow: { name: 'CI' },
    workflow_run: {
      id: 289782451,
      name: 'CI',
      display_title: firstLine(sampleCommit.message),
      run_number: 57,
      run_attempt: 1,
      event: 'push',
      conclusion,
      head_branch: 'main',
      head_sha: sampleCommit.id,
      head_commit: sampleCommit,
      run_started_at: new Date(date.getTime() - 95_000).toISOString(),
      updated_at: date.toISOString(),
      html_url: `${at}/actions/runs/289782451`,
    },
    repository: sampleRepository,
    sender: { login: 'octocat' },
  };
}

function sampleRelease(date: Date, action: string) {
  return {
    action,
    release: {
      tag_name: 'v2.1.0',
      name: '2.1.0',
      draft: false,
      prerelease: false,
      author: { login: 'octocat' },
      body: 'Prices are rounded once.',
      published_at: date.toISOString(),
      html_url: `${at}/releases/tag/v2.1.0`,
    },
    repository: sampleRepository,
    sender: { login: 'octocat' },
  };
}

/**
 * The webhook of a repository or an organisation on GitHub. The number of a delivery is not signed; what protects from sending
 * one again is that its signature, which is that of its body, is known.
 */
export const github: Source = {
  id: 'github',
  name: 'GitHub',
  catalogue: githubEvents as SourceCatalogue,
  signatures: [{ kind: 'hmac-sha256', header: 'x-hub-signature-256', encoding: 'hex', prefix: 'sha256=' }],
  secretFrom: 'server',
  headers: ['x-github-event'],
  read: readerOf(readEvent),
  setUp: `In the repository or the organization, under *Settings → Webhooks → Add webhook*:

- Payload URL: \`ADDRESS\`
- Content type: \`application/json\`
- Secret: \`SECRET\`
- Which events: individual ones, namely pushes, workflow runs and releases, or those of them that you want`,
  documentation: [
    'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
    'https://docs.github.com/en/webhooks/using-webhooks/creating-webhooks',
    'https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries',
    'https://docs.github.com/en/graphql/reference/enums#checkconclusionstate',
    'https://github.com/octokit/webhooks/tree/main/payload-examples/api.github.com',
  ],
  checked: '2026-11',
};
