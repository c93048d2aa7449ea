import { guidelineText, protocolText } from './server-project.ts';
import type { Place, Scene, VisitorName } from './route-scene.ts';

/**
 * What is asked about: what is the visitor’s (or of their project), somebody else’s there, or
 * another project’s.
 */
export type Kind = 'own' | 'others' | 'foreign';

/**
 * What a route answers, and with what it is asked. The statuses stand in the order of the visitors.
 */
export interface Expectation {
  readonly own: string;
  readonly others?: string;
  readonly foreign?: string;
  /** The answer is no JSON. */
  readonly text?: boolean;
  request(
    scene: Scene,
    kind: Kind,
    visitor: VisitorName,
  ): {
    readonly url: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  };
}

/*
 * Each row of statuses: nobody, annotator, adjudicator, lead, reviewer (of the project pets),
 * foreign (a lead of the project birds), read token and write token of the lead
 * of pets, lead of the workspace. 401 not signed in, 403 not for this role, 404 not there for
 * whoever is no member, 2xx let in; what 409, 410 and 422 mean is said beside.
 */
const everybody = '200 200 200 200 200 200 200 200 200';
const member = {
  own: '401 200 200 200 200 404 200 200 200',
  foreign: '401 404 404 404 404 200 404 404 200',
};
const overseer = {
  own: '401 403 200 200 200 404 200 200 200',
  foreign: '401 404 404 404 404 200 404 404 200',
};
const leadReads = {
  own: '401 403 403 200 403 404 200 200 200',
  foreign: '401 404 404 404 404 200 404 404 200',
};
const rulers = {
  own: '401 403 200 200 403 404 200 200 200',
  foreign: '401 404 404 404 404 200 404 404 200',
};
const seesVotes = {
  own: '401 403 403 200 200 404 200 200 200',
  foreign: '401 404 404 404 404 200 404 404 200',
};
const foreignWrite = '401 404 404 404 404 201 403 404 201';

