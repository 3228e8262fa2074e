import {
  alertmanager,
  github,
  gitlab,
  grafana,
  sentry,
  standardWebhooks,
  stripe,
} from '../../../src/webhook/sources/index.ts';
import type { Source } from '../../../src/webhook/sources/source.ts';

/** What a sender sends, in the form of the examples in its documentation, with other names and texts. */
export interface Example {
  readonly title: string;
  readonly source: Source;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** The event that it reports; undefined if nothing happened. */
  readonly event?: string;
}

const labels = { alertname: 'HighErrorRate', cluster: 'eu', severity: 'critical', instance: 'api-1:9100' };
const alert = {
  status: 'firing',
  labels,
  annotations: { summary: 'More than 5 % of requests fail', runbook_url: 'https://example.com/runbook' },
  startsAt: '2026-08-07T09:14:22.114Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://prometheus.example.com/graph?g0.expr=x&g0.tab=1',
  fingerprint: '3f8c1a2b9d4e5f60',
};
const resolved = { ...alert, status: 'resolved', endsAt: '2026-08-07T09:20:12.443123456+02:00' };

const alertmanagerGroup = {
  version: '4',
  groupKey: '{}/{severity="critical"}:{alertname="HighErrorRate", cluster="eu"}',
  truncatedAlerts: 3,
  status: 'firing',
  receiver: 'hooks',
  notification_reason: 'new alerts added',
  groupLabels: { alertname: 'HighErrorRate', cluster: 'eu' },
  commonLabels: { alertname: 'HighErrorRate', cluster: 'eu', severity: 'critical' },
  commonAnnotations: { summary: 'More than 5 % of requests fail' },
  routeLabels: {},
  externalURL: 'https://alertmanager.example.com',
  alerts: [alert, resolved],
};

const grafanaGroup = {
  receiver: 'My webhook',
  status: 'firing',
  orgId: 1,
  alerts: [
    {
      ...alert,
      startsAt: '2026-10-12T09:51:03.157076+02:00',
      silenceURL: 'https://grafana.example.com/alerting/silence/new?alertmanager=grafana',
      dashboardURL: '',
      panelURL: '',
      values: { B: 44.23943737541908, C: 1 },
    },
    { ...alert, labels: { ...labels, alertname: 'HighMemory' }, values: null },
  ],
  groupLabels: {},
  commonLabels: { cluster: 'eu' },
  commonAnnotations: {},
  externalURL: 'https://grafana.example.com/',
  version: '1',
  groupKey: '{}:{}',
  truncatedAlerts: 0,
  title: '[FIRING:2]  (eu)',
  state: 'alerting',
  message: '**Firing**\n\nLabels:\n - cluster = eu\n',
};

const user = { login: 'mona', id: 21_031_067, type: 'User', site_admin: false };
const repository = {
  id: 186_853_002,
  name: 'hello',
  full_name: 'mona/hello',
  private: false,
  owner: user,
  html_url: 'https://github.com/mona/hello',
  description: null,
  pushed_at: 1_557_933_657,
  default_branch: 'main',
};
const commit = {
  id: '3484a3fb816e0859fd6e1cea078d76385ff50625',
  message: 'build(test): check the payload\n\nAnd its end.',
  timestamp: '2026-10-05T16:32:07Z',
  url: 'https://github.com/mona/hello/commit/3484a3f',
  author: { name: 'Mona', email: 'mona@example.com' },
  added: [],
  removed: [],
  modified: ['README.md'],
};
const push = {
  ref: 'refs/heads/main',
  before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
  after: commit.id,
  created: false,
  deleted: false,
  forced: false,
  base_ref: null,
  compare: 'https://github.com/mona/hello/compare/6113728f27ae...3484a3fb816e',
  commits: [commit],
  head_commit: commit,
  repository,
  pusher: { name: 'mona', email: 'mona@example.com' },
  sender: user,
};
const deletedTag = {
  ...push,
  ref: 'refs/tags/simple-tag',
  after: '0000000000000000000000000000000000000000',
  deleted: true,
  commits: [],
  head_commit: null,
};
const run = {
  action: 'completed',
  workflow: { id: 2_823_525, name: 'test', path: '.github/workflows/test.yml', state: 'active' },
  workflow_run: {
    id: 289_782_451,
    name: 'test',
    display_title: 'build(test): check the payload',
    run_number: 12,
    run_attempt: 1,
    status: 'completed',
    conclusion: 'success',
    event: 'push',
    head_branch: 'main',
    head_sha: commit.id,
    head_commit: commit,
    pull_requests: [],
    created_at: '2026-10-05T16:33:24Z',
    updated_at: '2026-10-05T16:35:01Z',
    html_url: 'https://github.com/mona/hello/actions/runs/289782451',
  },
  repository,
  sender: user,
};
const failedRun = { ...run, workflow_run: { ...run.workflow_run, conclusion: 'timed_out' } };
const requestedRun = {
  ...run,
  action: 'requested',
  workflow_run: { ...run.workflow_run, conclusion: null, head_branch: null },
};
const release = {
  action: 'published',
  release: {
    id: 17_372_790,
    tag_name: '0.0.1',
    target_commitish: 'main',
    name: '',
    draft: false,
    author: user,
    prerelease: false,
    created_at: '2026-05-15T15:19:25Z',
    published_at: '2026-05-15T15:20:53Z',
    assets: [],
    body: null,
    html_url: 'https://github.com/mona/hello/releases/tag/0.0.1',
  },
  repository,
  sender: user,
};

