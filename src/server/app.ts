import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify from 'fastify';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify';
import type { z } from 'zod';
import { fault, InputError, refuse } from '../domain/fault.ts';
import { checkRequest } from '../operations/check-request.ts';
import { checkCsrf, csrfHeader, isSafe } from './csrf.ts';
import {
  endBrokenConnection,
  errorReply,
  plainReply,
  refuseExpectation,
  sendError,
} from './error-reply.ts';
import { dataHeaders, pageHeaders } from './headers.ts';
import { parseJsonBody, textOfBody } from './json-body.ts';
import { hasHead, methodsOf } from './methods.ts';
import { presenter } from './present.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';
import { makeServices } from './services.ts';
import type { ServerOptions, Services } from './services.ts';
import { credentialOf, mayOnlyRead } from './session.ts';
import type { Visitor } from './session.ts';
import { serveWeb } from './static.ts';

/** A server that is made but does not listen yet. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly services: Services;
  /** Every route that was registered, as `GET /api/projects`. */
  readonly routes: readonly string[];
  /** Ends after what is being answered. */
  close(): Promise<void>;
}

/** Further things about the connection. */
export interface AppOptions extends ServerOptions {
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The folder with the built pages. */
  readonly web?: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor | null;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

/** Makes the server with all its routes. */
export async function buildApp(options: AppOptions): Promise<App> {
  const services = makeServices(options);
  const fastify = newFastify(options);
  const [forPages, forData] = [pageHeaders(services.secure), dataHeaders(services.secure)];
  const registered: string[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    // HEAD comes with GET and is no route of its own.
    registered.push(
      ...[method]
        .flat()
        .filter((one) => one !== 'HEAD')
        .map((one) => `${one} ${url}`),
    );
  });
  fastify.decorateRequest('visitor', null);
  fastify.setValidatorCompiler(({ schema }) => validator(schema as z.ZodType));
  fastify.setSerializerCompiler(({ schema }) => serialiser(schema as z.ZodType));
  fastify.setErrorHandler((error, request, reply) =>
    refuseRequest(services, error, request, reply),
  );
  fastify.addHook('onRequest', (request, reply, done) => {
    const isData = request.url.startsWith('/api/') && !request.url.startsWith('/api/docs');
    reply.headers(isData ? forData : forPages);
    done(
      lacksHost(request)
        ? new InputError([fault('usage', { reason: 'The header Host is missing.' })])
        : undefined,
    );
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    noteResponse(services, request, reply);
    done();
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) =>
    parsed(request, body as Buffer, done),
  );
  for (const route of routes) if (route.file === null) addRoute(fastify, services, route);
  await fastify.register(async (files) => {
    files.removeAllContentTypeParsers();
    // A file is handed over as it comes, whatever it is said to be.
    files.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    for (const route of routes) if (route.file !== null) addRoute(files, services, route);
  });
  await serveWeb(fastify, options.web ?? null, methodsOf(routes));
  return {
    fastify,
    services,
    routes: registered,
    close: async () => {
      services.events.close();
      // A connection that becomes idle only after its last answer would otherwise be waited for.
      const closing = setInterval(() => fastify.server.closeIdleConnections(), 20);
      await fastify.close();
      clearInterval(closing);
      services.metrics.close();
      services.log.flush();
    },
  };
}

const largestBody = 1024 * 1024;
/** What Node would refuse without a body is refused here, in the one format of errors. */
const ownAnswers = { requireHostHeader: false };

function newFastify(options: AppOptions): FastifyInstance {
  let requests = 0;
  const headers = dataHeaders(options.secure === true);
  const started = Math.floor(options.workspace.clock().getTime() / 1000).toString(36);
  const settings = {
    logger: false,
    bodyLimit: largestBody,
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    // Long enough for a large file, and an end for whoever sends a byte now and then.
    requestTimeout: 600_000,
    // Requests that come while the server stops are answered like any other.
    return503OnClosing: false,
    // Behind a proxy on this machine, the address that it tells is the visitor's.
    trustProxy: options.publicUrl === undefined || options.publicUrl === null ? false : 'loopback',
    genReqId: () => `${started}-${(requests += 1).toString(36)}`,
    routerOptions: { maxParamLength: 1024 },
    // What is refused before there is a route.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(headers);
      sendError(reply, errorReply(error, request.id, request.headers['content-type']), request.id);
    },
    clientErrorHandler: (error: Error, socket: Socket) =>
      endBrokenConnection(error, socket, headers),
  } as const;
  // The same server to everything here, whatever it speaks below.
  const fastify = (
    options.tls === undefined
      ? Fastify({ ...settings, http: ownAnswers })
      : Fastify({
          ...settings,
          https: {
            ...ownAnswers,
            cert: options.tls.cert,
            key: options.tls.key,
            minVersion: 'TLSv1.2',
          },
        })
  ) as FastifyInstance;
  fastify.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) =>
    refuseExpectation(response, headers),
  );
  return fastify;
}

