import type { RoundsReply } from '../src/server/routes/rounds/rounds.ts';
import type { Session, LargeWorkspace } from './routes-workspace.ts';
import { extraGate, extraRounds, largeTask } from './routes-workspace.ts';
import { answersFor, project } from './server-workspace.ts';

/** A request to the server. */
export interface RouteCall {
  readonly path: string;
  /** JSON, or the content of a file. */
  readonly body?: unknown;
  /** Nobody where it is null; the lead when left out. */
  readonly as?: Session | null;
}

/** What the requests refer to, and how they are sent. */
export interface RouteScene extends LargeWorkspace {
  /** A whole number that no call before was given. */
  next(): number;
  /** Sends a request that is not measured, as the lead or somebody else; gives the reply. */
  ask<T = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: unknown,
    as?: Session | null,
  ): Promise<T>;
  /** The lines of so many new units, and of judgments of models on units that are there. */
  unitLines(count: number): string;
  judgmentLines(count: number): string;
}

/** What is asked of a route, and what is largest about it. */
export interface RouteInput {
  readonly what: string;
  /** The statuses of the reply, where they are others than 200. */
  readonly status?: number | readonly number[];
  /** Asks for the state of work that goes on after the reply, until it is over. */
  readonly until?: (scene: RouteScene) => Promise<boolean>;
  call(scene: RouteScene): RouteCall | Promise<RouteCall>;
}

const here = `/api/projects/${project}`;
const of = (task = largeTask): string => `task=${task}`;
const long = (length: number): string =>
  'Own funds against credit risk. '.repeat(length / 31 + 1).slice(0, length);
