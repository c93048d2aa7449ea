import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { WorkContext } from '../operations/work-context.ts';
import type { Who } from './guard.ts';
import type { Presented } from './present.ts';
import type { Services } from './services.ts';
import type { Principal } from './session.ts';

/** A request that was checked. */
export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly services: Services;
  /** Null when nobody is signed in. */
  readonly principal: Principal | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A request of somebody who is signed in. */
export interface SignedCall<Params, Query, Body> extends Call<Params, Query, Body> {
  readonly principal: Principal;
  readonly context: WorkContext;
}

/** One route. Validation, authentication and documentation are derived from this definition. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** Who may call it. */
  readonly who: Who;
  readonly signedIn: boolean;
  /** Refuses tokens: the route concerns the account itself or makes further secrets. */
  readonly sessionOnly: boolean;
  readonly params: z.ZodType | null;
  readonly query: z.ZodType | null;
  readonly body: z.ZodType | null;
  /** The body is a file of at most this many bytes, passed on as a stream. */
  readonly file: number | null;
  /** The largest JSON body, where it is more than usual. */
  readonly bodyLimit: number | null;
  readonly status: number;
  /** A schema; a media type when the response is not JSON; null when it is empty. */
  readonly response: z.ZodType | string | null;
  /** The media types of the response, where the request decides which. */
  readonly files: readonly string[] | null;
  handle(call: Call<unknown, unknown, unknown>): Promise<unknown>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType | undefined;
type Response = z.ZodType | string | undefined;
type Read<Field> = Field extends z.ZodType ? z.output<Field> : undefined;
type Given<Reply> = Reply extends z.ZodType ? Presented<z.input<Reply>> : unknown;

type Required = 'method' | 'path' | 'tag' | 'summary' | 'who';
type Optional = 'sessionOnly' | 'file' | 'bodyLimit' | 'status' | 'files';
type Definition<Params, Query, Body, Reply> = Pick<Route, Required> & {
  readonly [Field in Optional]?: NonNullable<Route[Field]>;
} & {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response?: Reply;
};

/** A route for people who are signed in, and their programs. */
export function route<
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Reply extends Response = undefined,
>(
  definition: Definition<Params, Query, Body, Reply> & {
    handle(call: SignedCall<Read<Params>, Read<Query>, Read<Body>>): Promise<Given<Reply>>;
  },
): Route {
  return complete(definition, definition.handle as Route['handle'], true);
}

/** A route for everybody. */
export function openRoute<
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Reply extends Response = undefined,
>(
  definition: Definition<Params, Query, Body, Reply> & {
    handle(call: Call<Read<Params>, Read<Query>, Read<Body>>): Promise<Given<Reply>>;
  },
): Route {
  return complete(definition, definition.handle as Route['handle'], false);
}

function complete(
  definition: Definition<Schema, Schema, Schema, Response>,
  handle: Route['handle'],
  signedIn: boolean,
): Route {
  return {
    sessionOnly: false,
    file: null,
    bodyLimit: null,
    files: null,
    status: definition.response === undefined ? 204 : 200,
    ...definition,
    params: definition.params ?? null,
    query: definition.query ?? null,
    body: definition.body ?? null,
    response: definition.response ?? null,
    signedIn,
    handle,
  };
}
