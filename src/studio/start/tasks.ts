import { Bell, CircleX, Play, PlugZap, TriangleAlert } from 'lucide-static';
import { pathOf } from '../frame/address.ts';
import { counted } from '../parts/counts.ts';
import type { Overview } from './overview.ts';

/** Something that somebody may want to do next. */
export interface Todo {
  readonly tone: 'bad' | 'warning' | 'busy' | 'quiet';
  readonly svg: string;
  readonly title: string;
  readonly why: string;
  /** Where it is done, and what that is called. */
  readonly path: string;
  readonly word: string;
}

/** What there is to do, what matters most first. */
export function tasksOf(overview: Overview): readonly Todo[] {
  return [...endpointTasks(overview), ...deliveryTasks(overview), ...setUpTasks(overview)];
}

function endpointTasks({ endpoints }: Overview): readonly Todo[] {
  const disabled = endpoints.filter(({ disabledAt }) => disabledAt !== undefined);
  const failing = endpoints.filter(({ disabledAt, failures }) => disabledAt === undefined && failures > 0);
  const look = { path: 'endpoints', word: 'See endpoints' };
  return [
    ...(disabled.length === 0
      ? []
      : [
          {
            ...look,
            tone: 'bad' as const,
            svg: CircleX,
            title: `${counted(disabled.length, 'endpoint')} disabled`,
            why: 'Nothing is sent there until somebody enables it.',
          },
        ]),
    ...(failing.length === 0
      ? []
      : [
          {
            ...look,
            tone: 'warning' as const,
            svg: TriangleAlert,
            title: `${counted(failing.length, 'endpoint')} failing`,
            why: 'Deliveries are tried again; an endpoint that only fails is disabled.',
          },
        ]),
  ];
}

function deliveryTasks({ failed: { items, next } }: Overview): readonly Todo[] {
  if (items.length === 0) return [];
  const count = next === undefined ? '' : 'More than ';
  return [
    {
      tone: 'bad',
      svg: CircleX,
      title: `${count}${counted(items.length, 'delivery', 'deliveries')} failed in the last day`,
      why: 'See why, and resend them once their receiver works again.',
      path: 'deliveries?state=failed&within=1d',
      word: 'See failed deliveries',
    },
  ];
}

function setUpTasks({ profiles, flows, processes }: Overview): readonly Todo[] {
  const silent = profiles.filter(({ webhooks }) => webhooks === 0);
  const [first] = silent;
  const [flow] = flows;
  return [
    ...(first === undefined
      ? []
      : [
          {
            tone: 'quiet' as const,
            svg: Bell,
            title:
              silent.length === 1
                ? `${first.name} tells nobody`
                : `${counted(silent.length, 'profile')} tell nobody`,
            why: 'Set up a webhook to be told when a process starts, completes or fails.',
            path: silent.length === 1 ? pathOf('profiles', first.name) : 'profiles',
            word: 'Set up notifications',
          },
        ]),
    ...(flow === undefined || processes.length > 0
      ? []
      : [
          {
            tone: 'quiet' as const,
            svg: Play,
            title: 'Nothing has run yet',
            why: 'The API tab of a flow says how to start it from outside, and has a test.',
            path: pathOf('flows', flow.projectId, flow.taskId, 'api'),
            word: 'See the API',
          },
        ]),
    ...(flow !== undefined
      ? []
      : [
          {
            tone: 'quiet' as const,
            svg: PlugZap,
            title: 'There is no flow yet',
            why: 'Flows are the tasks of the projects in the configuration of the server.',
            path: 'flows',
            word: 'See flows',
          },
        ]),
  ];
}
