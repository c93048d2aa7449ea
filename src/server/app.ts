import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { LogController } from 'fastify';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import type { z } from 'zod';
import { checkRequest } from '../operations/check-request.ts';
import type { Workspace } from '../operations/workspace.ts';
import { authenticate } from './authenticate.ts';
import {
  endBrokenConnection,
  errorReply,
  plainReply,
  refuseExpectation,
  sendError,
} from './error-reply.ts';
import type { ErrorReply } from './error-reply.ts';
import { Connections } from './connections.ts';
import { checkRecord } from './guard.ts';
import type { Who } from './guard.ts';
import { dataHeaders, pageHeaders } from './headers.ts';
import { hostCheck, ownTarget } from './host-check.ts';
import { parseJsonBody, textOfBody } from './json-body.ts';
import { loggerOptions } from './log.ts';
import type { LogTarget } from './log.ts';
import { hasHead, methodsOf } from './methods.ts';
import { describeRoutes, routeSchema } from './openapi.ts';
import { presenter } from './present.ts';
import { proxyNote } from './proxy-note.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';
import { makeServices } from './services.ts';
import type { ServerOptions, Services } from './services.ts';
import type { Principal } from './session.ts';
import { paceOf, refuseSlowBody } from './slow-body.ts';
import { serveWeb } from './static.ts';

/** A server that is made but does not listen yet. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly services: Services;
  /** Every registered route, as `GET /api/projects`. */
  readonly routes: readonly string[];
  /** Finishes the requests in progress, then stops. */
  close(): Promise<void>;
}

/** How a server is made. */
export interface AppOptions extends Omit<ServerOptions, 'log'> {
  readonly log: LogTarget;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The folder with the built pages. */
  readonly web?: string | null;
  /**
   * The proxies that tell the addresses of clients; with a public address those on this machine.
   */
  readonly trustProxy?: readonly string[];
  /** How long the body of a request may take, in milliseconds. */
  readonly bodyTime?: number;
  /** Where it will listen. */
  readonly host?: string;
  /** Further names that it answers to. */
  readonly hosts?: readonly string[];
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    who?: Who;
    isFile?: boolean;
  }
}

/** Makes the server with all its routes. */
export async function buildApp(options: AppOptions): Promise<App> {
  const fastify = newFastify(options);
  const services = makeServices({ ...options, log: fastify.log });
  const connections = new Connections(fastify.server);
  const registered: string[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    // HEAD is added to every GET, and is not a separate route.
    const methods = [method].flat().filter((one) => one !== 'HEAD');
    registered.push(...methods.map((one) => `${one} ${url}`));
  });
  fastify.decorateRequest('principal', null);
  fastify.setErrorHandler((error, request, reply) =>
    refuseRequest(error, request, reply, services.workspace),
  );
  const [forPages, forData] = [pageHeaders(services.secure), dataHeaders(services.secure)];
  const noteProxy = proxyNote(fastify.log);
  const { host = '127.0.0.1', hosts = [], publicUrl = null, bodyTime = longestWait } = options;
  const checkHost = hostCheck({ host, hosts, publicUrl });
  fastify.addHook('onRequest', (request, reply, done) => {
    noteProxy(request);
    const isData = request.url.startsWith('/api/') && !request.url.startsWith('/api/docs');
    reply.headers(isData ? forData : forPages);
    const pace = paceOf(request.routeOptions.config.isFile === true, bodyTime);
    refuseSlowBody(request.raw, reply.raw, pace, forData);
    checkHost(request);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    logResponse(services, request, reply);
    done();
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => parseJsonBody(textOfBody(headers, body)),
  );
  await describeRoutes(fastify, services.cookie);
  for (const route of routes) if (route.file === null) addRoute(fastify, services, route);
  await fastify.register(async (files) => {
    files.removeAllContentTypeParsers();
    // A file is passed on unchanged, with any media type.
    files.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    for (const route of routes) if (route.file !== null) addRoute(files, services, route);
  });
  await serveWeb(fastify, options.web ?? null, methodsOf(routes), services.secure);
  return {
    fastify,
    services,
    routes: registered,
    close: async () => {
      services.events.close();
      // Without this, closing would wait for connections on which nothing is asked.
      const done = connections.endIdle();
      await fastify.close();
      done();
      services.metrics.close();
    },
  };
}

const largestBody = 1024 * 1024;
/** For the headers of a request and for its body, if that is no file. */
const longestWait = 30_000;

