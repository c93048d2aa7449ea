import { closeRound } from '../src/operations/rounds/close-round.ts';
import { invite } from '../src/operations/people/invite.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { waiveGate } from '../src/operations/rounds/waive-gate.ts';
import {
  askModel,
  importSomething,
  personActor,
  releaseSomething,
  unitsOf,
} from './route-scene.ts';
import type { Place, Scene, VisitorName } from './route-scene.ts';
import { makeServer, sessionHeaders } from './server-harness.ts';
import type { Person, TestServer } from './server-harness.ts';
import { addProject, leadContext, openTestRound, protocolText } from './server-project.ts';

/** Those who oversee the project and judge in it as well, and programs in the name of its lead. */
export const judgingOverseers = [
  'lead',
  'adjudicator',
  'reviewer',
  'reader',
  'writer',
  'workspace',
] as const satisfies readonly VisitorName[];

/** The project whose open round asks two of everybody, and a third where these disagree. */
export const withThirds = protocolText('pets').replace(
  /units: all, annotators: 2 /,
  'units: all, annotators: 2..3, further: { on: disagreement } ',
);

/**
 * A project with an open round in which those who oversee it judge, beside ben, who is done and
 * answered in the given way.
 */
export async function prepareBlindScene(
  file: string,
  isCat: (unit: string) => boolean,
  protocol = protocolText('pets'),
): Promise<Scene> {
  const server = await makeServer({ database: file });
  try {
    const people = {
      lead: await server.person('lea', { pets: ['lead', 'annotator'] }),
      adjudicator: await server.person('ada', { pets: ['adjudicator', 'annotator'] }),
      reviewer: await server.person('rex', { pets: ['reviewer', 'annotator'] }),
      workspace: await server.person('wes', { '*': 'lead' }),
    };
    const [ben, cora] = [
      await server.person('ben', { pets: 'annotator' }),
      await server.person('cora', { pets: 'annotator' }),
    ];
    await server.person('dora');
    await addProject(server.workspace, 'pets', 20, protocol);
    const lead = leadContext(server.workspace);
    const closed = await openTestRound(server.workspace, 'pets', 'pilot', ['ben', 'cora']);
    // Alike in all scenes: what was answered in a round that is closed may be seen.
    for (const person of [ben, cora])
      for (const unit of await unitsOf(server, closed, person.login))
        await answer(server, person, closed, unit, person === ben, {});
    await closeRound(lead, { run: closed });
    const gate = 'cohen_kappa >= 0.70 overall';
    await waiveGate(lead, { run: closed, gate, reason: 'For the test.' });
    const run = await openTestRound(
      server.workspace,
      'pets',
      'full',
      [...Object.values(people), ben].map((one) => one.login),
    );
    for (const unit of await unitsOf(server, run, 'ben'))
      await answer(server, ben, run, unit, isCat(unit), { notes: 'a note of ben', flag: true });
    await releaseSomething(server.workspace, 'pets', file);
    const bens = new Set(await unitsOf(server, run, 'ben'));
    // A unit that the lead shares with ben and has judged, and one that they hold still.
    const leas = await unitsOf(server, run, 'lea');
    const judged = leas.find((unit) => bens.has(unit))!;
    const held = leas.find((unit) => unit !== judged)!;
    await answer(server, people.lead, run, judged, true, {});
    const other = [...bens].find((unit) => unit !== judged)!;
    const said = `a reply of a model: ${isCat(held) ? 'cat' : 'dog'}`;
    await askModel(server.workspace, 'pets', held, said);
    const invitation = await invite(lead, { project: 'pets', role: 'annotator', days: 7 });
    const place: Place = {
      project: 'pets',
      run,
      judged,
      held,
      other,
      closed,
      gate,
      invitation: invitation.id,
      link: invitation.secret,
      import: await importSomething(server.workspace, 'pets'),
      tokens: { lead: 'none', foreign: 'none', workspace: 'none' },
    };
    const bearer = async (scope: 'read' | 'write'): Promise<Readonly<Record<string, string>>> => ({
      authorization: `Bearer ${await server.secretOf(people.lead, 'pets', scope)}`,
    });
    const own = Object.fromEntries(
      Object.entries(people).map(([name, person]) => [name, sessionHeaders(person)]),
    ) as Readonly<Record<keyof typeof people, Readonly<Record<string, string>>>>;
    const reader = await bearer('read');
    // Tokens are listed by time, so they must not be made in the same millisecond.
    server.passTime(1000);
    const headers = {
      ...own,
      nobody: {},
      annotator: sessionHeaders(ben),
      foreign: {},
      reader,
      writer: await bearer('write'),
    };
    // What is asked about others is here another unit that ben judged.
    return {
      file,
      headers,
      places: { pets: place, birds: { ...place, judged: other } },
      secrets: ['secret weak label', '0.987654', 'a note of ben', 'a reply of a model'],
    };
  } finally {
    await server.close();
  }
}

async function answer(
  { workspace }: TestServer,
  person: Person,
  run: string,
  unit: string,
  isCat: boolean,
  asides: Readonly<Record<string, unknown>>,
): Promise<void> {
  await saveJudgment(
    { ...workspace, actor: personActor(person, 'pets') },
    {
      run,
      unit,
      answers: { cat: isCat, dog: !isCat },
      asides,
      seconds: 60,
      idempotencyKey: `${run} ${unit} ${person.login}`,
    },
  );
}
