import { existsSync, readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { SecureContextOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { defined } from '../domain/defined.ts';
import { refuse } from '../domain/fault.ts';
import { refuseField } from '../domain/field-fault.ts';
import { readingLimits } from '../operations/exchange/read-apart.ts';
import type { ModelAccess } from '../operations/models/model-services.ts';
import { firstLeadLink } from '../operations/people/first-lead.ts';
import { forgetEndedSessions } from '../operations/people/identity.ts';
import { loadFolder } from '../operations/protocol/load-folder.ts';
import type { LoadedFolder } from '../operations/protocol/load-folder.ts';
import { removeLeftovers } from '../operations/scratch-folder.ts';
import { failureCode, failureReason } from '../operations/failure-reason.ts';
import { HeadKeeper } from '../operations/workspace/keep-head.ts';
import type { HeadPlaces } from '../operations/workspace/keep-head.ts';
import type { NoticeSettings } from '../operations/people/notices/notice-sender.ts';
import { releasePlace } from '../operations/release/release-place.ts';
import { openWorkspace } from '../operations/workspace.ts';
import type { Workspace } from '../operations/workspace.ts';
import { buildApp } from './app.ts';
import type { App } from './app.ts';
import type { LogTarget } from './log.ts';
import { allowedHosts, exposureOf, trustedProxies } from './exposure.ts';
import type { Exposure } from './exposure.ts';
import { PasswordHasher } from '../operations/people/password.ts';
import type { PasswordCost } from '../operations/people/password.ts';

/** How a server is started. */
export interface ServeOptions {
  readonly database: string;
  readonly host: string;
  readonly port: number;
  /** Folders with protocols to load as projects, unless they exist. */
  readonly protocols: readonly string[];
  /** Done in the workspace before anybody is served. */
  readonly prepare?: (workspace: Workspace, passwords: PasswordHasher) => Promise<void>;
  /** What models are reached with. */
  readonly models?: ModelAccess;
  readonly log: LogTarget;
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  /** Serve other machines without TLS. */
  readonly insecure?: boolean;
  /** The address behind a proxy. */
  readonly publicUrl?: string;
  /** The proxies that tell the addresses of clients; true is one on this machine. */
  readonly trustProxy?: string | true;
  /** Further names that it answers to. */
  readonly allowHost?: readonly string[];
  /** The token for reading metrics from other machines. */
  readonly metricsToken?: string;
  /** Where the end of the audit log is kept, once a day. */
  readonly auditHead?: HeadPlaces;
  /** The folder for releases; else one beside the database's file. */
  readonly releases?: string;
  /** A private key that signs them. */
  readonly releaseKey?: string;
  /** How messages to people and webhooks leave the server. */
  readonly notices?: NoticeSettings;
  /** Print a link for one more lead. */
  readonly leadLink?: boolean;
  /** The folder with the built pages; else where the package has them. */
  readonly web?: string;
  readonly passwordCost?: PasswordCost;
}

/** A server that listens. */
export interface RunningServer {
  readonly address: string;
  /** The one-time link for the lead, on the first start. */
  readonly link: string | null;
  /** Where links lead. */
  readonly linkAddress: string;
  /** Whether others may reach it at another address than the one in links. */
  readonly needsPublicUrl: boolean;
  readonly projects: readonly LoadedFolder[];
  readonly app: App;
  readonly workspace: Workspace;
  /** Stops taking requests, finishes those in progress, and closes the database. */
  close(): Promise<void>;
}

/** Opens the workspace, loads protocols, and listens. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const exposure = exposureOf({
    host: options.host,
    hasTls: options.tls !== undefined,
    insecure: options.insecure === true,
    publicUrl: options.publicUrl ?? null,
  });
  const { metricsToken, trustProxy } = options;
  const proxies = trustProxy === undefined ? null : trustedProxies(trustProxy);
  const hosts = allowedHosts(options.allowHost ?? []);
  if (metricsToken !== undefined && !/^[!-~]{16,}$/.test(metricsToken)) {
    const expected = 'at least 16 letters, digits and signs without spaces';
    refuseField('--metrics-token', `one of ${metricsToken.length} characters`, expected);
  }
  const tls = options.tls === undefined ? {} : { tls: readTls(options.tls) };
  // Said now, not to whoever uploads the first file.
  readingLimits();
  const releases = releasePlace(options.database, options.releases, options.releaseKey);
  const opened = await openWorkspace(options.database, undefined, true);
  const workspace = { ...opened, ...defined({ models: options.models }) };
  try {
    const projects: LoadedFolder[] = [];
    for (const folder of options.protocols) projects.push(await loadFolder(workspace, folder));
    await options.prepare?.(workspace, new PasswordHasher(options.passwordCost));
    const app = await buildApp({
      workspace,
      log: options.log,
      secure: exposure.secure,
      publicUrl: exposure.publicUrl,
      host: exposure.host,
      hosts,
      ...(proxies === null ? {} : { trustProxy: proxies }),
      ...(releases === null ? {} : { releases }),
      web: options.web ?? builtPages(),
      ...tls,
      ...defined({
        metricsToken: options.metricsToken,
        passwordCost: options.passwordCost,
        notices: options.notices,
      }),
    });
    const { log } = app.services;
    await forgetEndedSessions(workspace);
    await sweepScratch(workspace, log);
    const sweeping = setInterval(() => void sweep(workspace, log), 24 * 3_600_000);
    sweeping.unref();
    const heads = new HeadKeeper(workspace, options.auditHead ?? {}, (place, failure) =>
      log.warn({ place, error: failureReason(failure) }, 'head of the audit log not kept'),
    );
    const keeping = setInterval(() => void heads.keep(), headInterval);
    keeping.unref();
    const port = await listen(app, options, exposure, workspace);
    const at = (host: string): string =>
      `http${options.tls === undefined ? '' : 's'}://${host}:${port}`;
    const address = exposure.publicUrl ?? at(exposure.shownHost);
    app.services.listening.address = at(exposure.linkHost);
    void heads.keep();
    app.services.notices.start();
    const secret = await firstLeadLink(workspace, options.leadLink === true);
    return {
      address,
      link: secret === null ? null : `${address}/link/${secret}`,
      linkAddress: exposure.publicUrl ?? at(exposure.linkHost),
      needsPublicUrl: exposure.needsPublicUrl,
      projects,
      app,
      workspace,
      close: async () => {
        clearInterval(sweeping);
        clearInterval(keeping);
        await app.services.notices.stop();
        await app.close();
        await app.services.releases.settled();
        await app.services.evaluations.settled();
        await workspace.store.close();
      },
    };
  } catch (failure) {
    await workspace.store.close();
    throw failure;
  }
}

/** How often it is seen whether a day is over, or whether a place can be reached again. */
const headInterval = 10 * 60_000;

async function listen(
  app: App,
  { port }: ServeOptions,
  { host }: Exposure,
  workspace: Workspace,
): Promise<number> {
  try {
    await app.fastify.listen({ host, port });
  } catch (failure) {
    await app.close();
    const code = failureCode(failure);
    if (code === 'EADDRINUSE')
      refuse('usage', {
        reason:
          `The port ${port} is in use. Pass another with --port, or stop the ` +
          `server of ${workspace.store.address} that uses it.`,
      });
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      refuse('usage', {
        reason: `${host}:${port} cannot be listened at (${code}). Pass another --host or --port.`,
      });
    throw failure;
  }
  const bound = app.fastify.server.address();
  return bound !== null && typeof bound === 'object' ? bound.port : port;
}

async function sweep(workspace: Workspace, log: FastifyBaseLogger): Promise<void> {
  const warn = (message: string) => (failure: unknown) =>
    log.warn({ error: failureReason(failure) }, message);
  await forgetEndedSessions(workspace).catch(warn('ended sessions not forgotten'));
  await sweepScratch(workspace, log);
}

async function sweepScratch({ clock }: Workspace, log: FastifyBaseLogger): Promise<void> {
  await removeLeftovers(clock()).catch((failure: unknown) =>
    log.warn({ error: failureReason(failure) }, 'leftovers in the temporary folder not removed'),
  );
}

function readTls({ certFile, keyFile }: NonNullable<ServeOptions['tls']>) {
  const [cert, key] = [readPem(certFile), readPem(keyFile)];
  const check = (file: string, pair: SecureContextOptions, reason: string): void => {
    try {
      createSecureContext(pair);
    } catch (failure) {
      refuse('file-unreadable', { file, reason: `${reason} (${failureReason(failure)})` });
    }
  };
  check(certFile, { cert }, 'it holds no certificate in PEM');
  check(keyFile, { key }, 'it holds no key in PEM, or one with a passphrase');
  check(keyFile, { cert, key }, `the key does not belong to the certificate in ${certFile}`);
  return { cert, key };
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    const code = existsSync(file) ? 'file-unreadable' : 'file-not-found';
    return refuse(code, { file, reason: failureReason(failure) });
  }
}

/** The built pages: beside the sources in a clone, beside the compiled files in a package. */
function builtPages(): string | null {
  const places = ['../../dist/web', '../web'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const isBuilt = (place: string): boolean =>
    existsSync(`${place}/index.html`) && existsSync(`${place}/assets`);
  return places.find(isBuilt) ?? null;
}