const key = (scene: RouteScene, length = 190): string => `${scene.next()}`.padEnd(length, '-');
/** Units that everybody has judged. */
const judged = (scene: RouteScene): string => `${largeTask}-${scene.next() % (scene.units / 2)}`;
const some = (scene: RouteScene, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${largeTask}-${at % scene.units}`);

const get = (path: string, what = 'the workspace'): RouteInput => ({
  what,
  call: () => ({ path }),
});

/** The longest protocol: as many questions as fit into it. */
function longProtocol(name: string): string {
  const head = `assay: 1
name: ${name}
guideline: { version: "1.0", file: guideline.md }
tasks:
  wide:
    unit: { id: id, show: text }
    questions:
`;
  let text = head;
  for (let at = 0; text.length < 299_000; at += 1)
    text += `      Question${at}: { title: ${long(150)}, ask: "${long(150)}?" }\n`;
  return text;
}

const longGuideline = `# Guideline\n\n${`${long(400)}\n\n`.repeat(1200)}`;

const content = (scene: RouteScene) => ({
  protocol: longProtocol(`wide-${scene.next()}`),
  guideline: longGuideline,
});

/** The protocol of the workspace with another title. */
async function changed(scene: RouteScene) {
  const { content: kept } = await scene.ask<{
    readonly content: {
      readonly source: string;
      readonly guideline: string;
      readonly files: object;
    };
  }>('GET', `${here}/protocol`);
  const title = `title: ${long(200)} ${scene.next()}\n`;
  const protocol = kept.source.replace(/^(title: .*\n)?guideline:/m, `${title}guideline:`);
  return { protocol, guideline: kept.guideline, files: kept.files };
}

/** Makes something, so that its id can be asked about. */
const made = async (scene: RouteScene, path: string, body: unknown): Promise<string> =>
  (await scene.ask<{ readonly id: string }>('POST', `${here}${path}`, body)).id;

/** An address at which nobody listens. */
const webhook = { url: 'http://127.0.0.1:9/', events: ['gate'] };

const question = async (scene: RouteScene): Promise<number> => {
  const { threads } = await scene.ask<{
    readonly threads: readonly { readonly question: number }[];
  }>('GET', `${here}/threads?state=open`);
  return threads[scene.next() % threads.length]!.question;
};

const unit = (scene: RouteScene): string => scene.open[scene.next() % scene.open.length]!;

const answers = answersFor(3);
const judgmentBody = (scene: RouteScene) => ({
  answers: answersFor(scene.next()),
  asides: { confidence: 'high', notes: long(10_000), flag: true },
  seconds: 86_400,
  pauses: Array.from({ length: 10_000 }, (_, at) => at / 2),
  idempotency_key: key(scene, 200),
});

const invited = async (scene: RouteScene): Promise<string> => {
  const { link } = await scene.ask<{ readonly link: string }>('POST', `${here}/invitations`, {
    role: 'annotator',
  });
  return link.slice(link.lastIndexOf('/') + 1);
};

const noReleaseWork = async (scene: RouteScene): Promise<boolean> => {
  const { job } = await scene.ask<{ readonly job: { readonly state: string } | null }>(
    'GET',
    `${here}/releases`,
  );
  if (job?.state === 'refused' || job?.state === 'failed') throw new Error(JSON.stringify(job));
  return job?.state !== 'running';
};

/**
 * For every route the largest input that its schema and limits allow, in a workspace that is large
 * itself. A route without one is a fault of this list.
 */
export const routeInputs: Readonly<Record<string, RouteInput>> = {
  'POST /api/session': {
    what: 'the longest name and password',
    status: 401,
    call: (scene) => ({
      path: '/api/session',
      body: { login: `${scene.next()}`.padEnd(200, 'x'), password: long(256) },
      as: null,
    }),
  },
  'GET /api/session': get('/api/session'),
  'DELETE /api/session': {
    what: '300 members',
    status: 401,
    call: () => ({ path: '/api/session', as: null }),
  },
  'GET /api/links/:token': {
    what: 'the longest token',
    status: 410,
    call: () => ({ path: `/api/links/${'x'.repeat(500)}`, as: null }),
  },
  'POST /api/links/:token': {
    what: 'the longest name and password',
    status: 201,
    call: async (scene) => ({
      path: `/api/links/${await invited(scene)}`,
      body: {
        login: `new-${scene.next()}`.padEnd(64, 'x'),
        name: 'n'.repeat(200),
        password: `${long(200)} ${scene.next()}`,
      },
      as: null,
    }),
  },
  'PATCH /api/me': {
    what: 'the longest key map',
    call: () => ({ path: '/api/me', body: { name: long(199), keymap: long(4000) } }),
  },
  'GET /api/me/sessions': get('/api/me/sessions'),
  'DELETE /api/me/sessions': { what: 'one', call: () => ({ path: '/api/me/sessions' }) },
  'DELETE /api/me/sessions/:id': {
    what: 'none',
    status: 404,
    call: () => ({ path: '/api/me/sessions/0123456789abcdef' }),
  },
  'GET /api/me/notices': get('/api/me/notices'),
  'PUT /api/me/notices': {
    what: 'the longest address',
    status: 204,
    call: () => ({
      path: '/api/me/notices',
      body: { email: `${'a'.repeat(64)}@${'b'.repeat(200)}.org`, events: [] },
    }),
  },
  'POST /api/me/notices/test': {
    what: 'no mail',
    status: 409,
    call: () => ({ path: '/api/me/notices/test', body: {} }),
  },
  'GET /api/me/work': {
    what: 'two runs',
    call: ({ annotator }) => ({ path: '/api/me/work', as: annotator }),
  },
  'GET /api/projects/:project/webhooks': get(`${here}/webhooks`),
  'POST /api/projects/:project/webhooks': {
    what: 'the longest address',
    status: 201,
    call: () => ({
      path: `${here}/webhooks`,
      body: { url: `http://127.0.0.1:9/${'x'.repeat(1900)}`, events: ['round', 'gate'] },
    }),
  },
  'DELETE /api/projects/:project/webhooks/:id': {
    what: 'one',
    status: 204,
    call: async (scene) => ({
      path: `${here}/webhooks/${await made(scene, '/webhooks', webhook)}`,
    }),
  },
  'POST /api/projects/:project/webhooks/:id/test': {
    what: 'one',
    status: [202, 429],
    call: async (scene) => ({
      path: `${here}/webhooks/${await made(scene, '/webhooks', webhook)}/test`,
      body: {},
    }),
  },
  'GET /api/projects/:project/notices': get(`${here}/notices`),
  'GET /api/projects': get('/api/projects'),
  'POST /api/projects': {
    what: 'the longest protocol and guideline',
    status: 201,
    call: (scene) => ({ path: '/api/projects', body: content(scene) }),
  },
  'GET /api/projects/:project': get(here),
  'GET /api/projects/:project/guideline': get(`${here}/guideline`),
  'GET /api/projects/:project/protocol': get(`${here}/protocol`),
  'POST /api/projects/:project/protocol': {
    what: 'a change of the title',
    status: 201,
    call: async (scene) => ({
      path: `${here}/protocol`,
      body: { ...(await changed(scene)), reason: long(5000) },
    }),
  },
  'POST /api/projects/:project/protocol/preview': {
    what: 'a change of the title',
    call: async (scene) => ({ path: `${here}/protocol/preview`, body: await changed(scene) }),
  },
  'GET /api/projects/:project/protocol/rules': get(`${here}/protocol/rules`),
  'GET /api/projects/:project/protocol/versions': get(`${here}/protocol/versions`),
  'GET /api/projects/:project/protocol/changes': get(`${here}/protocol/changes?from=1&to=2`),
  'POST /api/new-project/columns': {
    what: '100,000 units',
    call: (scene) => ({
      path: '/api/new-project/columns?name=units.jsonl',
      body: scene.unitLines(100_000),
    }),
  },
  'POST /api/new-project/check': {
    what: 'the longest protocol and guideline',
    call: (scene) => ({ path: '/api/new-project/check', body: content(scene) }),
  },
  'GET /api/new-project/templates': get('/api/new-project/templates', 'all examples'),
  'POST /api/new-project': {
    what: '20,000 units',
    status: 201,
    call: (scene) => {
      const name = `new-${scene.next()}`;
      const protocol = `assay: 1
name: ${name}
guideline: { version: "1.0", file: guideline.md }
tasks:
  t:
    unit: { id: id, subject: document, show: text, place: page }
    questions: { a: { ask: Is it? } }
rounds:
  full: { units: all, annotators: 2 }
`;
      const head = JSON.stringify({ protocol, guideline: '# G\n\n## a\n\nText.\n' });
      const units = scene.unitLines(20_000);
      return { path: '/api/new-project?name=units.jsonl', body: `${head}\n${units}` };
    },
  },
  'GET /api/projects/:project/rounds': get(`${here}/rounds`, '62 rounds'),
  'GET /api/projects/:project/long-work': get(`${here}/long-work`),
  'POST /api/projects/:project/rounds/:round/open': {
    what: 'a round of 100 units, 300 members',
    status: 201,
    call: async (scene) => ({
      path: `${here}/rounds/${await nextRound(scene)}/open`,
      body: { seed: 1, annotators: scene.members },
    }),
  },
  'POST /api/runs/:run/close': {
    what: 'a round of 100 units, 300 members',
    call: async (scene) => ({
      path: `/api/runs/${await openPilot(scene)}/close`,
      body: { incomplete: true },
    }),
  },
  'POST /api/runs/:run/waivers': {
    what: 'the longest reason',
    status: 201,
    call: async (scene) => {
      const run = await openPilot(scene);
      await scene.ask('POST', `/api/runs/${run}/close`, { incomplete: true });
      return { path: `/api/runs/${run}/waivers`, body: { gate: extraGate, reason: long(5000) } };
    },
  },
  'POST /api/runs/:run/waivers/:waiver/withdraw': {
    what: 'the longest reason',
    status: 404,
    call: ({ run }) => ({
      path: `/api/runs/${run}/waivers/none/withdraw`,
      body: { reason: long(5000) },
    }),
  },
  'GET /api/runs/:run/next': {
    what: 'ten units of two million characters',
    call: ({ longRun, annotator }) => ({
      path: `/api/runs/${longRun}/next?count=10`,
      as: annotator,
    }),
  },
  'GET /api/runs/:run/units': {
    what: '500 of 20,000 units',
    call: ({ run, annotator }) => ({
      path: `/api/runs/${run}/units?which=judged&limit=500`,
      as: annotator,
    }),
  },
  'GET /api/runs/:run/judgments': {
    what: '500 of 15,000 judgments, by a word',
    call: ({ run, annotator }) => ({
      path: `/api/runs/${run}/judgments?limit=500&text=exposures`,
      as: annotator,
    }),
  },
  'GET /api/runs/:run/units/:unit': {
    what: 'two million characters',
    call: ({ longRun, annotator }) => ({
      path: `/api/runs/${longRun}/units/long-1`,
      as: annotator,
    }),
  },
  'PUT /api/runs/:run/units/:unit/draft': {
    what: 'the longest notes',
    call: (scene) => ({
      path: `/api/runs/${scene.run}/units/${unit(scene)}/draft`,
      body: { answers, asides: { notes: long(10_000) }, revision: scene.next() },
      as: scene.annotator,
    }),
  },
  'POST /api/runs/:run/units/:unit/judgments': {
    what: 'the longest notes, 10,000 pauses',
    status: 201,
    call: (scene) => ({
      path: `/api/runs/${scene.run}/units/${unit(scene)}/judgments`,
      body: judgmentBody(scene),
      as: scene.annotator,
    }),
  },
  'POST /api/runs/:run/units/:unit/facts': {
    what: 'the longest question',
    status: 201,
    call: (scene) => ({
      path: `/api/runs/${scene.run}/units/${unit(scene)}/facts`,
      body: { kind: 'question', detail: { text: long(10_000) }, idempotency_key: key(scene, 200) },
      as: scene.annotator,
    }),
  },
  'GET /api/runs/:run/result': {
    what: '15,000 units of three annotators',
    call: ({ run }) => ({ path: `/api/runs/${run}/result` }),
  },
  'GET /api/projects/:project/queue': get(`${here}/queue?${of()}&limit=500`, '500 cases'),
  'GET /api/projects/:project/cases/:task/:unit': {
    what: 'a unit with 300 comments',
    call: () => ({ path: `${here}/cases/${largeTask}/${largeTask}-0` }),
  },
  'POST /api/projects/:project/rulings': {
    what: 'the longest reason and proposal',
    status: 201,
    call: async (scene) => {
      const name = judged(scene);
      const { last_ruling: seen } = await scene.ask<{ readonly last_ruling: string | null }>(
        'GET',
        `${here}/cases/${largeTask}/${name}`,
      );
      return {
        path: `${here}/rulings`,
        body: {
          task: largeTask,
          unit: name,
          answers,
          reason: long(10_000),
          seen,
          edge_case: true,
          guideline_proposal: long(10_000),
          idempotency_key: key(scene, 200),
        },
      };
    },
  },
  'GET /api/projects/:project/own-rulings': get(`${here}/own-rulings`),
  'PUT /api/projects/:project/own-rulings': {
    what: 'the longest reason',
    call: ({ next }) => ({
      path: `${here}/own-rulings`,
      body: { allowed: next() % 2 === 0, reason: long(5000) },
    }),
  },
  'GET /api/projects/:project/model-votes': get(`${here}/model-votes`),
  'PUT /api/projects/:project/model-votes': {
    what: 'the longest reason',
    call: ({ next }) => ({
      path: `${here}/model-votes`,
      body: { shown: next() % 2 === 0, reason: long(5000) },
    }),
  },
  'GET /api/projects/:project/edge-cases': get(`${here}/edge-cases?${of()}`, '1,000 rulings'),
  'GET /api/projects/:project/cases/:task/:unit/similar': get(
    `${here}/cases/${largeTask}/${largeTask}-0/similar`,
    '1,000 rulings',
  ),
  'POST /api/projects/:project/rulings/preview': {
    what: '15,000 judged units',
    call: (scene) => ({
      path: `${here}/rulings/preview`,
      body: { task: largeTask, unit: judged(scene), answers },
    }),
  },
  'GET /api/projects/:project/policies': get(`${here}/policies`),
  'GET /api/projects/:project/verdicts': get(`${here}/verdicts?limit=500`, '500 subjects'),
  'GET /api/projects/:project/verdicts/:subject': get(`${here}/verdicts/doc-3?units=all`),
  'POST /api/projects/:project/verdicts/preview': {
    what: '500 subjects',
    call: (scene) => ({
      path: `${here}/verdicts/preview`,
      body: { task: largeTask, unit: judged(scene), answers },
    }),
  },
  ...Object.fromEntries(
    [
      'overview',
      'speed',
      'agreement',
      'pairs',
      'annotators',
      'assistance',
      'labels',
      'progress',
      'checklists',
    ].map((name) => [
      `GET /api/projects/:project/monitor/${name}`,
      {
        what: 'after a save, 15,000 units of three annotators',
        call: async (scene: RouteScene) => {
          await saveOne(scene);
          return { path: `${here}/monitor/${name}?${of()}` };
        },
      },
    ]),
  ),
  'GET /api/projects/:project/monitor/pairs/units': get(
    `${here}/monitor/pairs/units?${of()}&first=annotator-001&second=annotator-002&limit=500`,
    '500 of 15,000 units',
  ),
  'GET /api/projects/:project/monitor/pairs/confusion': get(
    `${here}/monitor/pairs/confusion?${of()}&first=annotator-001&second=annotator-002`,
    '15,000 units',
  ),
  'GET /api/projects/:project/models': get(`${here}/models?${of()}`, '100 jobs, 5,000 attempts'),
  'GET /api/projects/:project/models/estimate': get(
    `${here}/models/estimate?${of()}&models=gpt-5-mini:3&outside_rounds=true`,
    '20,000 units, three runs',
  ),
  'POST /api/projects/:project/models/jobs': {
    what: '20,000 units, three runs',
    status: [201, 409],
    call: () => ({
      path: `${here}/models/jobs`,
      body: { task: largeTask, models: 'gpt-5-mini:3', outside_rounds: true, mode: 'batch' },
    }),
  },
  'PUT /api/projects/:project/models/jobs/:job': {
    what: 'one of 100',
    status: 409,
    call: () => ({ path: `${here}/models/jobs/job-1`, body: { state: 'paused' } }),
  },
  'GET /api/projects/:project/models/comparison': get(
    `${here}/models/comparison?${of()}`,
    '5,000 answers of three runs',
  ),
  'GET /api/projects/:project/models/differences': get(
    `${here}/models/differences?${of()}&kind=against-people&limit=500`,
    '500 of 5,000 units',
  ),
  'GET /api/projects/:project/models/attempts': get(
    `${here}/models/attempts?${of()}&limit=500`,
    '500 of 5,000 attempts',
  ),
  'GET /api/projects/:project/models/attempts/:attempt': get(
    `${here}/models/attempts/attempt-0`,
    'a reply of two million characters',
  ),
  'GET /api/projects/:project/units': {
    what: '500 of 20,000 units, by words, after a save',
    call: async (scene) => {
      await saveOne(scene);
      return { path: `${here}/units?${of()}&text=exposures&order=disagreement&limit=500` };
    },
  },
  'GET /api/projects/:project/unit-choices': {
    what: '20,000 units, after a save',
    call: async (scene) => {
      await saveOne(scene);
      return { path: `${here}/unit-choices?${of()}` };
    },
  },
  'GET /api/projects/:project/units/:task/:unit': get(
    `${here}/units/${largeTask}/${largeTask}-0`,
    'a unit with 300 comments',
  ),
  'GET /api/projects/:project/audit': get(`${here}/audit?limit=500`, '500 entries'),
  'GET /api/projects/:project/audit/names': get(`${here}/audit/names`),
  'POST /api/projects/:project/units/exclude': {
    what: '6,000 units',
    call: (scene) => ({
      path: `${here}/units/exclude`,
      body: {
        task: 'small',
        units: Array.from({ length: 6000 }, (_, at) => `small-${at}`),
        reason: long(10_000),
        idempotency_key: key(scene),
      },
    }),
  },
  'POST /api/projects/:project/units/mark': {
    what: '10,000 units',
    status: 201,
    call: (scene) => ({
      path: `${here}/units/mark`,
      body: {
        task: largeTask,
        as: 'flag',
        units: some(scene, 10_000),
        text: long(10_000),
        idempotency_key: key(scene),
      },
    }),
  },
  'GET /api/projects/:project/threads': get(`${here}/threads?${of()}`, '1,000 threads'),
  'POST /api/projects/:project/threads/:question/replies': {
    what: 'the longest reply',
    status: 201,
    call: async (scene) => ({
      path: `${here}/threads/${await question(scene)}/replies`,
      body: { text: long(10_000), idempotency_key: key(scene) },
    }),
  },
  'POST /api/projects/:project/threads/:question/entries': {
    what: 'the longest entry',
    status: 201,
    call: async (scene) => ({
      path: `${here}/threads/${await question(scene)}/entries`,
      body: { as: 'faq', asked: long(10_000), answer: long(10_000), idempotency_key: key(scene) },
    }),
  },
  'POST /api/projects/:project/units/:task/:unit/comments': {
    what: 'the longest comment',
    status: 201,
    call: (scene) => ({
      path: `${here}/units/${largeTask}/${largeTask}-0/comments`,
      body: { text: long(10_000), idempotency_key: key(scene) },
    }),
  },
  'POST /api/projects/:project/notes/withdrawals': {
    what: '10,000 flags',
    call: async (scene) => {
      const body = {
        task: largeTask,
        as: 'flag',
        units: some(scene, 10_000),
        text: 'Odd.',
        idempotency_key: key(scene),
      };
      const { notes } = await scene.ask<{ readonly notes: readonly string[] }>(
        'POST',
        `${here}/units/mark`,
        body,
      );
      return { path: `${here}/notes/withdrawals`, body: { notes, idempotency_key: key(scene) } };
    },
  },
  'GET /api/projects/:project/agenda': get(`${here}/agenda`, '1,000 questions, 20,000 flags'),
  'POST /api/projects/:project/agenda': {
    what: 'the longest text',
    status: 201,
    call: (scene) => ({
      path: `${here}/agenda`,
      body: { text: long(10_000), idempotency_key: key(scene) },
    }),
  },
  'GET /api/projects/:project/meetings': get(`${here}/meetings`),
  'POST /api/projects/:project/meetings': {
    what: 'the longest title',
    status: 201,
    call: (scene) => ({
      path: `${here}/meetings`,
      body: { title: long(200), idempotency_key: key(scene) },
    }),
  },
  'GET /api/projects/:project/meetings/:meeting': {
    what: '1,000 questions',
    call: async (scene) => ({ path: `${here}/meetings/${await meeting(scene)}` }),
  },
  'POST /api/projects/:project/meetings/:meeting/decisions': {
    what: 'the longest decision',
    status: 201,
    call: async (scene) => ({
      path: `${here}/meetings/${await meeting(scene)}/decisions`,
      body: { text: long(10_000), idempotency_key: key(scene) },
    }),
  },
  'POST /api/projects/:project/import': {
    what: '20,000 units',
    call: (scene) => ({
      path: `${here}/import?kind=units&${of()}&name=units.jsonl`,
      body: scene.unitLines(20_000),
    }),
  },
  'POST /api/projects/:project/import/proposal': {
    what: '100,000 units',
    call: (scene) => ({
      path: `${here}/import/proposal?kind=units&${of()}&name=units.jsonl`,
      body: scene.unitLines(100_000),
    }),
  },
  'GET /api/projects/:project/imports': get(`${here}/imports`, '200 with 1,000 changes each'),
  'GET /api/projects/:project/imports/:id': {
    what: '1,000 changes',
    call: async (scene) => {
      const { items } = await scene.ask<{ readonly items: readonly { readonly id: string }[] }>(
        'GET',
        `${here}/imports`,
      );
      return { path: `${here}/imports/${items.at(-1)!.id}` };
    },
  },
  'GET /api/projects/:project/export': get(
    `${here}/export?kind=table&${of()}&fields=subject,text`,
    'one table of everything',
  ),
  'GET /api/projects/:project/releases': get(`${here}/releases`),
  'GET /api/projects/:project/releases/obstacles': {
    what: 'after a save, 20,000 units',
    call: async (scene) => {
      await saveOne(scene);
      return { path: `${here}/releases/obstacles` };
    },
  },
  'POST /api/projects/:project/releases': {
    what: '20,000 units, cut and verified',
    status: 202,
    until: noReleaseWork,
    call: (scene) => ({
      path: `${here}/releases`,
      body: {
        version: `1.${scene.next()}`,
        seed: 1,
        allow_open: long(4000),
        names: true,
        with_text: true,
        replies: true,
      },
    }),
  },
  'POST /api/projects/:project/releases/:version/verify': {
    what: '20,000 units',
    status: 202,
    until: noReleaseWork,
    call: async (scene) => ({ path: `${here}/releases/${await release(scene)}/verify`, body: {} }),
  },
  ...Object.fromEntries(
    ['archive', 'report.html', 'report.pdf', 'evaluations', 'evaluations/choices'].map((name) => [
      `GET /api/projects/:project/releases/:version/${name}`,
      {
        what: '20,000 units',
        call: async (scene: RouteScene) => ({
          path: `${here}/releases/${await release(scene)}/${name}`,
        }),
      },
    ]),
  ),
  'POST /api/projects/:project/releases/:version/evaluations': {
    what: 'predictions of 20,000 units',
    status: 201,
    call: async (scene) => ({
      path: `${here}/releases/${await release(scene)}/evaluations`,
      body: predictions(scene),
    }),
  },
  'GET /api/projects/:project/releases/:version/evaluations/:id/evaluation.html': {
    what: '20,000 units',
    call: async (scene) => {
      const place = `${here}/releases/${await release(scene)}/evaluations`;
      const { items } = await scene.ask<{ readonly items: readonly { readonly id: string }[] }>(
        'GET',
        place,
      );
      return { path: `${place}/${items[0]!.id}/evaluation.html` };
    },
  },
  'GET /api/projects/:project/panel': get(`${here}/panel`, '300 members'),
  'GET /api/projects/:project/people': get(`${here}/people`, '300 members'),
  'POST /api/projects/:project/people': {
    what: '300 members',
    status: 204,
    call: ({ members, next }) => ({
      path: `${here}/people`,
      body: { login: members[next() % members.length], role: 'adjudicator' },
    }),
  },
  'DELETE /api/projects/:project/people/:login': {
    what: '300 members, 60 rounds',
    call: ({ members, next }) => ({ path: `${here}/people/${members[next() % members.length]}` }),
  },
  'GET /api/projects/:project/invitations': get(`${here}/invitations`),
  'POST /api/projects/:project/invitations': {
    what: 'one',
    status: 201,
    call: () => ({ path: `${here}/invitations`, body: { role: 'annotator', days: 90 } }),
  },
  'DELETE /api/projects/:project/invitations/:id': {
    what: 'one',
    status: 204,
    call: async (scene) => ({
      path: `${here}/invitations/${await made(scene, '/invitations', { role: 'annotator' })}`,
    }),
  },
  'GET /api/projects/:project/tokens': get(`${here}/tokens`),
  'POST /api/projects/:project/tokens': {
    what: 'the longest name',
    status: 201,
    call: () => ({ path: `${here}/tokens`, body: { name: long(100), scope: 'write', days: 365 } }),
  },
  'DELETE /api/projects/:project/tokens/:id': {
    what: 'one',
    status: 204,
    call: async (scene) => ({
      path: `${here}/tokens/${await made(scene, '/tokens', { name: 'x' })}`,
    }),
  },
  'GET /api/accounts': get('/api/accounts', '300 accounts'),
  'PATCH /api/accounts/:login': {
    what: '300 accounts, 60 rounds',
    call: ({ members, next }) => ({
      path: `/api/accounts/${members[next() % members.length]}`,
      body: { disabled: true },
    }),
  },
  'POST /api/accounts/:login/link': {
    what: 'one',
    status: 201,
    call: ({ members }) => ({ path: `/api/accounts/${members[0]}/link`, body: {} }),
  },
  'GET /api/accounts/:login/sessions': get('/api/accounts/annotator-002/sessions'),
  'DELETE /api/accounts/:login/sessions': {
    what: 'one',
    call: ({ members, next }) => ({
      path: `/api/accounts/${members[next() % members.length]}/sessions`,
    }),
  },
  'GET /api/projects/:project/events': get(`${here}/events`),
  'GET /healthz': get('/healthz'),
  'GET /metrics': get('/metrics', 'every route called'),
  'GET /api/openapi.json': get('/api/openapi.json'),
  'GET /api/docs': get('/api/docs'),
  'GET /api/docs/style.css': get('/api/docs/style.css'),
  // Last: they take open units from those who save in the others.
  'PUT /api/runs/:run/annotators/:annotator': {
    what: '20,000 units',
    call: ({ run, members, next }) => ({
      path: `/api/runs/${run}/annotators/${members[next() % members.length]}`,
    }),
  },
  'DELETE /api/runs/:run/annotators/:annotator': {
    what: '20,000 units',
    call: async (scene) => {
      const path = `/api/runs/${scene.run}/annotators/${scene.members[scene.next() % 300]}`;
      await scene.ask('PUT', path);
      return { path };
    },
  },
};

/** Opens the next of the pilots; gives its run. */
export async function openPilot(scene: RouteScene): Promise<string> {
  const path = `${here}/rounds/${await nextRound(scene)}/open`;
  const body = { seed: 1, annotators: scene.members };
  const { run } = await scene.ask<{ readonly run: { readonly id: string } }>('POST', path, body);
  return run.id;
}

/** The pilot that can be opened next: the one before it is closed, and its gate waived. */
async function nextRound(scene: RouteScene): Promise<string> {
  const { rounds } = await scene.ask<RoundsReply>('GET', `${here}/rounds`);
  for (const name of extraRounds) {
    const { runs } = rounds.find(({ round }) => round === name)!;
    const last = runs.at(-1);
    if (last === undefined) return name;
    if (last.closed_at === null)
      await scene.ask('POST', `/api/runs/${last.run}/close`, { incomplete: true });
    if (last.figures?.passed !== true)
      await scene.ask('POST', `/api/runs/${last.run}/waivers`, { gate: extraGate, reason: 'No.' });
  }
  throw new Error('All pilots are over');
}

/** A save, after which nothing that was computed before holds any more. */
async function saveOne(scene: RouteScene): Promise<void> {
  const path = `/api/runs/${scene.run}/units/${unit(scene)}/judgments`;
  await scene.ask('POST', path, judgmentBody(scene), scene.annotator);
}

async function meeting({ ask }: RouteScene): Promise<string> {
  const { meetings } = await ask<{ readonly meetings: readonly { readonly id: string }[] }>(
    'GET',
    `${here}/meetings`,
  );
  return meetings[0]!.id;
}

async function release({ ask }: RouteScene): Promise<string> {
  const { items } = await ask<{ readonly items: readonly { readonly version: string }[] }>(
    'GET',
    `${here}/releases`,
  );
  return items.at(-1)!.version;
}

function predictions(scene: RouteScene): string {
  const names = Object.keys(answers);
  const lines = Array.from({ length: scene.units }, (_, at) =>
    [`${largeTask}-${at}`, ...Object.values(answersFor(at)).map((one) => Number(one > 0))].join(
      ',',
    ),
  );
  const file = `${['id', ...names].join(',')}\n${lines.join('\n')}\n`;
  const head = {
    task: largeTask,
    split: null,
    predicted: { as: 'labels' },
    systems: [`system-${scene.next()}`],
    predictions: [{ name: 'predictions.csv', bytes: Buffer.byteLength(file) }],
  };
  return `${JSON.stringify(head)}\n${file}`;
}
