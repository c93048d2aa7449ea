import { z } from 'zod';
import { errorCatalogue } from '../domain/errors.ts';
import { csrfHeader, isSafe } from './csrf.ts';
import type { Method, Route } from './route.ts';
import { cookieName } from './session.ts';

type Json = Readonly<Record<string, unknown>>;

/** One operation of the description. */
export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ApiParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Json }>>;
  };
  readonly responses: Readonly<Record<string, Json>>;
  readonly security: readonly Json[];
}

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
}

/** The description of the whole interface, OpenAPI 3.1. */
export interface ApiDescription {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<
    Record<string, Readonly<Partial<Record<Lowercase<Method>, ApiOperation>>>>
  >;
  readonly components: Json;
}

/** Describes the routes, from the schemas that check and choose what comes and goes. */
export function describeApi(
  routes: readonly Route[],
  version: string,
  cookie = cookieName(false),
): ApiDescription {
  const paths: Record<string, Partial<Record<Lowercase<Method>, ApiOperation>>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase() as Lowercase<Method>] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Assay', version, description: introduction },
    paths,
    components: {
      schemas: { Error: errorSchema },
      responses: {
        Error: {
          description: 'What went wrong, in the one format of errors',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: csrfHeader,
          description:
            'The csrf_token of the session, beside its cookie, with every request that changes something',
        },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

const introduction = [
  'Ground truth you can defend: rounds, judgments, rulings and figures of the projects of a workspace.',
  'Programs send a token in the header Authorization (Bearer); it holds in one project. Pages use the session cookie, and send the header x-csrf-token with every request that changes something.',
  'Lists come in pages: limit and cursor, next_cursor. Errors have one format, and the codes of the catalogue in docs/errors.md. A save that was not answered is sent again with the same idempotency key.',
].join('\n\n');

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'values', 'message'],
      properties: {
        code: { enum: Object.keys(errorCatalogue) },
        values: { type: 'object', description: 'What the message speaks of, by name' },
        message: { type: 'string' },
        field: { type: 'string' },
        faults: {
          type: 'array',
          items: {
            type: 'object',
            required: ['code', 'values', 'message'],
            properties: {
              code: { type: 'string' },
              values: { type: 'object' },
              message: { type: 'string' },
              field: { type: 'string' },
              line: { type: 'integer' },
              fix: { type: 'object' },
            },
          },
        },
        fault_count: {
          type: 'integer',
          description: 'How many faults there are in all, when not all are listed',
        },
      },
    },
  },
};

function operation(route: Route): ApiOperation {
  const { gives, status } = route;
  const content =
    gives === null
      ? {}
      : {
          content:
            typeof gives === 'string'
              ? filesOf(route.files ?? [gives])
              : { 'application/json': { schema: jsonSchema(gives, 'input') } },
        };
  const body =
    route.file !== null
      ? { 'application/octet-stream': { schema: {} } }
      : route.body !== null
        ? { 'application/json': { schema: jsonSchema(route.body, 'input') } }
        : null;
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[/:.*-]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [route.tag],
    summary: route.summary,
    description: `Who: ${route.who}.${route.sessionOnly ? ' With a session only, not with a token.' : ''}`,
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(body === null
      ? {}
      : { requestBody: { required: route.body?.safeParse(null).success !== true, content: body } }),
    responses: {
      [status]: { description: gives === null ? 'Done' : 'The answer', ...content },
      default: { $ref: '#/components/responses/Error' },
    },
    security: route.signedIn
      ? [
          { session: [], ...(isSafe(route.method) ? {} : { csrf: [] }) },
          ...(route.sessionOnly ? [] : [{ token: [] }]),
        ]
      : [],
  };
}

/** What is no JSON of a schema: texts, and bytes of which nothing is said. */
function filesOf(types: readonly string[]): Json {
  const schema = (type: string): Json =>
    type.startsWith('application/json')
      ? { type: 'object' }
      : /^text\/|ndjson/.test(type)
        ? { type: 'string' }
        : {};
  return Object.fromEntries(types.map((type) => [type, { schema: schema(type) }]));
}

function parameters(schema: z.ZodType | null, place: 'path' | 'query'): readonly ApiParameter[] {
  if (schema === null) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof description === 'string' ? { description } : {}),
    schema: rest,
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  });
  return rest;
}
