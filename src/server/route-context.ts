import type { BaseUrlOf } from '../api/route.ts';
import type { Catalogues } from '../events/catalogues.ts';
import type { WithDefaults } from '../options/define-options.ts';
import type { GivenReceiver } from '../webhook/receivers/define-receiver.ts';
import type { DatabaseStore } from '../workflow/database/database-store.ts';
import type { WorkflowService } from '../workflow/workflow-service.ts';
import type { ServerGate } from './access/gate.ts';
import type { ReachOf } from './access/reach.ts';
import type { TokenStore } from './access/tokens.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { FlowDirectory } from './flows/flow-directory.ts';
import type { FlowStore } from './flows/flow-store.ts';
import type { Intake, IntakeLimits } from './intake/intake.ts';
import type { Metrics } from './metrics.ts';
import type { ProfileLimits, Rate } from './profile-limits.ts';
import type { CurrentSources } from './sources/current-sources.ts';
import type { RefusalNotes } from './sources/refusal-notes.ts';
import type { KeepSourceEvent } from './sources/source-events.ts';
import type { SourceStore } from './sources/source-store.ts';
import type { TemplateThreads } from './templates/template-threads.ts';
import type { TemplateWorkSettings } from './templates/template-work-options.ts';
import type { ConnectionTester } from './webhooks/connection-test.ts';
import type { CurrentMisfits } from './webhooks/current-misfits.ts';

/** The parts of a server that its routes work with; each route names those that it needs. */
export interface RouteContext {
  readonly gate: ServerGate;
  readonly tokens: TokenStore;
  readonly audit: AuditLog;
  readonly reach: ReachOf;
  readonly misfits: Pick<CurrentMisfits, 'list'>;
  readonly tester: ConnectionTester;
  /** Where templates are checked, and within which limits. */
  readonly threads: TemplateThreads;
  readonly templates: TemplateWorkSettings;
  /** Those of the server's own first, as checks look for them. */
  readonly receivers: readonly GivenReceiver[];
  readonly catalogues: Catalogues;
  readonly intake: Intake;
  readonly intakeLimits: IntakeLimits;
  /** What each profile may have and do, and how much of it was used up. */
  readonly limits: WithDefaults<ProfileLimits>;
  readonly rates: { readonly tests: Rate; readonly events: Rate };
  readonly sources: SourceStore;
  readonly currentSources: CurrentSources;
  readonly keepSourceEvent: KeepSourceEvent;
  readonly refusals: RefusalNotes;
  /** The number of attempts after which a message is given up. */
  readonly maxAttempts: number;
  /** The time that an endpoint may do nothing but fail before it is disabled. */
  readonly disableAfterMs: number;
  /** The number of days for which an event is kept. */
  readonly retentionDays: number;
  readonly processes: DatabaseStore;
  readonly service: WorkflowService;
  readonly directory: FlowDirectory;
  readonly flows: FlowStore;
  readonly metrics: Metrics;
  readonly now: () => number;
  /** What pages call a profile, if not so. */
  readonly profileLabel: string | undefined;
  /** The prefix of the routes' paths. */
  readonly basePath: string;
  /** The address of the server for a request to a route with so many segments. */
  readonly baseUrlOf: BaseUrlOf;
  /** Whether callers are told apart by the server's own passwords, rather than by its application. */
  readonly hasPasswords: boolean;
  /** The server itself: a test of a flow goes through it like any other request. */
  readonly fetch: (request: Request, environment: object) => Response | Promise<Response>;
}