function addRoute(fastify: FastifyInstance, services: Services, route: Route): void {
  fastify.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: hasHead(route),
    config: { route },
    schema: {
      ...(route.params === null ? {} : { params: route.params }),
      ...(route.query === null ? {} : { querystring: route.query }),
      ...(route.body === null ? {} : { body: route.body }),
      ...(route.gives === null || typeof route.gives === 'string'
        ? {}
        : { response: { [route.status]: route.gives } }),
    },
    bodyLimit: route.file ?? route.largest ?? largestBody,
    onRequest: (request, _, done) => letIn(services, route, request, done),
    handler: async (request, reply) => {
      const { visitor, params, query, body } = request;
      const context = visitor === null ? null : { ...services.workspace, actor: visitor.actor };
      const call = { params, query, body, services, visitor, context, request, reply };
      const result = await route.handle(call);
      if (reply.sent || reply.raw.headersSent) return reply;
      reply.code(route.status);
      if (typeof route.gives === 'string' && reply.getHeader('content-type') === undefined)
        reply.type(route.gives);
      return route.gives === null ? reply.send() : result;
    },
  });
}

/**
 * Finds out who asks and whether they may ask at all; what they may do is decided by the operation.
 */
function letIn(
  services: Services,
  route: Route,
  request: FastifyRequest,
  done: HookHandlerDoneFunction,
): void {
  const credential = credentialOf(request.headers, services.cookie);
  const admit = (visitor: Visitor | null): void => {
    try {
      checkVisitor(route, visitor, request);
      request.visitor = visitor;
      done();
    } catch (failure) {
      done(failure as Error);
    }
  };
  // What is no token of ours needs no look at the database, which may be away.
  if (credential === null || credential.secret === '') return admit(null);
  const held = services.visitors.held(credential);
  if (held !== null) return admit(held);
  services.visitors.find(credential).then(admit, done);
}

function checkVisitor(route: Route, visitor: Visitor | null, request: FastifyRequest): void {
  if (!route.signedIn) return;
  if (visitor === null) refuse('not-signed-in');
  const { credential } = visitor.identity;
  checkCsrf(request.method, visitor, request.headers[csrfHeader]);
  if (credential.via === 'session') return;
  if (route.sessionOnly)
    refuse('forbidden', { reason: 'This needs somebody who is signed in; a token is not enough.' });
  if (mayOnlyRead(visitor) && !isSafe(request.method))
    refuse('forbidden', { reason: 'This token may only read.' });
}

function validator(
  schema: z.ZodType,
): (value: unknown) => { readonly value: unknown } | { readonly error: Error } {
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

function parsed(
  { headers }: FastifyRequest,
  body: Buffer,
  done: (failure: Error | null, value?: unknown) => void,
): void {
  try {
    done(null, parseJsonBody(textOfBody(headers, body)));
  } catch (failure) {
    done(failure as Error);
  }
}

function refuseRequest(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Whoever asked is gone: nobody reads the answer, and nothing is wrong here.
  if (error === request.raw.errored) {
    services.log.write('info', 'broken off', { request: request.id, route: routeOf(request) });
    return sendError(
      reply,
      plainReply('usage', { reason: 'The request was broken off.' }),
      request.id,
    );
  }
  const answer = errorReply(error, request.id, request.headers['content-type']);
  if (answer.serious) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    services.log.write('error', 'failed', {
      request: request.id,
      route: routeOf(request),
      code: answer.body.error.code,
      error: told,
    });
  }
  return sendError(reply, answer, request.id);
}

function noteResponse(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  const route = routeOf(request);
  const status = reply.statusCode;
  services.metrics.observe(request.method, route, status, reply.elapsedTime / 1000);
  services.log.write(status >= 500 ? 'warn' : 'info', 'answered', {
    request: request.id,
    method: request.method,
    route,
    status,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    account: request.visitor?.identity.account,
  });
}

/** HTTP/1.1 asks for it. */
function lacksHost({ raw }: FastifyRequest): boolean {
  return raw.headers.host === undefined && raw.httpVersion === '1.1';
}

/** The pattern of a route, never the address: that may hold secrets. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
