import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { InputError } from '../src/domain/fault.ts';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { newProtocolVersion } from '../src/operations/protocol/new-protocol-version.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { addMember, removeMember } from '../src/operations/people/people.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
import { waiveGate } from '../src/operations/rounds/waive-gate.ts';
import { describeStores } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from './work-world.ts';
import { rounds, question, sightOf } from './blind-walk.ts';

/** The files of every operation that an annotator may call; each is walked below. */
const walked = [
  'edge-cases.ts',
  'follow-progress.ts',
  'my-work.ts',
  'next-unit.ts',
  'own-judgments.ts',
  'own-units.ts',
  'record-fact.ts',
  'reply.ts',
  'round-states.ts',
  'rule-changes.ts',
  'run-result.ts',
  'save-draft.ts',
  'save-judgment.ts',
  'show-project.ts',
  'threads.ts',
  'tokens.ts',
  'withdraw-notes.ts',
];

describeStores('what an annotator can see before a round is closed', (databases) => {
  it.each(['lead', 'adjudicator', 'reviewer'] as const)(
    'lets nobody join who was %s when something was answered, and is an annotator now',
    async (role) => {
      const world = await makeWorld(await databases.open());
      await makeProject(
        world,
        protocolContent({ rounds: '  full: { units: 3, annotators: 2 }' }),
        6,
      );
      const ben = await world.person('ben');
      await world.person('cora');
      for (const login of ['early', 'late']) {
        await world.person(login, role);
        await addMember(world.lead, { project, login, role: 'annotator' });
      }
      const run = (
        await openRound(world.lead, {
          project,
          round: 'full',
          seed: 1,
          annotators: ['ben', 'cora'],
        })
      ).run.id;
      world.pass(1);
      await removeMember(world.lead, { project, login: 'early', role });
      world.pass(1);
      await judgeAll(ben, run, truthOf);
      world.pass(1);
      await removeMember(world.lead, { project, login: 'late', role });
      await expect(addAnnotator(world.lead, { run, annotator: 'late' })).rejects.toThrow(
        'late could see the answers of others in this round',
      );
      // There was nothing to see yet.
      expect((await addAnnotator(world.lead, { run, annotator: 'early' })).changed).toBe(true);
      // The next run begins with nothing to see.
      await closeRound(world.lead, { run, incomplete: true });
      const next = (
        await openRound(world.lead, {
          project,
          round: 'full',
          seed: 2,
          annotators: ['ben', 'cora'],
        })
      ).run.id;
      expect((await addAnnotator(world.lead, { run: next, annotator: 'late' })).changed).toBe(true);
    },
  );

  it('holds no word of another, no hidden field, weak label or score, no answer not yet earned', async () => {
    const { before } = await sightOf(databases, wrongOf);
    const text = JSON.stringify(before);
    expect(text).toContain('alpha text');
    expect(text).not.toMatch(/BEN-|HIDDEN|"score"|"band"|key\.jsonl"|"flag":true|"keywords"/);
    // The pilot's units have no known answers; those of the training were told to who gave an
    // answer, and only there.
    expect(text).not.toMatch(/Reason \d/);
  });
});

describeStores('an annotator', (databases) => {
  it('may do none of what leads do', async () => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({ rounds, question, key: trainingKey(4) });
    await makeProject(world, content, 24);
    const anna = await world.person('anna');
    const run = (await openRound(world.lead, { project, round: 'training', seed: 1 })).run.id;
    const forbidden = [
      createProject(anna, content),
      newProtocolVersion(anna, { project, content }),
      openRound(anna, { project, round: 'pilot', seed: 1 }),
      closeRound(anna, { run, incomplete: true }),
      waiveGate(anna, { run, gate: 'cohen_kappa >= 0.1 against key', reason: 'x' }),
      addAnnotator(anna, { run, annotator: 'anna' }),
      removeAnnotator(anna, { run, annotator: 'anna' }),
    ];
    for (const [at, outcome] of (await Promise.allSettled(forbidden)).entries()) {
      expect(
        outcome.status === 'rejected' &&
          outcome.reason instanceof InputError &&
          outcome.reason.faults.map((one) => one.code),
      ).toEqual([at === 0 ? 'workspace-lead-needed' : 'role-needed']);
    }
  });
});

describe('the walk', () => {
  it('goes through every operation that asks for an annotator’s role', () => {
    const folder = fileURLToPath(new URL('../src/operations', import.meta.url));
    // These decide by the role of somebody else, and are no way in.
    const aside = ['authorise.ts', 'leave-run.ts'];
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') && !file.endsWith('.test.ts') && !aside.includes(basename(file)),
    );
    const meant = sources.filter((file) =>
      /\b(everyRole|judgingRoles)\b|authorise\([^)]*'annotator'/.test(
        readFileSync(`${folder}/${file}`, 'utf8'),
      ),
    );
    expect(meant.length).toBeGreaterThan(5);
    expect(meant.filter((file) => !walked.includes(basename(file)))).toEqual([]);
  });
});
