import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putReadyDatabase } from '../../../test/database-template.ts';
import { quickPasswords } from '../../../test/people-world.ts';
import { refusedFor } from '../../../test/refusals.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/open-store.ts';
import { findAccountByLogin, insertAccount, updateAccount } from '../../store/people/accounts.ts';
import { membershipsOf } from '../../store/people/memberships.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import type { WorkContext } from '../work-context.ts';
import { auditLog } from '../workspace/audit-log.ts';
import { monitorProgress } from '../monitoring/monitor-progress.ts';
import { rulingQueue } from '../rulings/ruling-queue.ts';
import { exampleRounds } from './example-rounds.ts';
import { examplePeople, exampleStories } from './example-stories.ts';
import { loadExamples } from './load-examples.ts';
import { listProtocolVersions } from './show-project.ts';

const now = '2026-03-02T08:00:00.000Z';
const stories = exampleStories.slice(0, 1);
const topics = 'regulatory-topics';
const names = examplePeople.map(({ login }) => login).toSorted();
const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Loaded {
  readonly lead: WorkContext;
  readonly store: Store;
  readonly load: (password: string, isComplete?: boolean) => ReturnType<typeof loadExamples>;
}

async function workspace(name: string): Promise<Loaded> {
  const store = await openStore(await putReadyDatabase(join(folder, name, 'workspace.db')));
  let ids = 0;
  const place = {
    store,
    clock: () => new Date(now),
    newId: () => `id-${String((ids += 1)).padStart(6, '0')}`,
  };
  const roleIn = () => 'lead' as const;
  const actor = { account: 'a', login: 'lead', roleIn, via: 'cli' } as const;
  return {
    store,
    lead: { ...place, actor },
    load: (password, isComplete) =>
      loadExamples(place, quickPasswords, password, isComplete, stories),
  };
}

