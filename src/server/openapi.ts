import { setImmediate as nextTurn } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { packageVersion } from '../operations/package-files.ts';
import { csrfHeader, isSafe } from './csrf.ts';
import type { Route } from './route.ts';
import { errorBody } from './routes/reply-parts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The description of all routes. */
    described(): Promise<object>;
  }
}

/** Describes every route that is registered afterwards; see `fastify.described()`. */
export async function describeRoutes(fastify: FastifyInstance, cookie: string): Promise<void> {
  type Transformed = ReturnType<typeof jsonSchemaTransform>;
  const described = new Map<FastifySchema, Transformed | null>();
  fastify.addHook('onRoute', ({ schema }) => {
    if (schema !== undefined) described.set(schema, null);
  });
  fastify.decorate('described', async () => {
    // Route by route, so that others get their turn: all at once take a tenth of a second.
    const openapiObject = { openapi: documentVersion };
    for (const [schema, known] of described) {
      if (known !== null) continue;
      described.set(schema, jsonSchemaTransform({ schema, url: '', openapiObject } as never));
      await nextTurn();
    }
    return fastify.swagger();
  });
  await fastify.register(swagger, {
    openapi: {
      openapi: documentVersion,
      info: { title: 'Assay', version: packageVersion(), description: introduction },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookie },
          csrf: { type: 'apiKey', in: 'header', name: csrfHeader, description: csrfDescription },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: (given) => ({
      ...(described.get(given.schema) ?? jsonSchemaTransform(given)),
      url: given.url,
    }),
    transformObject: (document) => {
      const api = jsonSchemaTransformObject(document) as OpenAPIV3_1.Document;
      markOptionalBodies(api);
      return api as ReturnType<typeof jsonSchemaTransformObject>;
    },
  });
}

const documentVersion = '3.1.0';

/** What a route checks, sends and says about itself, as Fastify and the document need it. */
export function routeSchema(route: Route): FastifySchema {
  const { method, path, sessionOnly, signedIn, response } = route;
  const session = isSafe(method) ? { session: [] } : { session: [], csrf: [] };
  const description = `Who: ${route.who}.`;
  return {
    operationId: operationId(method, path),
    tags: [route.tag],
    summary: route.summary,
    description: sessionOnly ? `${description} Needs a session; tokens are refused.` : description,
    security: signedIn ? [session, ...(sessionOnly ? [] : [{ token: [] }])] : [],
    ...(route.params === null ? {} : { params: route.params }),
    ...(route.query === null ? {} : { querystring: route.query }),
    ...(route.body === null ? {} : { body: route.body }),
    ...(route.file === null ? {} : { body: z.unknown(), consumes: ['application/octet-stream'] }),
    response: {
      [route.status]:
        typeof response === 'string' ? fileReply(route.files ?? [response]) : (response ?? done),
      default: errorReply,
    },
  };
}

const introduction = `Rounds, judgments, rulings and figures of the projects in a workspace.

Programs send a token in the Authorization header (Bearer). A token works in one project. \
Pages use the session cookie and send the x-csrf-token header with every request that changes \
something.

Lists are paged with limit, cursor and next_cursor. All errors have the same format; \
docs/errors.md lists their codes. If a save gets no answer, send it again with the same \
idempotency key.`;

const csrfDescription =
  'The csrf_token of the session. Send it with the cookie in every request that changes something.';

const done = z.null().describe('Done');

const errorReply = z
  .object({ error: errorBody })
  .meta({ id: 'Error', description: 'What went wrong' });

function operationId(method: string, path: string): string {
  const words = path.replace(/[/:.*-]+(\w?)/g, (_, letter: string) => letter.toUpperCase());
  return method.toLowerCase() + words;
}

/** A reply that is a file: text, a JSON object or bytes. */
function fileReply(types: readonly string[]) {
  const schemaOf = (type: string): z.ZodType => {
    if (type.startsWith('application/json')) return z.looseObject({});
    return /^text\/|ndjson/.test(type) ? z.string() : z.unknown();
  };
  const content = Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }]));
  return { description: 'The file', content };
}

/** A body that may be null may also be left out, which the plugin does not say. */
function markOptionalBodies({ paths = {} }: OpenAPIV3_1.Document): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path ?? {}))) {
    const body = (operation as OpenAPIV3_1.OperationObject).requestBody;
    if (body === undefined || '$ref' in body) continue;
    const schema = body.content['application/json']?.schema as OpenAPIV3_1.SchemaObject | undefined;
    const options = schema?.anyOf as readonly OpenAPIV3_1.SchemaObject[] | undefined;
    if (options?.some(({ type }) => type === 'null') === true) body.required = false;
  }
}
