import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { table } from '../src/cli/output.ts';
import type { Report } from './benchmark.ts';
import type { LongestTurn } from './loop-turns.ts';
import { openPilot, routeInputs } from './route-inputs.ts';
import type { RouteCall, RouteInput, RouteScene } from './route-inputs.ts';
import type { LoopOrder, LoopReport } from './routes-process.ts';
import { largeTask, prepareLarge } from './routes-workspace.ts';
import type { LargeWorkspace, Session } from './routes-workspace.ts';
import { serverEnvironment, serverFlags } from './running-server.ts';
import { answersFor, project } from './server-workspace.ts';

/** How long one route held the loop, in milliseconds of processor time of the main thread. */
interface RouteFigure {
  readonly route: string;
  readonly what: string;
  /** The first call loads what the route needs, and compiles it. */
  readonly first: number;
  /** The longest of the later calls. */
  readonly later: number;
  /** The longest by the clock, in which waiting for a core is. */
  readonly clock: number;
  readonly bytes: number;
  /** What came instead of the expected reply. */
  readonly failure: string | null;
}

interface RouteFigures {
  readonly units: number;
  readonly routes: readonly RouteFigure[];
}

const limit = 50;
const laterCalls = 3;

export const report: Report<RouteFigures> = {
  name: 'the longest turn of each route',
  measure: measureRoutes,
  print: printRoutes,
};

/**
 * Calls every route of a server over a large workspace with the largest input, and says how long
 * its loop was held. A route that has no input here is an error.
 */