describe('an example', () => {
  let loaded: Loaded;
  let first: Awaited<ReturnType<Loaded['load']>>;
  beforeAll(async () => {
    loaded = await workspace('begun');
    first = await loaded.load('four words of mine');
  });
  afterAll(() => loaded.store.close());

  it('is loaded with its people, units, rounds and rulings', async () => {
    expect(first).toEqual({
      fresh: true,
      projects: [
        {
          project: topics,
          title: 'Topics of banking regulation',
          units: 210,
          judgments: 603,
          rulings: 3,
        },
      ],
      people: names,
    });
    const { store, lead } = loaded;
    const senior = await store.read((db) => findAccountByLogin(db, 'senior'));
    expect(senior).toMatchObject({
      name: 'Samuel Okafor',
      language: 'en',
      keymap: 'assay',
      createdAt: now,
    });
    expect(await quickPasswords.verify('four words of mine', senior!.passwordHash)).toBe(true);
    const roles = await store.read((db) => membershipsOf(db, senior!.id));
    expect(roles).toHaveLength(exampleStories.length);
    expect(roles).toContainEqual(expect.objectContaining({ project: topics, role: 'adjudicator' }));
    const { entries } = await auditLog(lead, { project: '*', limit: 1000 });
    const made = entries.filter(({ action }) => action === 'account-create');
    expect(made.map(({ object }) => object).toSorted()).toEqual(
      names.map((login) => `account/${login}`),
    );
    expect(made.find(({ object }) => object === 'account/senior')).toMatchObject({
      actor: 'assay',
      project: null,
      at: now,
      detail: { simulated: true, roles: { [topics]: 'adjudicator' } },
    });
  });

  it('had its first round under the earlier guideline, and the others under its own', async () => {
    const { store, lead } = loaded;
    const runs = await store.read((db) => listRuns(db, topics));
    const read = exampleRounds(stories[0]!, Date.parse(now));
    expect(
      runs.map(({ round, protocolVersion, openedAt, closedAt }) => ({
        round,
        protocolVersion,
        openedAt,
        closedAt,
      })),
    ).toEqual(
      read.map(({ round, guideline, openedAt, closedAt }) => ({
        round,
        protocolVersion: guideline === undefined ? 2 : 1,
        openedAt,
        closedAt,
      })),
    );
    const versions = await listProtocolVersions(lead, { project: topics });
    const day = 24 * 3_600_000;
    const later = (at: string, by: number) => new Date(Date.parse(at) + by).toISOString();
    expect(versions).toMatchObject([
      { guidelineVersion: '0.9', createdBy: 'lead', createdAt: later(read[0]!.openedAt, -2 * day) },
      { guidelineVersion: '1.0', createdBy: 'lead', createdAt: later(read[0]!.closedAt!, day) },
    ]);
  });

  it('has rulings of the senior at the end of the work, the first an edge case', async () => {
    const { entries } = await auditLog(loaded.lead, { project: topics, limit: 3 });
    const read = exampleRounds(stories[0]!, Date.parse(now));
    const end = read
      .map(({ endedAt }) => endedAt)
      .toSorted()
      .at(-1);
    expect(entries.map(({ actor, at }) => [actor, at])).toEqual(
      Array.from({ length: 3 }, () => ['senior', end]),
    );
    // The latest come first.
    expect(entries.map(({ detail }) => detail['edge_case'])).toEqual([false, false, true]);
    const { items } = await rulingQueue(loaded.lead, { project: topics, task: 'topics' });
    expect(items.length).toBeGreaterThan(0);
  });

  it('is left alone by the next start, which changes the passwords that nobody set', async () => {
    const { store, load } = loaded;
    const hashOf = async (login: string) =>
      (await store.read((db) => findAccountByLogin(db, login)))!.passwordHash;
    const mara = (await store.read((db) => findAccountByLogin(db, 'mara')))!;
    const jonas = (await store.read((db) => findAccountByLogin(db, 'jonas')))!;
    const own = await quickPasswords.hash('a password of her own');
    await store.write((tx) => updateAccount(tx, mara.id, { passwordHash: own }));
    await store.write((tx) => updateAccount(tx, jonas.id, { disabledAt: now }));
    const again = await load('five other words of mine');
    const kept = names.filter((login) => login !== 'mara' && login !== 'jonas');
    expect(again).toEqual({ fresh: false, projects: first.projects, people: kept });
    expect(await hashOf('mara')).toBe(own);
    expect(await hashOf('jonas')).toBe(jonas.passwordHash);
    expect(await quickPasswords.verify('five other words of mine', await hashOf('lead'))).toBe(
      true,
    );
    // What was printed last is what the next start takes for nobody's own.
    expect((await load('six yet other words of mine')).people).toEqual(kept);
    await expect(load('short')).rejects.toMatchObject(refusedFor('wrong-value'));
  });
});

describe('an example that is complete', () => {
  it('has nothing left to judge or to rule on', async () => {
    const { store, lead, load } = await workspace('complete');
    const { projects } = await load('four words of mine', true);
    expect(projects).toMatchObject([{ project: topics, judgments: 615, rulings: 64 }]);
    const scope = { project: topics, task: 'topics' };
    expect((await rulingQueue(lead, scope)).items).toEqual([]);
    // 145 of the second pilot and the full round, the 45 of the first pilot left out, the others
    // trained on or not drawn.
    const { standings } = (await monitorProgress(lead, scope)).account!;
    expect(standings).toMatchObject({ open: 0, awaiting: 0, uncounted: 0, undrawn: 20 });
    expect([standings.settled + standings.ruled, standings.excluded]).toEqual([144, 46]);
    const runs = await store.read((db) => listRuns(db, topics));
    expect(runs.filter(({ closedAt }) => closedAt === null)).toEqual([]);
    await store.close();
  });
});

it('a workspace with other accounts gets no examples', async () => {
  const { store, load } = await workspace('other');
  await store.write(async (tx) => {
    await insertAccount(tx, {
      id: 'x',
      login: 'mia',
      name: 'Mia',
      passwordHash: null,
      language: 'en',
      keymap: 'assay',
      createdAt: now,
    });
  });
  await expect(load('four words of mine')).rejects.toMatchObject(
    refusedFor('usage', { values: { reason: expect.stringContaining('Pass --fresh') } }),
  );
  await store.close();
});
