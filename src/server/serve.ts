import { existsSync, readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { SecureContextOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { printValue, refuse } from '../domain/fault.ts';
import { firstLeadLink } from '../operations/first-lead.ts';
import { forgetEndedSessions } from '../operations/identity.ts';
import { loadFolder } from '../operations/load-folder.ts';
import type { LoadedFolder } from '../operations/load-folder.ts';
import { forgetOldUploads } from '../operations/receive-file.ts';
import { openWorkspace } from '../operations/workspace.ts';
import type { Workspace } from '../operations/workspace.ts';
import { buildApp } from './app.ts';
import type { App } from './app.ts';
import type { Log } from './log.ts';
import { PasswordHasher } from '../operations/password.ts';
import type { PasswordCost } from '../operations/password.ts';

/** How a server is started. */
export interface ServeOptions {
  readonly database: string;
  readonly host: string;
  readonly port: number;
  /** Folders with protocols to load as projects, unless they are there. */
  readonly protocols: readonly string[];
  /** Done in the workspace before anybody is served. */
  readonly prepare?: (workspace: Workspace, passwords: PasswordHasher) => Promise<void>;
  readonly log: Log;
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  /** Serve to other machines without TLS all the same. */
  readonly insecure?: boolean;
  /** How the outside calls this server, behind a proxy. */
  readonly publicUrl?: string;
  /** With which programs elsewhere read the metrics. */
  readonly metricsToken?: string;
  /** Print a link for one more lead, though there is one. */
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
  /** Whether it is served to other machines and was not told how they call it: links then begin with the address by which whoever makes them came. */
  readonly linksFollowRequests: boolean;
  readonly projects: readonly LoadedFolder[];
  readonly app: App;
  readonly workspace: Workspace;
  /** Stops taking requests, finishes those that came, and closes the database. */
  close(): Promise<void>;
}

/** Opens the workspace, loads protocols, and listens. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const host = listenedAt(options.host);
  const publicUrl = options.publicUrl === undefined ? null : publicAddress(options.publicUrl);
  const secure = options.tls !== undefined || publicUrl?.startsWith('https:') === true;
  if (!isLoopback(host) && options.tls === undefined && options.insecure !== true) {
    refuse('usage', { reason: `${options.host} can be reached from other machines, and passwords would travel in the open. Pass --tls-cert and --tls-key, or --insecure when something else protects the way.` });
  }
  if (options.metricsToken !== undefined && !/^[!-~]{16,}$/.test(options.metricsToken)) refuse('wrong-value', { field: '--metrics-token', came: `one of ${options.metricsToken.length} characters`, expected: 'at least 16 letters, digits and signs without spaces' });
  const tls = options.tls === undefined ? {} : { tls: readTls(options.tls) };
  const workspace = await openWorkspace(options.database, undefined, true);
  try {
    const projects: LoadedFolder[] = [];
    for (const folder of options.protocols) projects.push(await loadFolder(workspace, folder));
    await options.prepare?.(workspace, new PasswordHasher(options.passwordCost));
    await forgetEndedSessions(workspace);
    await sweepUploads(workspace, options.log);
    const app = await buildApp({
      workspace,
      log: options.log,
      secure,
      publicUrl,
      ...(options.metricsToken === undefined ? {} : { metricsToken: options.metricsToken }),
      web: options.web ?? builtPages(),
      ...(options.passwordCost === undefined ? {} : { passwordCost: options.passwordCost }),
      ...tls,
    });
    const sweeping = setInterval(() => void sweep(workspace, options.log), 24 * 3_600_000);
    sweeping.unref();
    const listening = await listen(app, { ...options, host }, workspace);
    const address = publicUrl ?? listening;
    const secret = await firstLeadLink(workspace, options.leadLink === true);
    return {
      address,
      link: secret === null ? null : `${address}/link/${secret}`,
      linksFollowRequests: publicUrl === null && !isLoopback(host),
      projects,
      app,
      workspace,
      close: async () => {
        clearInterval(sweeping);
        await app.close();
        await workspace.store.close();
      },
    };
  } catch (failure) {
    await workspace.store.close();
    throw failure;
  }
}

/** An address to listen at in its one form, however it was written: `[::1]`, `LOCALHOST`, `127.1`. What has no such form is left as it is. */
export function listenedAt(host: string): string {
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  // Anything more than a name or a number, such as a port, is none.
  if (!/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(bracketed) || !URL.canParse(`http://${bracketed}`)) return host;
  return new URL(`http://${bracketed}`).hostname.replace(/^\[|\]$/g, '');
}

/** Whether an address is this machine's own, which nobody else can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

async function listen(app: App, { host, port, tls }: ServeOptions, workspace: Workspace): Promise<string> {
  try {
    await app.fastify.listen({ host, port });
  } catch (failure) {
    await app.close();
    const code = failure instanceof Error && 'code' in failure ? failure.code : '';
    if (code === 'EADDRINUSE') refuse('usage', { reason: `The port ${port} is in use. Pass another with --port, or stop the server of ${workspace.store.address} that uses it.` });
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') refuse('usage', { reason: `${host}:${port} cannot be listened at (${code}). Pass another --host or --port.` });
    throw failure;
  }
  const bound = app.fastify.server.address();
  // Everywhere is no address that a browser could go to.
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http${tls === undefined ? '' : 's'}://${shown}:${bound !== null && typeof bound === 'object' ? bound.port : port}`;
}

async function sweep(workspace: Workspace, log: Log): Promise<void> {
  try {
    await forgetEndedSessions(workspace);
  } catch (failure) {
    log.write('warn', 'ended sessions not forgotten', { error: failure instanceof Error ? failure.message : String(failure) });
  }
  await sweepUploads(workspace, log);
}

async function sweepUploads(workspace: Workspace, log: Log): Promise<void> {
  try {
    await forgetOldUploads(workspace.clock());
  } catch (failure) {
    log.write('warn', 'old uploads not removed', { error: failure instanceof Error ? failure.message : String(failure) });
  }
}

/** How the outside calls the server, without a stroke at the end: links are made from it, so it is an address of the web and nothing more. */
function publicAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isPlain = url !== null && ['http:', 'https:'].includes(url.protocol) && !/[?#]/.test(given) && url.username + url.password === '';
  if (!isPlain) refuse('wrong-value', { field: '--public-url', came: printValue(given), expected: 'an address such as https://assay.example.org' });
  return url.href.replace(/\/+$/, '');
}

function readTls({ certFile, keyFile }: { readonly certFile: string; readonly keyFile: string }): { readonly cert: string; readonly key: string } {
  const [cert, key] = [readPem(certFile), readPem(keyFile)];
  const check = (file: string, pair: SecureContextOptions, reason: string): void => {
    try {
      createSecureContext(pair);
    } catch (failure) {
      refuse('file-unreadable', { file, reason: `${reason} (${failure instanceof Error ? failure.message : String(failure)})` });
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
    return refuse(existsSync(file) ? 'file-unreadable' : 'file-not-found', { file, reason: failure instanceof Error ? failure.message : String(failure) });
  }
}

/** Where the package has the built pages: beside the sources in a clone, beside the compiled files in a package. */
function builtPages(): string | null {
  const places = ['../../dist/web', '../web'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return places.find((place) => existsSync(`${place}/index.html`) && existsSync(`${place}/assets`)) ?? null;
}
