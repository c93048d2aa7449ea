import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { WorkContext } from '../operations/work-context.ts';
import type { Presented } from './present.ts';
import type { Services } from './services.ts';
import type { Visitor } from './session.ts';

/** A request that was read and let in. */
export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly services: Services;
  /** Null when nobody is signed in. */
  readonly visitor: Visitor | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A request of somebody who is signed in. */
export interface SignedCall<Params, Query, Body> extends Call<Params, Query, Body> {
  readonly visitor: Visitor;
  readonly context: WorkContext;
}

/**
 * One route: what it takes and gives, who may ask, and what then happens. The documentation is made
 * from the same definition.
 */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** Who may ask, in words; the operation decides. */
  readonly who: string;
  readonly signedIn: boolean;
  /** Tokens are not enough: it is about the account itself, or makes further secrets. */
  readonly sessionOnly: boolean;
  readonly params: z.ZodType | null;
  readonly query: z.ZodType | null;
  readonly body: z.ZodType | null;
  /** The request is a file of this size at most, and is handed over as it comes. */
  readonly file: number | null;
  /** How large a JSON body may be, where it is more than usual. */
  readonly largest: number | null;
  readonly status: number;
  /** What is sent; a media type when it is not JSON, null when it is nothing. */
  readonly gives: z.ZodType | string | null;
  /** The media types that it may be, where the request decides which. */
  readonly files: readonly string[] | null;
  handle(call: Call<unknown, unknown, unknown>): Promise<unknown>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Read<Field> = Field extends z.ZodType ? z.output<Field> : undefined;
type Given<Reply> = Reply extends z.ZodType ? Presented<z.input<Reply>> : unknown;

interface Definition<Params, Query, Body, Gives> {
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly who: string;
  readonly sessionOnly?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly file?: number;
  readonly largest?: number;
  readonly status?: number;
  readonly gives?: Gives;
  readonly files?: readonly string[];
}

type Schema = z.ZodType | undefined;

/** A route for people who are signed in, or their programs. */
export function route<
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Gives extends z.ZodType | string | undefined = undefined,
>(
  definition: Definition<Params, Query, Body, Gives> & {
    handle(call: SignedCall<Read<Params>, Read<Query>, Read<Body>>): Promise<Given<Gives>>;
  },
): Route {
  return { ...plain(definition), signedIn: true, handle: definition.handle as Route['handle'] };
}

/** A route for anybody. */
export function openRoute<
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Gives extends z.ZodType | string | undefined = undefined,
>(
  definition: Definition<Params, Query, Body, Gives> & {
    handle(call: Call<Read<Params>, Read<Query>, Read<Body>>): Promise<Given<Gives>>;
  },
): Route {
  return { ...plain(definition), signedIn: false, handle: definition.handle as Route['handle'] };
}

function plain(
  definition: Definition<Schema, Schema, Schema, z.ZodType | string | undefined>,
): Omit<Route, 'handle' | 'signedIn'> {
  const {
    method,
    path,
    tag,
    summary,
    who,
    sessionOnly = false,
    params = null,
    query = null,
    body = null,
    file = null,
    largest = null,
    gives = null,
    files = null,
  } = definition;
  const status = definition.status ?? (gives === null ? 204 : 200);
  return {
    method,
    path,
    tag,
    summary,
    who,
    sessionOnly,
    params,
    query,
    body,
    file,
    largest,
    gives,
    files,
    status,
  };
}