const job = {
  id: 378,
  stage: 'test',
  name: 'unit',
  status: 'failed',
  created_at: '2026-08-12 15:23:28 UTC',
  started_at: null,
  duration: 17.0,
  failure_reason: 'script_failure',
  allow_failure: false,
  runner: { id: 380_987, description: 'shared', active: true, tags: ['linux', 'docker'] },
  environment: null,
};
const pipeline = {
  object_kind: 'pipeline',
  object_attributes: {
    id: 31,
    iid: 3,
    name: 'Pipeline for branch: main',
    ref: 'main',
    tag: false,
    sha: 'bcbb5ec396a2c0f828686f14fac9b80b780504f2',
    source: 'merge_request_event',
    status: 'failed',
    stages: ['build', 'test', 'deploy'],
    created_at: '2026-08-12 15:23:28 UTC',
    finished_at: '2026-08-12 17:26:29 +0200',
    duration: 63,
    variables: [{ key: 'REGION', value: 'eu-1' }],
    url: 'https://gitlab.example.com/acme/shop/-/pipelines/31',
  },
  merge_request: { id: 1, iid: 1, title: 'Round prices', state: 'opened' },
  user: { id: 1, name: 'Ada', username: 'ada', email: '[REDACTED]' },
  project: {
    id: 1,
    name: 'Shop',
    web_url: 'https://gitlab.example.com/acme/shop',
    path_with_namespace: 'acme/shop',
    avatar_url: null,
  },
  commit: {
    id: 'bcbb5ec396a2c0f828686f14fac9b80b780504f2',
    message: 'test\n',
    author: { name: 'Ada', email: 'ada@example.com' },
  },
  builds: [job, { ...job, id: 377, name: 'lint', status: 'success', failure_reason: null }],
};
const delivery = {
  'x-gitlab-event': 'Pipeline Hook',
  'idempotency-key': '908a6d9e-45fd-46c8-97e6-c4f350f219dd',
};

const alertOfIssue = {
  action: 'triggered',
  actor: { id: 'sentry', name: 'Sentry', type: 'application' },
  data: {
    event: {
      event_id: 'e4874d664c3540c1a32eab185f12c5ab',
      culprit: '?(<anonymous>)',
      datetime: '2026-08-19T21:06:17.677000Z',
      dist: null,
      exception: {
        values: [
          {
            type: 'ReferenceError',
            value: 'basket is not defined',
            stacktrace: { frames: [{ filename: '/js/shop.min.js', lineno: 1, in_app: false, vars: null }] },
          },
        ],
      },
      issue_id: '1117540176',
      level: 'error',
      message: '',
      metadata: { type: 'ReferenceError', value: 'basket is not defined' },
      platform: 'javascript',
      project: 1,
      release: null,
      request: {
        headers: [['User-Agent', 'Mozilla/5.0']],
        query_string: [],
        url: 'https://shop.example.com/',
      },
      tags: [
        ['browser', 'Chrome 75.0.3770'],
        ['environment', 'production'],
      ],
      timestamp: 1_566_248_777.677,
      title: 'ReferenceError: basket is not defined',
      type: 'error',
      user: { ip_address: '203.0.113.7' },
      web_url:
        'https://sentry.io/organizations/acme/issues/1117540176/events/e4874d664c3540c1a32eab185f12c5ab/',
    },
    triggered_rule: 'Very important',
    issue_alert: { title: 'Very important', settings: [{ name: 'channel', value: '#general' }] },
  },
  installation: { uuid: 'a8e5d37a-696c-4c54-adb5-b3f28d64c7de' },
};
const ofSentry = { 'sentry-hook-resource': 'event_alert', 'sentry-hook-timestamp': '1566248777' };