function newFastify(options: AppOptions): FastifyInstance {
  let requests = 0;
  const headers = dataHeaders(options.secure === true);
  const hasPublicUrl = (options.publicUrl ?? null) !== null;
  const started = Math.floor(options.workspace.clock().getTime() / 1000).toString(36);
  const settings = {
    logger: loggerOptions(options.log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    bodyLimit: largestBody,
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    // Long enough for a large file.
    requestTimeout: 600_000,
    // Requests that arrive while the server stops are answered like any other.
    return503OnClosing: false,
    // Behind a proxy on this machine, the client's address is the one that the proxy reports.
    trustProxy: options.trustProxy?.join(',') ?? (hasPublicUrl ? 'loopback' : false),
    schemaController: { compilersFactory },
    genReqId: () => `${started}-${(requests += 1).toString(36)}`,
    routerOptions: { maxParamLength: 1024 },
    rewriteUrl: ownTarget,
    // Refused before a route is found.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(headers);
      sendError(reply, errorReply(error, request.id, request.headers['content-type']), request.id);
    },
    clientErrorHandler: (error: Error, socket: Socket) =>
      endBrokenConnection(error, socket, headers),
  } as const;
  // Node would refuse a request without Host and without a body; we do, in our error format.
  const http = {
    requireHostHeader: false,
    headersTimeout: longestWait,
    connectionsCheckingInterval: 5000,
  };
  const https = { ...http, ...options.tls, minVersion: 'TLSv1.2' } as const;
  const fastify = (
    options.tls === undefined ? Fastify({ ...settings, http }) : Fastify({ ...settings, https })
  ) as FastifyInstance;
  fastify.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) =>
    refuseExpectation(response, headers),
  );
  return fastify;
}

type Compilers = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>;

interface Compiled {
  readonly schema: z.ZodType;
}

/** Named from the start, so that Fastify does not load its own, which take megabytes. */
const compilersFactory = {
  buildValidator: () => (route: Compiled) => validator(route.schema),
  buildSerializer: () => (route: Compiled) => serialiser(route.schema),
} as unknown as Compilers;

function addRoute(fastify: FastifyInstance, services: Services, route: Route): void {
  fastify.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: hasHead(route),
    schema: routeSchema(route),
    config: { who: route.who, isFile: route.file !== null },
    bodyLimit: route.file ?? route.bodyLimit ?? largestBody,
    onRequest: (request, _, done) => authenticate(services, route, request, done),
    handler: async (request, reply) => {
      const { principal, params, query, body } = request;
      const context = principal === null ? null : { ...services.workspace, actor: principal.actor };
      const call = { params, query, body, services, principal, context, request, reply };
      const result = await route.handle(call);
      if (reply.sent || reply.raw.headersSent) return reply;
      reply.code(route.status);
      if (typeof route.response === 'string' && reply.getHeader('content-type') === undefined)
        reply.type(route.response);
      return route.response === null ? reply.send() : result;
    },
  });
}

type Validated = { readonly value: unknown } | { readonly error: Error };

function validator(schema: z.ZodType): (value: unknown) => Validated {
  return (value) => {
    try {
      return { value: checkRequest(schema, value) };
    } catch (failure) {
      return { error: failure as Error };
    }
  };
}

function serialiser(schema: z.ZodType): (value: unknown) => string {
  const present = presenter(schema);
  return (value) => JSON.stringify(present(value));
}

async function refuseRequest(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  workspace: Workspace,
): Promise<FastifyReply> {
  // The client is gone: nobody reads the answer, and nothing is wrong here.
  if (error === request.raw.errored) {
    request.log.info({ route: routeOf(request) }, 'broken off');
    const answer = plainReply('request-aborted');
    return sendError(reply, answer, request.id);
  }
  const type = request.headers['content-type'];
  const found = errorReply(error, request.id, type);
  const isAsked = aboutRequest.has(found.status);
  const answer = (isAsked ? await refusal(request, workspace) : null) ?? found;
  if (answer.serious) {
    const cause = [error, ...causeOf(error)].map(stackOf).join('\ncaused by ');
    const { code } = answer.body.error;
    request.log.error({ route: routeOf(request), code, error: cause }, 'failed');
  }
  return sendError(reply, answer, request.id);
}

function causeOf(error: unknown): readonly unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error.cause] : [];
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What is wrong with a request, which only those who may ask are told. */
const aboutRequest: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** The answer if the caller may not ask at all. */
async function refusal(
  { principal, params, routeOptions, id }: FastifyRequest,
  workspace: Workspace,
): Promise<ErrorReply | null> {
  const { who } = routeOptions.config;
  if (principal === null || who === undefined) return null;
  try {
    await checkRecord(who, { ...workspace, actor: principal.actor }, params);
    return null;
  } catch (failure) {
    const answer = errorReply(failure, id);
    return answer.status === 403 || answer.status === 404 ? answer : null;
  }
}

function logResponse(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  const route = routeOf(request);
  const { method } = request;
  const { statusCode: status, elapsedTime } = reply;
  services.metrics.observe(method, route, status, elapsedTime / 1000);
  const ms = Math.round(elapsedTime * 10) / 10;
  const account = request.principal?.identity.account;
  const level = status >= 500 ? 'warn' : 'info';
  request.log[level]({ method, route, status, ms, account }, 'answered');
}

/** The pattern of a route, never the URL: that may hold secrets. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