export const expectations: Readonly<Record<string, Expectation>> = {
  // Signing in
  'POST /api/session': {
    own: '201 201 201 201 201 201 201 201 201',
    request: () => ({ url: '/api/session', body: { login: 'anna', password: 'password of anna' } }),
  },
  'GET /api/session': {
    own: '401 200 200 200 200 200 200 200 200',
    request: () => ({ url: '/api/session' }),
  },
  'DELETE /api/session': {
    own: '401 204 204 204 204 204 403 403 204',
    request: () => ({ url: '/api/session' }),
  },
  'GET /api/links/:token': {
    own: everybody,
    request: (scene) => ({ url: `/api/links/${scene.places.pets.link}` }),
  },
  // Whoever has no session has to give a name; a token is no session.
  'POST /api/links/:token': {
    own: '400 201 201 201 201 201 400 400 201',
    request: (scene) => ({ url: `/api/links/${scene.places.pets.link}`, body: {} }),
  },
  'PATCH /api/me': {
    own: '401 200 200 200 200 200 403 403 200',
    request: () => ({ url: '/api/me', body: { name: 'Another Name' } }),
  },
  'GET /api/me/sessions': {
    own: '401 200 200 200 200 200 403 403 200',
    request: () => ({ url: '/api/me/sessions' }),
  },
  'DELETE /api/me/sessions': {
    own: '401 200 200 200 200 200 403 403 200',
    request: () => ({ url: '/api/me/sessions' }),
  },
  // Nobody's id is known to anybody else.
  'DELETE /api/me/sessions/:id': {
    own: '401 404 404 404 404 404 403 403 404',
    request: () => ({ url: '/api/me/sessions/0123456789abcdef' }),
  },
  'GET /api/me/notices': {
    own: '401 200 200 200 200 200 403 403 200',
    request: () => ({ url: '/api/me/notices' }),
  },
  'PUT /api/me/notices': {
    own: '401 204 204 204 204 204 403 403 204',
    request: () => ({ url: '/api/me/notices', body: { email: 'a@example.org', events: [] } }),
  },
  // This server does not send mail.
  'POST /api/me/notices/test': {
    own: '401 409 409 409 409 409 403 403 409',
    request: () => ({ url: '/api/me/notices/test', body: {} }),
  },
  'GET /api/me/work': {
    own: '401 200 200 200 200 200 200 200 200',
    request: () => ({ url: '/api/me/work' }),
  },
  // Projects
  'GET /api/projects': {
    own: '401 200 200 200 200 200 200 200 200',
    request: () => ({ url: '/api/projects' }),
  },
  'POST /api/projects': {
    own: '401 403 403 403 403 403 403 403 201',
    request: () => ({
      url: '/api/projects',
      body: { protocol: protocolText('fish'), guideline: guidelineText },
    }),
  },
  'POST /api/new-project/columns': {
    own: '401 403 403 403 403 403 403 403 200',
    request: () => ({
      url: '/api/new-project/columns?name=units.csv',
      body: 'id,text\na,Some text\nb,More text\n',
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  'POST /api/new-project/check': {
    own: '401 403 403 403 403 403 403 403 200',
    request: () => ({
      url: '/api/new-project/check',
      body: { protocol: protocolText('fish'), guideline: guidelineText },
    }),
  },
  'GET /api/new-project/templates': {
    own: '401 403 403 403 403 403 403 403 200',
    request: () => ({ url: '/api/new-project/templates' }),
  },
  'POST /api/new-project': {
    own: '401 403 403 403 403 403 403 403 201',
    request: () => ({
      url: '/api/new-project?name=units.jsonl',
      body:
        `${JSON.stringify({ protocol: protocolText('fish'), guideline: guidelineText })}\n` +
        '{"id":"new-1","document":"doc","text":"New.","answer":"-","page":1}\n',
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  'GET /api/projects/:project': { ...member, request: inProject('') },
  'GET /api/projects/:project/guideline': { ...member, request: inProject('/guideline') },
  'GET /api/projects/:project/protocol': { ...member, request: inProject('/protocol') },
  'POST /api/projects/:project/protocol': {
    own: '401 403 403 201 403 404 403 201 201',
    foreign: foreignWrite,
    request: (scene, kind) => ({
      url: `/api/projects/${placeOf(scene, kind).project}/protocol`,
      body: {
        protocol: protocolText(placeOf(scene, kind).project, 'Another title'),
        guideline: guidelineText,
      },
    }),
  },
  'GET /api/projects/:project/protocol/versions': {
    ...member,
    request: inProject('/protocol/versions'),
  },
  'POST /api/projects/:project/protocol/preview': {
    own: '401 403 403 200 403 404 403 200 200',
    foreign: '401 404 404 404 404 200 403 404 200',
    request: (scene, kind) => ({
      url: `/api/projects/${placeOf(scene, kind).project}/protocol/preview`,
      body: {
        protocol: protocolText(placeOf(scene, kind).project, 'Another title'),
        guideline: guidelineText,
      },
    }),
  },
  'GET /api/projects/:project/protocol/rules': { ...member, request: inProject('/protocol/rules') },
  'GET /api/projects/:project/protocol/changes': {
    ...member,
    request: inProject('/protocol/changes?from=1'),
  },
  // People
  'GET /api/projects/:project/panel': { ...leadReads, request: inProject('/panel') },
  'GET /api/projects/:project/people': { ...leadReads, request: inProject('/people') },
  'POST /api/projects/:project/people': {
    own: '401 403 403 204 403 404 403 403 204',
    foreign: '401 404 404 404 404 204 403 403 204',
    request: inProject('/people', { login: 'dora', role: 'annotator' }),
  },
  'DELETE /api/projects/:project/people/:login': {
    own: '401 403 403 200 403 404 403 403 200',
    foreign: '401 404 404 404 404 200 403 403 200',
    request: inProject('/people/ben'),
  },
  'GET /api/projects/:project/invitations': { ...leadReads, request: inProject('/invitations') },
  'POST /api/projects/:project/invitations': {
    own: '401 403 403 201 403 404 403 403 201',
    foreign: '401 404 404 404 404 201 403 403 201',
    request: inProject('/invitations', { role: 'annotator' }),
  },
  'DELETE /api/projects/:project/invitations/:id': {
    own: '401 403 403 204 403 404 403 403 204',
    foreign: '401 404 404 404 404 204 403 403 204',
    // An invitation of one project cannot be withdrawn through another.
    others: '401 403 403 404 403 404 403 403 404',
    request: throughProject('invitations', 'invitation'),
  },
  'GET /api/projects/:project/webhooks': { ...leadReads, request: inProject('/webhooks') },
  'POST /api/projects/:project/webhooks': {
    own: '401 403 403 201 403 404 403 403 201',
    foreign: '401 404 404 404 404 201 403 403 201',
    request: inProject('/webhooks', { url: 'https://hooks.example.org/a', events: ['round'] }),
  },
  'DELETE /api/projects/:project/webhooks/:id': {
    own: '401 403 403 404 403 404 403 403 404',
    foreign: '401 404 404 404 404 404 403 403 404',
    request: inProject('/webhooks/nothing'),
  },
  'POST /api/projects/:project/webhooks/:id/test': {
    own: '401 403 403 404 403 404 403 403 404',
    foreign: '401 404 404 404 404 404 403 403 404',
    request: inProject('/webhooks/nothing/test', {}),
  },
  'GET /api/projects/:project/notices': { ...leadReads, request: inProject('/notices') },
  'GET /api/projects/:project/tokens': {
    own: '401 200 200 200 200 404 403 403 200',
    foreign: '401 404 404 404 404 200 403 403 200',
    request: inProject('/tokens'),
  },
  'POST /api/projects/:project/tokens': {
    own: '401 403 403 201 403 404 403 403 201',
    foreign: '401 404 404 404 404 201 403 403 201',
    request: inProject('/tokens', { name: 'script' }),
  },
  // Everybody ends their own tokens only.
  'DELETE /api/projects/:project/tokens/:id': {
    own: '401 404 404 204 404 404 403 403 204',
    others: '401 404 404 404 404 404 403 403 404',
    foreign: '401 404 404 404 404 204 403 403 204',
    request: (scene, kind, visitor) => {
      const place = placeOf(scene, kind);
      const owner =
        kind === 'others'
          ? 'foreign'
          : visitor === 'workspace' || visitor === 'foreign'
            ? visitor
            : 'lead';
      return { url: `/api/projects/${place.project}/tokens/${place.tokens[owner]}` };
    },
  },
  'GET /api/accounts': {
    own: '401 403 403 403 403 403 403 403 200',
    request: () => ({ url: '/api/accounts' }),
  },
  'PATCH /api/accounts/:login': {
    own: '401 403 403 403 403 403 403 403 200',
    request: () => ({ url: '/api/accounts/dora', body: { disabled: true } }),
  },
  'GET /api/accounts/:login/sessions': {
    own: '401 403 403 403 403 403 403 403 200',
    request: () => ({ url: '/api/accounts/dora/sessions' }),
  },
  'DELETE /api/accounts/:login/sessions': {
    own: '401 403 403 403 403 403 403 403 200',
    request: () => ({ url: '/api/accounts/dora/sessions' }),
  },
  'POST /api/accounts/:login/link': {
    own: '401 403 403 403 403 403 403 403 201',
    request: () => ({ url: '/api/accounts/dora/link', body: {} }),
  },
  // Rounds
  'GET /api/projects/:project/rounds': { ...member, request: inProject('/rounds') },
  'GET /api/projects/:project/long-work': { ...rulers, request: inProject('/long-work') },
  // The full round is open already.
  'POST /api/projects/:project/rounds/:round/open': {
    own: '401 403 403 409 403 404 403 409 409',
    foreign: '401 404 404 404 404 409 403 404 409',
    request: inProject('/rounds/full/open', { seed: 2 }),
  },
  'POST /api/runs/:run/close': {
    own: '401 403 403 200 403 404 403 200 200',
    foreign: '401 404 404 404 404 200 403 404 200',
    request: inRun('run', '/close', { incomplete: true }),
  },
  // The run is open, so that there is nothing to decide yet.
  'POST /api/runs/:run/units': {
    own: '401 403 403 409 403 404 403 409 409',
    foreign: '401 404 404 404 404 409 403 404 409',
    request: inRun('run', '/units', { choice: 'again' }),
  },
  'POST /api/runs/:run/waivers': {
    own: '401 403 403 201 403 404 403 201 201',
    foreign: '401 404 404 404 404 201 403 404 201',
    request: (scene, kind) => ({
      url: `/api/runs/${placeOf(scene, kind).closed}/waivers`,
      body: { gate: placeOf(scene, kind).gate, reason: 'Again.' },
    }),
  },
  'POST /api/runs/:run/waivers/:waiver/withdraw': {
    own: '401 403 403 404 403 404 403 404 404',
    foreign: '401 404 404 404 404 404 403 404 404',
    request: inRun('closed', '/waivers/none/withdraw', { reason: 'Not needed any more.' }),
  },
  'PUT /api/runs/:run/annotators/:annotator': {
    own: '401 403 403 200 403 404 403 200 200',
    foreign: '401 404 404 404 404 200 403 404 200',
    request: inRun('run', '/annotators/ben'),
  },
  'DELETE /api/runs/:run/annotators/:annotator': {
    own: '401 403 403 200 403 404 403 200 200',
    foreign: '401 404 404 404 404 422 403 404 422',
    request: inRun('run', '/annotators/ben'),
  },
  'GET /api/projects/:project/events': { ...member, text: true, request: inProject('/events') },
  // Work: whoever holds no units of the run is told so; reviewers never hold any.
  'GET /api/runs/:run/next': {
    own: '401 200 403 403 403 404 403 403 403',
    foreign: '401 404 404 404 404 403 404 404 403',
    request: inRun('run', '/next'),
  },
  'GET /api/runs/:run/judgments': {
    own: '401 200 200 200 403 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: inRun('run', '/judgments'),
  },
  'GET /api/runs/:run/units': {
    own: '401 200 200 200 403 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: inRun('run', '/units'),
  },
  'GET /api/runs/:run/units/:unit': {
    own: '401 200 403 403 403 404 403 403 403',
    others: '401 403 403 403 403 404 403 403 403',
    foreign: '401 404 404 404 404 403 404 404 403',
    request: onUnit(''),
  },
  'PUT /api/runs/:run/units/:unit/draft': {
    own: '401 200 403 403 403 404 403 403 403',
    others: '401 403 403 403 403 404 403 403 403',
    foreign: '401 404 404 404 404 403 403 404 403',
    request: onUnit('/draft', { answers: { cat: true }, revision: 1 }),
  },
  'POST /api/runs/:run/units/:unit/judgments': {
    own: '401 201 403 403 403 404 403 403 403',
    others: '401 403 403 403 403 404 403 403 403',
    foreign: '401 404 404 404 404 403 403 404 403',
    request: onUnit('/judgments', {
      answers: { cat: true, dog: false },
      idempotency_key: 'key of the table',
    }),
  },
  'POST /api/runs/:run/units/:unit/facts': {
    own: '401 201 403 403 403 404 403 403 403',
    others: '401 403 403 403 403 404 403 403 403',
    foreign: '401 404 404 404 404 403 403 404 403',
    request: onUnit('/facts', { kind: 'opened', detail: { field: 'answer' } }),
  },
  'GET /api/runs/:run/result': {
    own: '401 200 200 200 403 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: inRun('run', '/result'),
  },
  // Rulings
  'GET /api/projects/:project/queue': {
    own: '401 403 200 200 403 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: inProject('/queue'),
  },
  'GET /api/projects/:project/cases/:task/:unit': {
    own: '401 403 200 200 403 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    // A unit of one project is not found through another.
    others: '401 403 404 404 403 404 404 404 404',
    request: throughProject('cases/animals', 'judged'),
  },
  'GET /api/projects/:project/cases/:task/:unit/similar': {
    own: '401 403 200 200 403 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: (scene, kind) => {
      const { project, judged } = placeOf(scene, kind);
      return { url: `/api/projects/${project}/cases/animals/${judged}/similar` };
    },
  },
  'POST /api/projects/:project/rulings/preview': {
    own: '401 403 200 200 403 404 403 200 200',
    foreign: '401 404 404 404 404 200 403 404 200',
    others: '401 403 404 404 403 404 403 404 404',
    request: (scene, kind) => ({
      url: `/api/projects/${kind === 'foreign' ? 'birds' : 'pets'}/rulings/preview`,
      body: {
        unit: scene.places[kind === 'own' ? 'pets' : 'birds'].judged,
        answers: { cat: true, dog: false },
      },
    }),
  },
  'POST /api/projects/:project/rulings': {
    own: '401 403 201 201 403 404 403 201 201',
    foreign: foreignWrite,
    others: '401 403 404 404 403 404 403 404 404',
    request: (scene, kind) => ({
      url: `/api/projects/${kind === 'foreign' ? 'birds' : 'pets'}/rulings`,
      body: {
        unit: scene.places[kind === 'own' ? 'pets' : 'birds'].judged,
        answers: { cat: true, dog: false },
        reason: 'It purrs.',
        seen: null,
        idempotency_key: 'ruling of the table',
      },
    }),
  },
  'GET /api/projects/:project/own-rulings': { ...overseer, request: inProject('/own-rulings') },
  'PUT /api/projects/:project/own-rulings': {
    own: '401 403 403 200 403 404 403 200 200',
    foreign: '401 404 404 404 404 200 403 404 200',
    request: inProject('/own-rulings', { allowed: true, reason: 'We are few.' }),
  },
  'GET /api/projects/:project/model-votes': { ...overseer, request: inProject('/model-votes') },
  'PUT /api/projects/:project/model-votes': {
    own: '401 403 403 200 403 404 403 200 200',
    foreign: '401 404 404 404 404 200 403 404 200',
    request: inProject('/model-votes', { shown: true, reason: 'Only models judge.' }),
  },
  // Models. Adjudicators see no answers of models unless a lead shows them.
  'GET /api/projects/:project/models': { ...overseer, request: inProject('/models') },
  'GET /api/projects/:project/models/estimate': {
    ...leadReads,
    request: inProject('/models/estimate?models=gpt-5-mini:1&outside_rounds=true'),
  },
  'POST /api/projects/:project/models/jobs': {
    own: '401 403 403 201 403 404 403 201 201',
    foreign: foreignWrite,
    request: inProject('/models/jobs', { models: 'gpt-5-mini:1', outside_rounds: true }),
  },
  'PUT /api/projects/:project/models/jobs/:job': {
    own: '401 403 403 200 403 404 403 200 200',
    foreign: '401 404 404 404 404 200 403 404 200',
    request: (scene, kind) => {
      const { project } = placeOf(scene, kind);
      return {
        url: `/api/projects/${project}/models/jobs/job-${project}`,
        body: { state: 'running' },
      };
    },
  },
  'GET /api/projects/:project/models/comparison': {
    ...seesVotes,
    request: inProject('/models/comparison'),
  },
  'GET /api/projects/:project/models/differences': {
    ...seesVotes,
    request: inProject('/models/differences?kind=splits'),
  },
  'GET /api/projects/:project/models/attempts': {
    ...seesVotes,
    request: inProject('/models/attempts'),
  },
  'GET /api/projects/:project/models/attempts/:attempt': {
    ...seesVotes,
    request: (scene, kind) => {
      const { project } = placeOf(scene, kind);
      return { url: `/api/projects/${project}/models/attempts/request-${project}` };
    },
  },
  'GET /api/projects/:project/edge-cases': { ...member, request: inProject('/edge-cases') },
  // Discussion. An unknown question is asked for: whoever is let in is told so (404).
  'GET /api/projects/:project/threads': { ...member, request: inProject('/threads') },
  'POST /api/projects/:project/threads/:question/replies': {
    own: '401 404 404 404 403 404 403 404 404',
    foreign: '401 404 404 404 404 404 403 404 404',
    request: inProject('/threads/999999/replies', { text: 'Yes.', idempotency_key: 'r' }),
  },
  'POST /api/projects/:project/threads/:question/entries': {
    own: '401 403 404 404 403 404 403 404 404',
    foreign: '401 404 404 404 404 404 403 404 404',
    request: inProject('/threads/999999/entries', {
      as: 'faq',
      asked: 'Why?',
      answer: 'Because.',
      idempotency_key: 'e',
    }),
  },
  'POST /api/projects/:project/units/:task/:unit/comments': {
    own: '401 403 201 201 403 404 403 201 201',
    foreign: foreignWrite,
    request: (scene, kind) => {
      const { project, judged } = placeOf(scene, kind);
      return {
        url: `/api/projects/${project}/units/animals/${judged}/comments`,
        body: { text: 'See the next one.', idempotency_key: 'c' },
      };
    },
  },
  'POST /api/projects/:project/notes/withdrawals': {
    own: '401 404 404 404 403 404 403 404 404',
    foreign: '401 404 404 404 404 404 403 404 404',
    request: inProject('/notes/withdrawals', { notes: ['none'], idempotency_key: 'w' }),
  },
  'GET /api/projects/:project/agenda': { ...overseer, request: inProject('/agenda') },
  'POST /api/projects/:project/agenda': {
    own: '401 403 201 201 403 404 403 201 201',
    foreign: foreignWrite,
    request: inProject('/agenda', { text: 'Holidays', idempotency_key: 'a' }),
  },
  'GET /api/projects/:project/meetings': { ...overseer, request: inProject('/meetings') },
  'POST /api/projects/:project/meetings': {
    own: '401 403 201 201 403 404 403 201 201',
    foreign: foreignWrite,
    request: inProject('/meetings', { title: 'Week 1', idempotency_key: 'm' }),
  },
  'GET /api/projects/:project/meetings/:meeting': {
    own: '401 403 404 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404 404',
    request: inProject('/meetings/none'),
  },
  'POST /api/projects/:project/meetings/:meeting/decisions': {
    own: '401 403 404 404 403 404 403 404 404',
    foreign: '401 404 404 404 404 404 403 404 404',
    request: inProject('/meetings/none/decisions', { text: 'Yes.', idempotency_key: 'd' }),
  },
  // Verdicts: the protocol of the table names no policies, so whoever is let in is told that there
  // are none (404); see server-verdicts.test.ts for a protocol with policies.
  'GET /api/projects/:project/policies': { ...overseer, request: inProject('/policies') },
  'GET /api/projects/:project/verdicts': {
    own: '401 403 404 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404 404',
    request: inProject('/verdicts'),
  },
  'GET /api/projects/:project/verdicts/:subject': {
    own: '401 403 404 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 404 404 404 404',
    request: inProject('/verdicts/doc'),
  },
  'POST /api/projects/:project/verdicts/preview': {
    own: '401 403 200 200 200 404 403 200 200',
    foreign: '401 404 404 404 404 200 403 404 200',
    others: '401 403 404 404 404 404 403 404 404',
    request: (scene, kind) => ({
      url: `/api/projects/${kind === 'foreign' ? 'birds' : 'pets'}/verdicts/preview`,
      body: {
        unit: scene.places[kind === 'own' ? 'pets' : 'birds'].judged,
        answers: { cat: true, dog: false },
      },
    }),
  },
  // Units and the log
  'GET /api/projects/:project/units': { ...overseer, request: inProject('/units?task=animals') },
  // Whoever is let in is told that there is no such unit (404).
  'POST /api/projects/:project/units/exclude': {
    own: '401 403 404 404 403 404 403 404 404',
    foreign: '401 404 404 404 404 404 403 404 404',
    request: inProject('/units/exclude', {
      task: 'animals',
      units: ['no such unit'],
      reason: 'It is empty.',
      idempotency_key: 'exclusion of the table',
    }),
  },
  'POST /api/projects/:project/units/mark': {
    own: '401 403 404 404 403 404 403 404 404',
    foreign: '401 404 404 404 404 404 403 404 404',
    request: inProject('/units/mark', {
      task: 'animals',
      as: 'flag',
      units: ['no such unit'],
      text: 'Odd.',
      idempotency_key: 'flag of the table',
    }),
  },
  'GET /api/projects/:project/unit-choices': {
    ...overseer,
    request: inProject('/unit-choices?task=animals'),
  },
  'GET /api/projects/:project/units/:task/:unit': {
    ...overseer,
    others: '401 403 404 404 404 404 404 404 404',
    request: throughProject('units/animals', 'judged'),
  },
  'GET /api/projects/:project/audit': {
    own: '401 403 403 200 200 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: inProject('/audit'),
  },
  'GET /api/projects/:project/audit/names': {
    own: '401 403 403 200 200 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: inProject('/audit/names'),
  },
  // Files
  'POST /api/projects/:project/import': {
    own: '401 403 403 200 403 404 403 200 200',
    foreign: '401 404 404 404 404 200 403 404 200',
    request: (scene, kind) => ({
      url: `/api/projects/${placeOf(scene, kind).project}/import?kind=units&name=more.jsonl`,
      body: '{"id":"new-1","document":"doc","text":"New.","answer":"-","page":1}\n',
      headers: { 'content-type': 'application/jsonl' },
    }),
  },
  'POST /api/projects/:project/import/proposal': {
    own: '401 403 403 200 403 404 403 200 200',
    foreign: '401 404 404 404 404 200 403 404 200',
    request: (scene, kind) => ({
      url: `/api/projects/${placeOf(scene, kind).project}/import/proposal?kind=units&name=more.jsonl`,
      body: '{"id":"new-1","document":"doc","text":"New.","answer":"-","page":1}\n',
      headers: { 'content-type': 'application/jsonl' },
    }),
  },
  'GET /api/projects/:project/imports': {
    own: '401 403 403 200 200 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: inProject('/imports'),
  },
  'GET /api/projects/:project/imports/:id': {
    own: '401 403 403 200 200 404 200 200 200',
    others: '401 403 403 404 404 404 404 404 404',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: throughProject('imports', 'import'),
  },
  'GET /api/projects/:project/export': {
    own: '401 403 403 200 200 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    text: true,
    request: inProject('/export?kind=judgments'),
  },
  // Releases
  'GET /api/projects/:project/releases': { ...overseer, request: inProject('/releases') },
  'GET /api/projects/:project/releases/obstacles': {
    ...overseer,
    request: inProject('/releases/obstacles'),
  },
  // Begun; what stands in the way is found later.
  'POST /api/projects/:project/releases': {
    own: '401 403 403 202 403 404 403 202 202',
    foreign: '401 404 404 404 404 202 403 404 202',
    request: inProject('/releases', { version: '2.0' }),
  },
  'POST /api/projects/:project/releases/:version/verify': {
    own: '401 403 403 202 202 404 403 202 202',
    foreign: '401 404 404 404 404 202 403 404 202',
    request: inProject('/releases/1.0/verify'),
  },
  ...releaseFiles('archive', 'report.html', 'report.pdf'),
  // Evaluations; what the release holds is read later, and this one holds nothing: 422.
  'GET /api/projects/:project/releases/:version/evaluations': {
    ...seesVotes,
    request: inProject('/releases/1.0/evaluations'),
  },
  'GET /api/projects/:project/releases/:version/evaluations/choices': {
    own: '401 403 403 422 422 404 422 422 422',
    foreign: '401 404 404 404 404 422 404 404 422',
    request: inProject('/releases/1.0/evaluations/choices'),
  },
  'POST /api/projects/:project/releases/:version/evaluations': {
    own: '401 403 403 422 422 404 403 422 422',
    foreign: '401 404 404 404 404 422 403 404 422',
    request: (scene, kind) => ({
      url: `/api/projects/${placeOf(scene, kind).project}/releases/1.0/evaluations`,
      body:
        '{"predicted":{"as":"labels"},"systems":["mine"],"predictions":[{"name":"a.csv",' +
        '"bytes":10}]}\nid,cat\n1,1',
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  'GET /api/projects/:project/releases/:version/evaluations/:id/evaluation.html': {
    ...seesVotes,
    text: true,
    request: inProject('/releases/1.0/evaluations/e1/evaluation.html'),
  },
  // Monitoring
  'GET /api/projects/:project/monitor/overview': {
    ...overseer,
    request: inProject('/monitor/overview'),
  },
  'GET /api/projects/:project/monitor/speed': { ...overseer, request: inProject('/monitor/speed') },
  'GET /api/projects/:project/monitor/agreement': {
    ...overseer,
    request: inProject('/monitor/agreement'),
  },
  'GET /api/projects/:project/monitor/pairs': { ...overseer, request: inProject('/monitor/pairs') },
  'GET /api/projects/:project/monitor/annotators': {
    ...overseer,
    request: inProject('/monitor/annotators'),
  },
  'GET /api/projects/:project/monitor/assistance': {
    ...overseer,
    request: inProject('/monitor/assistance'),
  },
  'GET /api/projects/:project/monitor/labels': {
    ...overseer,
    request: inProject('/monitor/labels'),
  },
  'GET /api/projects/:project/monitor/progress': {
    ...overseer,
    request: inProject('/monitor/progress'),
  },
  'GET /api/projects/:project/monitor/checklists': {
    ...overseer,
    request: inProject('/monitor/checklists'),
  },
  'GET /api/projects/:project/monitor/pairs/units': {
    own: '401 403 403 200 200 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: inProject('/monitor/pairs/units?first=ben&second=cora'),
  },
  'GET /api/projects/:project/monitor/pairs/confusion': {
    own: '401 403 403 200 200 404 200 200 200',
    foreign: '401 404 404 404 404 200 404 404 200',
    request: inProject('/monitor/pairs/confusion?first=ben&second=cora'),
  },
  // The service itself
  'GET /healthz': { own: everybody, request: () => ({ url: '/healthz' }) },
  'GET /metrics': { own: everybody, text: true, request: () => ({ url: '/metrics' }) },
  'GET /api/openapi.json': {
    own: everybody,
    text: true,
    request: () => ({ url: '/api/openapi.json' }),
  },
  'GET /api/docs': { own: everybody, text: true, request: () => ({ url: '/api/docs' }) },
  'GET /api/docs/style.css': {
    own: everybody,
    text: true,
    request: () => ({ url: '/api/docs/style.css' }),
  },
};

function placeOf(scene: Scene, kind: Kind): Place {
  return kind === 'foreign' ? scene.places.birds : scene.places.pets;
}

/** Files of a release, which hold everything. */
function releaseFiles(...names: readonly string[]): Readonly<Record<string, Expectation>> {
  return Object.fromEntries(
    names.map((name) => [
      `GET /api/projects/:project/releases/:version/${name}`,
      {
        own: '401 403 403 200 200 404 200 200 200',
        foreign: '401 404 404 404 404 200 404 404 200',
        text: true,
        request: inProject(`/releases/1.0/${name}`),
      },
    ]),
  );
}

function inProject(rest: string, body?: unknown): Expectation['request'] {
  return (scene, kind) => ({
    url: `/api/projects/${placeOf(scene, kind).project}${rest}`,
    ...(body === undefined ? {} : { body }),
  });
}

/** Something of one project, asked for through the visitor's: their own, or that of another. */
function throughProject(
  path: string,
  field: 'invitation' | 'judged' | 'import',
): Expectation['request'] {
  return (scene, kind) => {
    const thing = scene.places[kind === 'own' ? 'pets' : 'birds'][field];
    return { url: `/api/projects/${placeOf(scene, kind).project}/${path}/${thing}` };
  };
}

function inRun(run: 'run' | 'closed', rest: string, body?: unknown): Expectation['request'] {
  return (scene, kind) => ({
    url: `/api/runs/${placeOf(scene, kind)[run]}${rest}`,
    ...(body === undefined ? {} : { body }),
  });
}

function onUnit(rest: string, body?: unknown): Expectation['request'] {
  return (scene, kind) => {
    const { run, held, other } = placeOf(scene, kind);
    return {
      url: `/api/runs/${run}/units/${kind === 'others' ? other : held}${rest}`,
      ...(body === undefined ? {} : { body }),
    };
  };
}