const invoice = {
  id: 'evt_1Q0000000000000000000001',
  object: 'event',
  api_version: '2026-09-30.basil',
  created: 1_779_225_243,
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: 'invoice.paid',
  data: {
    object: {
      id: 'in_1Q0000000000000000000002',
      object: 'invoice',
      amount_due: 1099,
      amount_paid: 1099,
      amount_remaining: 0,
      attempt_count: 1,
      currency: 'usd',
      customer: 'cus_Q00000000001',
      customer_email: 'ada@example.com',
      customer_name: null,
      due_date: null,
      hosted_invoice_url: 'https://invoice.stripe.com/i/acct_1/test_1',
      invoice_pdf: 'https://pay.stripe.com/invoice/acct_1/test_1/pdf',
      last_finalization_error: null,
      lines: {
        object: 'list',
        data: [{ id: 'il_1', amount: 1099, description: '1 × Plan', quantity: 1, metadata: {} }],
        has_more: false,
      },
      metadata: {},
      next_payment_attempt: null,
      number: 'F7D5B2A1-0001',
      status: 'paid',
    },
  },
};
const yen = {
  ...invoice,
  id: 'evt_1Q0000000000000000000002',
  type: 'invoice.payment_failed',
  data: {
    object: {
      ...invoice.data.object,
      currency: 'jpy',
      amount_remaining: 1099,
      next_payment_attempt: 1_779_300_000,
    },
  },
};

const contact = {
  type: 'contact.created',
  timestamp: '2022-11-03T20:26:10.344522Z',
  data: { id: '1f81eb52-5198-4599-803e-771906343485', fullName: 'John Smith', emails: ['john@example.com'] },
};
const ofStandard = { 'webhook-id': 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W' };

/** At least one for each event of each source but those that differ in a name alone. */
export const examples: readonly Example[] = [
  { title: 'alerts', source: alertmanager, headers: {}, body: alertmanagerGroup, event: 'alerts.firing' },
  {
    title: 'resolved alerts',
    source: alertmanager,
    headers: {},
    body: { ...alertmanagerGroup, status: 'resolved', alerts: [resolved] },
    event: 'alerts.resolved',
  },
  { title: 'alerts', source: grafana, headers: {}, body: grafanaGroup, event: 'alerts.firing' },
  {
    title: 'a push',
    source: github,
    headers: { 'x-github-event': 'push', 'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' },
    body: push,
    event: 'push',
  },
  {
    title: 'a deleted tag',
    source: github,
    headers: { 'x-github-event': 'push' },
    body: deletedTag,
    event: 'push',
  },
  {
    title: 'a run',
    source: github,
    headers: { 'x-github-event': 'workflow_run' },
    body: run,
    event: 'workflow.succeeded',
  },
  {
    title: 'a run that failed',
    source: github,
    headers: { 'x-github-event': 'workflow_run' },
    body: failedRun,
    event: 'workflow.failed',
  },
  {
    title: 'a run that was requested',
    source: github,
    headers: { 'x-github-event': 'workflow_run' },
    body: requestedRun,
    event: 'workflow.requested',
  },
  {
    title: 'a release',
    source: github,
    headers: { 'x-github-event': 'release' },
    body: release,
    event: 'release.published',
  },
  {
    title: 'a release that was edited',
    source: github,
    headers: { 'x-github-event': 'release' },
    body: { ...release, action: 'edited' },
    event: 'release.changed',
  },
  {
    title: 'a ping',
    source: github,
    headers: { 'x-github-event': 'ping' },
    body: { zen: 'Keep it simple.', hook_id: 1, hook: { type: 'Repository', active: true }, repository },
  },
  { title: 'a pipeline', source: gitlab, headers: delivery, body: pipeline, event: 'pipeline.failed' },
  {
    title: 'a pipeline that runs',
    source: gitlab,
    headers: delivery,
    body: {
      ...pipeline,
      object_attributes: {
        ...pipeline.object_attributes,
        status: 'running',
        finished_at: null,
        duration: null,
      },
      merge_request: null,
    },
    event: 'pipeline.changed',
  },
  { title: 'a job', source: gitlab, headers: delivery, body: { object_kind: 'build', build_id: 1977 } },
  { title: 'an alert', source: sentry, headers: ofSentry, body: alertOfIssue, event: 'issue.alert' },
  {
    title: 'an installation',
    source: sentry,
    headers: { 'sentry-hook-resource': 'installation' },
    body: { action: 'created', data: { installation: { uuid: 'a8e5d37a' } } },
  },
  { title: 'a paid invoice', source: stripe, headers: {}, body: invoice, event: 'invoice.paid' },
  { title: 'a failed payment', source: stripe, headers: {}, body: yen, event: 'invoice.payment_failed' },
  {
    title: 'a customer',
    source: stripe,
    headers: {},
    body: {
      ...{ ...invoice, id: 'evt_1Q0000000000000000000003', type: 'customer.created' },
      data: { object: { id: 'cus_1', object: 'customer' } },
    },
  },
  { title: 'data', source: standardWebhooks, headers: ofStandard, body: contact, event: 'contact.created' },
];