async function measureRoutes(quick: boolean): Promise<RouteFigures> {
  const units = quick ? 4000 : 20_000;
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  let server: LoopServer | null = null;
  try {
    const database = join(folder, 'workspace.db');
    const world = await prepareLarge(database, units);
    server = await LoopServer.start(database);
    const missing = server.routes.filter((route) => routeInputs[route] === undefined);
    const gone = Object.keys(routeInputs).filter((route) => !server!.routes.includes(route));
    if (missing.length + gone.length > 0)
      throw new Error(
        `Routes without an input: ${missing.join(', ')}; none any more: ${gone.join(', ')}`,
      );
    const scene = sceneOf(world, server.address);
    await fill(scene);
    const routes: RouteFigure[] = [];
    for (const [route, input] of Object.entries(routeInputs)) {
      process.stderr.write(`  ${route}\n`);
      routes.push(await measureRoute(server, scene, route, input));
    }
    return { units, routes };
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRoute(
  server: LoopServer,
  scene: RouteScene,
  route: string,
  input: RouteInput,
): Promise<RouteFigure> {
  const [method] = route.split(' ') as [string];
  const turns: LongestTurn[] = [];
  let [bytes, failure]: [number, string | null] = [0, null];
  for (let call = 0; call <= laterCalls && failure === null; call += 1)
    try {
      const request = await input.call(scene);
      await server.watch();
      const reply = await send(server.address, method, request, scene.lead);
      while (input.until !== undefined && !(await input.until(scene))) await pause(100);
      // What is begun by the request and goes on after the reply.
      await pause(30);
      turns.push(await server.report());
      bytes = reply.body.length;
      if (![input.status ?? 200].flat().includes(reply.status))
        failure = `${reply.status}: ${reply.body}`;
    } catch (error) {
      failure = String(error);
    }
  if (failure !== null) process.stderr.write(`    ${failure.slice(0, 2000)}\n`);
  const [first, ...later] = turns.map(({ turn }) => turn);
  return {
    route,
    what: input.what,
    first: first ?? Number.NaN,
    later: Math.max(0, ...later),
    clock: Math.max(0, ...turns.map(({ loop }) => loop)),
    bytes,
    failure: failure?.slice(0, 300) ?? null,
  };
}

/** A server that says how long its loop was held. */
class LoopServer {
  readonly address: string;
  readonly routes: readonly string[];
  readonly #child: ChildProcess;

  static async start(database: string): Promise<LoopServer> {
    const program = fileURLToPath(new URL('routes-process.ts', import.meta.url));
    const child = fork(program, [database], { execArgv: serverFlags, env: serverEnvironment });
    const told = await messageOf(child);
    if (!('address' in told)) throw new Error('The server said something else first');
    return new LoopServer(child, told);
  }

  constructor(child: ChildProcess, told: Pick<LoopServer, 'address' | 'routes'>) {
    this.#child = child;
    this.address = told.address;
    this.routes = told.routes;
  }

  async watch(): Promise<void> {
    this.#tell('watch');
    await messageOf(this.#child);
  }

  async report(): Promise<LongestTurn> {
    this.#tell('report');
    const told = await messageOf(this.#child);
    if (!('turn' in told)) throw new Error('The server said something else');
    return told;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const over = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await over;
  }

  #tell(order: LoopOrder): void {
    this.#child.send(order);
  }
}

async function messageOf(child: ChildProcess): Promise<LoopReport> {
  return await new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null): void =>
      reject(new Error(`The server ended with ${String(code ?? signal)}`));
    child.once('exit', ended);
    child.once('message', (told) => {
      child.off('exit', ended);
      resolve(told as LoopReport);
    });
  });
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function send(
  address: string,
  method: string,
  { path, body, as }: RouteCall,
  usual: Session,
): Promise<Answer> {
  const who = as === undefined ? usual : as;
  const headers: Record<string, string> =
    who === null ? {} : { cookie: who.cookie, 'x-csrf-token': who.csrf };
  if (body !== undefined)
    headers['content-type'] =
      typeof body === 'string' ? 'application/octet-stream' : 'application/json';
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  const isStream = path.endsWith('/events');
  const end = new AbortController();
  const reply = await fetch(`${address}${path}`, {
    method,
    headers,
    signal: end.signal,
    ...(body === undefined ? {} : { body: content }),
  });
  const text = isStream ? '' : await reply.text();
  if (isStream) end.abort();
  return { status: reply.status, body: text };
}

function sceneOf(world: LargeWorkspace, address: string): RouteScene {
  let count = 0;
  const next = (): number => (count += 1);
  return {
    ...world,
    next,
    ask: async <T>(method: string, path: string, body?: unknown, as?: Session | null) => {
      const request = { path, body, ...(as === undefined ? {} : { as }) };
      const { status, body: text } = await send(address, method, request, world.lead);
      if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
      return (text === '' ? {} : JSON.parse(text)) as T;
    },
    unitLines: (lines) => {
      const batch = next();
      const unit = (at: number): string =>
        JSON.stringify({
          id: `new-${batch}-${at}`,
          document: `doc-${at >> 5}`,
          text: 'The institution shall hold own funds. '.repeat(8),
          page: at % 90,
          weak: ['Label01'],
        });
      return `${Array.from({ length: lines }, (_, at) => unit(at)).join('\n')}\n`;
    },
    judgmentLines: (lines) => {
      const row = (at: number): string => {
        const grades = Object.fromEntries(
          Object.entries(answersFor(at)).filter(([, grade]) => grade > 0),
        );
        return JSON.stringify({
          id: `${largeTask}-${Math.floor(at / 3) % world.units}`,
          labels: Object.keys(grades),
          grades,
          annotator_id: `gpt-5-mini#${1 + (at % 3)}`,
          guideline_version: '1.0',
        });
      };
      return `${Array.from({ length: lines }, (_, at) => row(at)).join('\n')}\n`;
    },
  };
}

/** Fills in what only the server makes: threads, comments, rulings, meetings, links. */
async function fill(scene: RouteScene): Promise<void> {
  const { ask, annotator, run, open, units } = scene;
  const here = `/api/projects/${project}`;
  const many = async (count: number, one: (at: number) => Promise<unknown>): Promise<void> => {
    for (let from = 0; from < count; from += 32)
      await Promise.all(
        Array.from({ length: Math.min(32, count - from) }, (_, at) => one(from + at)),
      );
  };
  const text = 'Does a table with own funds count as credit risk? '.repeat(20);
  await many(Math.min(1000, open.length), async (at) =>
    ask(
      'POST',
      `/api/runs/${run}/units/${open[at]}/facts`,
      { kind: 'question', detail: { text }, idempotency_key: `question-${at}` },
      annotator,
    ),
  );
  await many(300, async (at) =>
    ask('POST', `${here}/units/${largeTask}/${largeTask}-0/comments`, {
      text,
      idempotency_key: `comment-${at}`,
    }),
  );
  await many(Math.min(1000, units / 8), async (at) =>
    ask('POST', `${here}/rulings`, {
      task: largeTask,
      unit: `${largeTask}-${units / 2 + at}`,
      answers: answersFor(at),
      reason: text,
      seen: null,
      edge_case: true,
      idempotency_key: `ruling-${at}`,
    }),
  );
  for (let at = 0; at < 20; at += 1)
    await ask('POST', `${here}/meetings`, {
      title: `Week ${at}`,
      idempotency_key: `meeting-${at}`,
    });
  await many(300, async () => ask('POST', `${here}/invitations`, { role: 'annotator' }));
  for (let at = 0; at < 40; at += 1) await openPilot(scene);
  await ask(
    'POST',
    `${here}/import?kind=judgments&task=${largeTask}&name=models.jsonl`,
    scene.judgmentLines((units / 2) * 3),
  );
}

/** Those that failed come first. */
function longest({ first, later, failure }: RouteFigure): number {
  return failure === null ? Math.max(first, later) : Infinity;
}

function printRoutes({ units, routes }: RouteFigures): string {
  const rows = routes
    .toSorted((a, b) => longest(b) - longest(a))
    .map(({ route, what, first, later, clock, bytes, failure }) => [
      failure === null ? route : `${route} (${failure})`,
      what,
      String(Math.round(bytes / 1024)),
      first.toFixed(1),
      later.toFixed(1),
      clock.toFixed(0),
    ]);
  const over = routes.filter(({ later }) => later > limit);
  const failed = routes.filter(({ failure }) => failure !== null);
  return (
    `${units.toLocaleString('en-GB')} units, processor time of the main thread in its ` +
    'longest turn\n\n' +
    `${table(['route', 'input', 'reply KB', 'first ms', 'later ms', 'clock ms'], rows, 220)}\n\n` +
    `${over.length} of ${routes.length} routes hold the loop for more than ${limit} ms` +
    `${failed.length === 0 ? '' : `; ${failed.length} gave another reply than expected`}\n`
  );
}
