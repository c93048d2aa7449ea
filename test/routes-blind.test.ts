import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgingOverseers, prepareBlindScene } from './blind-scene.ts';
import { aboutTheMachine, told } from './blind-told.ts';
import { expectations } from './route-expectations.ts';
import type { Scene } from './route-scene.ts';
import { closeKept, serveCopy } from './route-server.ts';

/** What rests on answers: refused to whoever judges in an open run, for as long as it is open. */
const refused = [
  'GET /api/projects/:project/queue',
  'GET /api/projects/:project/cases/:task/:unit',
  'GET /api/projects/:project/cases/:task/:unit/similar',
  'POST /api/projects/:project/rulings/preview',
  'POST /api/projects/:project/rulings',
  'POST /api/projects/:project/units/exclude',
  'POST /api/projects/:project/units/mark',
  'POST /api/projects/:project/units/:task/:unit/comments',
  'GET /api/projects/:project/agenda',
  'POST /api/projects/:project/agenda',
  'GET /api/projects/:project/meetings',
  'POST /api/projects/:project/meetings',
  'GET /api/projects/:project/meetings/:meeting',
  'GET /api/projects/:project/policies',
  'GET /api/projects/:project/verdicts',
  'GET /api/projects/:project/verdicts/:subject',
  'POST /api/projects/:project/verdicts/preview',
  'GET /api/projects/:project/imports/:id',
  'GET /api/projects/:project/export',
  'GET /api/projects/:project/models/comparison',
  'GET /api/projects/:project/models/differences',
  'GET /api/projects/:project/models/attempts',
  'GET /api/projects/:project/models/attempts/:attempt',
  'GET /api/projects/:project/releases',
  'GET /api/projects/:project/releases/obstacles',
  'POST /api/projects/:project/releases',
  'POST /api/projects/:project/releases/:version/verify',
  'GET /api/projects/:project/releases/:version/archive',
  'GET /api/projects/:project/releases/:version/report.html',
  'GET /api/projects/:project/releases/:version/report.pdf',
  'GET /api/projects/:project/releases/:version/evaluations',
  'GET /api/projects/:project/releases/:version/evaluations/choices',
  'POST /api/projects/:project/releases/:version/evaluations',
  'GET /api/projects/:project/releases/:version/evaluations/:id/evaluation.html',
  'GET /api/projects/:project/monitor/overview',
  'GET /api/projects/:project/monitor/agreement',
  'GET /api/projects/:project/monitor/pairs',
  'GET /api/projects/:project/monitor/pairs/units',
  'GET /api/projects/:project/monitor/pairs/confusion',
  'GET /api/projects/:project/monitor/annotators',
  'GET /api/projects/:project/monitor/assistance',
  'GET /api/projects/:project/monitor/labels',
  'GET /api/projects/:project/monitor/checklists',
];

let folder: string;
/** The same but for what ben answered. */
let scenes: readonly Scene[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-blind-'));
  scenes = [
    await prepareBlindScene(join(folder, 'cats.db'), () => true),
    await prepareBlindScene(join(folder, 'dogs.db'), () => false),
  ];
});

afterAll(async () => {
  await closeKept();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.entries(expectations))('%s', (name, expectation) => {
  it('tells those who judge in an open round nothing that depends on what others answered', async () => {
    const [cats, dogs] = [
      await told(scenes[0]!, name, expectation, judgingOverseers),
      await told(scenes[1]!, name, expectation, judgingOverseers),
    ];
    if (!aboutTheMachine.includes(name)) expect(dogs.texts).toEqual(cats.texts);
    for (const secret of scenes[0]!.secrets)
      for (const [who, text] of Object.entries(cats.texts))
        expect(text, `${who} sees ${secret}`).not.toContain(secret);
    expect(Object.values(cats.codes)).not.toContain('internal');
    // What rests on answers is refused, with the round; everything else is as open to a lead who
    // judges as to one who does not.
    expect(cats.codes['lead own'] === 'takes-part').toBe(refused.includes(name));
    if (refused.includes(name))
      expect(cats.texts['lead own']).toContain(
        'You are in the round full (attempt 1), which is open.',
      );
  });
});

describe('once the round is closed', () => {
  it('a lead who judged sees what others answered', async () => {
    const server = await serveCopy(scenes[0]!);
    try {
      const { run, judged } = scenes[0]!.places.pets;
      const send = (method: string, url: string, body?: unknown) =>
        server.send('lead', method as 'GET', url, body);
      expect((await send('GET', `/api/projects/pets/units/animals/${judged}`)).text).toContain(
        '"judgments":null',
      );
      expect((await send('POST', `/api/runs/${run}/close`, { incomplete: true })).status).toBe(200);
      expect((await send('GET', `/api/projects/pets/units/animals/${judged}`)).text).toContain(
        'a note of ben',
      );
      for (const name of refused.filter(
        (one) => one.startsWith('GET') && !/verdicts|imports|choices|meetings\/:/.test(one),
      )) {
        const { url } = expectations[name]!.request(scenes[0]!, 'own', 'lead');
        expect([name, (await send('GET', url)).code]).toEqual([name, '']);
      }
    } finally {
      await server.close();
    }
  });
});
