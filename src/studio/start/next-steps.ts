import { Bell, CircleX, Play, PlugZap, TriangleAlert } from 'lucide-static';
import { pathOf } from '../frame/address.ts';
import { counted } from '../parts/counts.ts';
import type { Overview } from './overview.ts';

/** Something that somebody may want to do next. */
export interface NextStep {
  readonly tone: 'bad' | 'warning' | 'busy' | 'quiet';
  readonly svg: string;
  readonly title: string;
  readonly why: string;
  /** Where it is done, and what that is called. */
  readonly path: string;
  readonly word: string;
}

type FindStep = (overview: Overview) => NextStep | undefined;

/** What there is to do, what matters most first. */
export function nextSteps(overview: Overview): readonly NextStep[] {
  const found = [
    ...[disabledEndpoints, failingEndpoints, failedDeliveries, erroredProcesses],
    ...[silentProfiles, firstRun, firstFlow],
  ];
  return found.map(find => find(overview)).filter(step => step !== undefined);
}

const disabledEndpoints: FindStep = ({ endpoints }) => {
  const count = endpoints.filter(({ disabledAt }) => disabledAt !== undefined).length;
  if (count === 0) return undefined;
  return {
    tone: 'bad',
    svg: CircleX,
    title: `${counted(count, 'endpoint')} disabled`,
    why: 'Nothing is sent there until somebody enables it.',
    path: 'endpoints',
    word: 'See endpoints',
  };
};

const failingEndpoints: FindStep = ({ endpoints }) => {
  const count = endpoints.filter(
    ({ disabledAt, failures }) => disabledAt === undefined && failures > 0,
  ).length;
  if (count === 0) return undefined;
  return {
    tone: 'warning',
    svg: TriangleAlert,
    title: `${counted(count, 'endpoint')} failing`,
    why: 'Deliveries are tried again; an endpoint that keeps failing is disabled.',
    path: 'endpoints',
    word: 'See endpoints',
  };
};

const failedDeliveries: FindStep = ({ failed: { items, next } }) => {
  if (items.length === 0) return undefined;
  const count = next === undefined ? '' : 'More than ';
  return {
    tone: 'bad',
    svg: CircleX,
    title: `${count}${counted(items.length, 'delivery', 'deliveries')} failed in the last day`,
    why: 'See why, and resend them once their receiver works again.',
    path: 'deliveries?state=failed&within=1d',
    word: 'See failed deliveries',
  };
};

const erroredProcesses: FindStep = ({ errored: { items, next } }) => {
  if (items.length === 0) return undefined;
  const count = next === undefined ? '' : 'More than ';
  return {
    tone: 'bad',
    svg: CircleX,
    title: `${count}${counted(items.length, 'process', 'processes')} ended in error in the last day`,
    why: 'The page of each process says what went wrong.',
    path: 'processes?status=error',
    word: 'See processes',
  };
};

const silentProfiles: FindStep = ({ profiles }) => {
  const [first, ...others] = profiles.filter(({ webhooks }) => webhooks === 0);
  if (!first) return undefined;
  const isOne = others.length === 0;
  return {
    tone: 'quiet',
    svg: Bell,
    title: isOne
      ? `${first.name} has no webhooks`
      : `${counted(others.length + 1, 'profile')} have no webhooks`,
    why: 'Set up a webhook to be told when a process starts, completes or fails.',
    path: isOne ? pathOf('profiles', first.name) : 'profiles',
    word: 'Set up notifications',
  };
};

const firstRun: FindStep = ({ flows: [flow], processes }) => {
  if (!flow || processes.length > 0) return undefined;
  return {
    tone: 'quiet',
    svg: Play,
    title: 'Nothing has run yet',
    why: 'The API tab of a flow says how to start it from outside, and has a test.',
    path: pathOf('flows', flow.projectId, flow.taskId, 'api'),
    word: 'See the API',
  };
};

const firstFlow: FindStep = ({ flows }) => {
  if (flows.length > 0) return undefined;
  return {
    tone: 'quiet',
    svg: PlugZap,
    title: 'There is no flow yet',
    why: 'Flows are the tasks of the projects in the configuration of the server.',
    path: 'flows',
    word: 'See flows',
  };
};
