import type { FastifyBaseLogger } from 'fastify';
import { PasswordHasher } from '../operations/people/password.ts';
import type { PasswordCost } from '../operations/people/password.ts';
import { WorkspaceEvaluations } from '../operations/evaluation/workbench/workspace-evaluations.ts';
import { WorkspaceReleases } from '../operations/release/workspace-releases.ts';
import type { ReleasePlace } from '../operations/release/workspace-releases.ts';
import { Health } from '../operations/workspace/health.ts';
import type { HealthTimes } from '../operations/workspace/health.ts';
import { failureReason } from '../operations/failure-reason.ts';
import { NoticeSender } from '../operations/people/notices/notice-sender.ts';
import type { NoticeSettings } from '../operations/people/notices/notice-sender.ts';
import type { Workspace } from '../operations/workspace.ts';
import { Events } from './events.ts';
import { Metrics } from './metrics.ts';
import { cookieName, PrincipalCache } from './session.ts';
import { Throttle } from './throttle.ts';
import { ConcurrencyLimit } from '../operations/concurrency-limit.ts';

/** What the handlers share: one of each per server. */
export interface Services {
  readonly workspace: Workspace;
  readonly log: FastifyBaseLogger;
  readonly passwords: PasswordHasher;
  readonly principals: PrincipalCache;
  readonly metrics: Metrics;
  /** Whether work can be saved. */
  readonly health: Health;
  readonly events: Events;
  /** For saves: a few dozen share one commit; more at once would only fill the memory. */
  readonly saves: ConcurrencyLimit;
  /** For files that are received and read: they take room on the disk. */
  readonly uploads: ConcurrencyLimit;
  /** The releases that this server cuts and keeps. */
  readonly releases: WorkspaceReleases;
  /** Systems that were measured against them. */
  readonly evaluations: WorkspaceEvaluations;
  /** Against guessing passwords, by name and by address. */
  readonly throttles: {
    readonly login: Throttle;
    readonly address: Throttle;
    /** Against test messages without end, by account. */
    readonly test: Throttle;
  };
  /** Messages to people and webhooks. */
  readonly notices: NoticeSender;
  /** Whether browsers use TLS, here or at a proxy. */
  readonly secure: boolean;
  readonly cookie: string;
  /** The public address behind a proxy, for links. */
  readonly publicUrl: string | null;
  /** Where it listens, for links without a public address; never what a request claims. */
  readonly listening: { address: string };
  /** The token for metrics; null if only this machine may read them. */
  readonly metricsToken: string | null;
}

/** How a server is made. */
export interface ServerOptions {
  readonly workspace: Workspace;
  readonly log: FastifyBaseLogger;
  readonly secure?: boolean;
  readonly publicUrl?: string | null;
  readonly metricsToken?: string;
  /** Where releases are kept; without it none can be cut here. */
  readonly releases?: ReleasePlace;
  /** How messages leave the server; without it, only webhooks on the internet get them. */
  readonly notices?: NoticeSettings;
  /** The cost of a password; lower only in tests. */
  readonly passwordCost?: PasswordCost;
  /** How long sessions are cached, in milliseconds: another server's revocations take that long. */
  readonly principalsCachedFor?: number;
  /** How often to look for other servers' work, in milliseconds. */
  readonly pollEvery?: number;
  /** When it is tried whether something can be saved. */
  readonly healthTimes?: HealthTimes;
}

/** Makes what the handlers share. */
export function makeServices(options: ServerOptions): Services {
  const { workspace, log, secure = false, publicUrl = null } = options;
  const now = (): number => workspace.clock().getTime();
  const metrics = new Metrics();
  const principals = new PrincipalCache(workspace, options.principalsCachedFor);
  const releases = new WorkspaceReleases(options.releases ?? null);
  const events = new Events(workspace, log, options.pollEvery);
  const listening = { address: `http${secure ? 's' : ''}://localhost` };
  const notices = new NoticeSender(
    workspace,
    options.notices ?? { mail: null, allowsPrivate: false },
    () => publicUrl ?? listening.address,
    (failure) => log.warn({ error: failureReason(failure) }, 'messages not sent'),
  );
  metrics.gauge('assay_sessions', 'Sessions used within the last minutes.', () =>
    principals.recent(),
  );
  metrics.gauge('assay_event_streams', 'Pages that follow the progress.', () => events.listeners());
  return {
    workspace,
    log,
    passwords: new PasswordHasher(options.passwordCost),
    principals,
    metrics,
    health: new Health(workspace.store, options.healthTimes),
    events,
    saves: new ConcurrencyLimit(64, 5000),
    uploads: new ConcurrencyLimit(16, 60_000),
    releases,
    evaluations: new WorkspaceEvaluations(releases),
    throttles: {
      login: new Throttle({ free: 5, longest: 60 }, now),
      address: new Throttle({ free: 20, longest: 900 }, now),
      test: new Throttle({ free: 3, longest: 300 }, now),
    },
    notices,
    secure,
    cookie: cookieName(secure),
    publicUrl,
    listening,
    metricsToken: options.metricsToken ?? null,
  };
}
