import { listOf, optional } from '../../template/resolve/variables.ts';
import { defineEvents } from '../events/define-events.ts';
import type { FactsOf } from '../events/event-catalogue.ts';
import { type GivenObject, readerOf, sampleOf } from './given-json.ts';
import type { Source, SourceCatalogue } from './source.ts';

/** What GitLab reports of the pipelines of a project or a group. */
export const gitlabEvents = defineEvents({
  variables: {
    subject: 'string',
    project: 'string',
    projectUrl: optional('string'),
    status: 'string',
    ref: 'string',
    isTag: 'boolean',
    pipelineId: 'string',
    pipelineName: optional('string'),
    trigger: optional('string'),
    commit: optional('string'),
    commitMessage: optional('string'),
    mergeRequest: optional('string'),
    user: optional('string'),
    startedAt: optional('date'),
    finishedAt: optional('date'),
    durationSeconds: optional('number'),
    failedJobs: listOf({ name: 'string', stage: optional('string'), reason: optional('string') }),
    url: optional('string'),
    payload: 'json',
  },
  events: {
    'pipeline.succeeded': {
      title: 'A pipeline succeeded',
      sample: date => sampleOf(sampleBody(date, 'success'), factsOf),
    },
    'pipeline.failed': {
      title: 'A pipeline failed',
      sample: date => sampleOf(sampleBody(date, 'failed'), factsOf),
    },
    'pipeline.changed': {
      title: 'A pipeline has a new status',
      description: 'Its status is another, such as `pending`, `running` or `canceled`.',
      sample: date => sampleOf(sampleBody(date, 'running'), factsOf),
    },
  },
});

function factsOf(body: GivenObject, payload: unknown) {
  const [project, pipeline, commit] = [
    body.object('project'),
    body.object('object_attributes'),
    body.objectIf('commit'),
  ];
  const path = project.text('path_with_namespace');
  const ref = pipeline.text('ref');
  return {
    subject: `${path} ${ref}`,
    project: path,
    projectUrl: project.textIf('web_url'),
    status: pipeline.text('status'),
    ref,
    isTag: pipeline.booleanIf('tag') ?? false,
    pipelineId: pipeline.id('id'),
    pipelineName: pipeline.textIf('name'),
    trigger: pipeline.textIf('source'),
    commit: pipeline.textIf('sha'),
    commitMessage: commit.textIf('message'),
    mergeRequest: body.objectIf('merge_request').textIf('title'),
    user: body.objectIf('user').textIf('name'),
    startedAt: pipeline.dateIf('created_at'),
    finishedAt: pipeline.dateIf('finished_at'),
    durationSeconds: pipeline.numberIf('duration'),
    failedJobs: body
      .objectsIf('builds')
      .filter(job => job.json('status') === 'failed')
      .map(job => ({
        name: job.textIf('name') ?? 'job without a name',
        stage: job.textIf('stage'),
        reason: job.textIf('failure_reason'),
      })),
    url: pipeline.textIf('url'),
    payload,
  };
}

function sampleBody(date: Date, status: string) {
  const at = 'https://gitlab.example.com/acme/shop';
  const isOver = status !== 'running';
  return {
    object_kind: 'pipeline',
    object_attributes: {
      id: 31,
      name: 'Pipeline for main',
      ref: 'main',
      tag: false,
      sha: 'bcbb5ec396a2c0f828686f14fac9b80b780504f2',
      source: 'push',
      status,
      created_at: new Date(date.getTime() - 63_000).toISOString(),
      ...(isOver && { finished_at: date.toISOString(), duration: 63 }),
      url: `${at}/-/pipelines/31`,
    },
    user: { name: 'Ada Example' },
    project: { path_with_namespace: 'acme/shop', web_url: at },
    commit: { message: 'Round prices once' },
    builds: [
      { name: 'build', stage: 'build', status: 'success' },
      ...(status === 'failed'
        ? [{ name: 'unit', stage: 'test', status: 'failed', failure_reason: 'script_failure' }]
        : []),
    ],
  };
}

/** The pipeline events of a webhook on GitLab. */
export const gitlab: Source = {
  id: 'gitlab',
  name: 'GitLab',
  catalogue: gitlabEvents as SourceCatalogue,
  signatures: [
    { kind: 'standard-webhooks', toleranceSeconds: 300 },
    { kind: 'token', header: 'x-gitlab-token' },
  ],
  secretFrom: 'server',
  headers: [],
  read: readerOf((body, _, payload) => {
    if (body.text('object_kind') !== 'pipeline')
      return { ignored: 'GitLab sent an event of another kind than `pipeline`.' };
    const facts = factsOf(body, payload) satisfies FactsOf<typeof gitlabEvents, 'pipeline.changed'>;
    const { status, finishedAt } = facts;
    const event: keyof typeof gitlabEvents.events =
      status === 'success'
        ? 'pipeline.succeeded'
        : status === 'failed'
          ? 'pipeline.failed'
          : 'pipeline.changed';
    return {
      event,
      facts,
      ordered: facts.pipelineId,
      ...(event !== 'pipeline.changed' && finishedAt && { date: finishedAt }),
    };
  }),
  setUp: `In the project or the group, under *Settings → Webhooks → Add new webhook*:

- URL: \`ADDRESS\`
- Signing token: \`SECRET\`
- Trigger: *Pipeline events*

Where GitLab generates the signing token itself, make that the secret of this source. GitLab has signing tokens since version 19.0;
an older one sends the secret itself: enter \`SECRET\` as *Secret token*.`,
  documentation: [
    'https://docs.gitlab.com/user/project/integrations/webhooks/',
    'https://docs.gitlab.com/user/project/integrations/webhook_events/#pipeline-events',
    'https://docs.gitlab.com/releases/19/gitlab-19-0-released/#secure-webhooks-with-hmac-signing-tokens',
    'https://gitlab.com/gitlab-org/gitlab/-/merge_requests/230944',
    'https://gitlab.com/gitlab-org/gitlab/-/merge_requests/231325',
  ],
  checked: '2026-11',
};
