import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { policyProject as project, putPolicyExample } from './policy-record.ts';
import { temporaryFolder } from './run-assay.ts';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';

interface Page {
  readonly policy: string;
  readonly k: number;
  readonly items: readonly {
    readonly subject: string;
    readonly verdict: string | null;
    readonly score: number | null;
    readonly rulings: number;
    readonly open: number;
    readonly fields: { readonly name: string };
  }[];
  readonly total: number;
  readonly next_cursor: string | null;
  readonly summary: {
    readonly subjects: number;
    readonly distribution: Readonly<Record<string, number>>;
    readonly overrides: object;
    readonly hashes: Readonly<Record<string, string>>;
  };
}
interface Shown {
  readonly verdict: {
    readonly verdict: string | null;
    readonly reason: {
      readonly kind: string;
      readonly score?: number;
      readonly incidents?: readonly { readonly unit: string; readonly base_points: number }[];
    };
  };
  readonly units: readonly {
    readonly id: string;
    readonly ruling: { readonly by: string; readonly reason: string } | null;
    readonly grounds: {
      readonly votes: readonly { readonly annotator: string; readonly weight: number }[];
    };
    readonly text: string;
  }[];
  readonly others: readonly {
    readonly policy: string;
    readonly k: number;
    readonly verdict: string | null;
    readonly score: number | null;
  }[];
  readonly last_rulings: Readonly<Record<string, string>>;
}
interface Preview {
  readonly subjects: readonly {
    readonly subject: string;
    readonly policies: readonly {
      readonly policy: string;
      readonly k: number;
      readonly before: string;
      readonly after: string;
      readonly score_before: number | null;
      readonly score_after: number | null;
    }[];
  }[];
  readonly faults: readonly { readonly code: string; readonly message: string }[];
}

const base = `/api/projects/${project}`;

async function scene() {
  const database = await putPolicyExample(join(temporaryFolder(), 'workspace.db'));
  const server = await temporaryServer({ database });
  const [lea, ada, rex, anna] = [
    await server.person('lea', { [project]: 'lead' }),
    await server.person('ada', { [project]: 'adjudicator' }),
    await server.person('rex', { [project]: 'reviewer' }),
    await server.person('anna', { [project]: 'annotator' }),
  ];
  return { server, lea, ada, rex, anna };
}

describe('verdicts', () => {
  it('are for leads, adjudicators and reviewers', async () => {
    const { lea, ada, rex, anna, server } = await scene();
    const asks = [
      (who: typeof lea) => who.get(`${base}/policies`),
      (who: typeof lea) => who.get(`${base}/verdicts`),
      (who: typeof lea) => who.get(`${base}/verdicts/B20`),
      (who: typeof lea) =>
        who.post(`${base}/verdicts/preview`, {
          unit: 'R0310',
          answers: { incident_severity: 'mild' },
        }),
    ];
    const stranger = await server.person('fay');
    for (const ask of asks) {
      for (const who of [lea, ada, rex]) expect((await ask(who)).statusCode).toBe(200);
      expect(errorCode(await ask(anna))).toBe('role-needed');
      expect((await ask(stranger)).statusCode).toBe(404);
    }
  });

  it('are listed page by page, with a summary over all subjects', async () => {
    const { rex } = await scene();
    const { policies, ks, subjects, problems } = bodyOf<{
      policies: { policy: string; kind: string; verdicts: string[]; default: string }[];
      ks: number[];
      subjects: number;
      problems: string[];
    }>(await rex.get(`${base}/policies`));
    expect(policies.map(({ policy, kind }) => [policy, kind])).toEqual([
      ['G1_allergy_V0', 'ladder'],
      ['G1_allergy_V1', 'ladder'],
      ['G1_allergy_V2', 'points'],
      ['G1_allergy_V3', 'points'],
    ]);
    expect(policies[0]).toMatchObject({
      verdicts: ['Low Risk', 'High Risk', 'Critical Risk'],
      default: 'Low Risk',
    });
    expect([ks, subjects, problems]).toEqual([[25, 50], 40, []]);
    const first = bodyOf<Page>(
      await rex.get(`${base}/verdicts?policy=G1_allergy_V2&k=50&limit=25`),
    );
    expect(first).toMatchObject({
      policy: 'G1_allergy_V2',
      k: 50,
      total: 40,
      summary: { subjects: 40, insufficient: 0, overrides: { applied: 9, unused: 0, stale: 0 } },
    });
    expect(Object.values(first.summary.distribution).reduce((sum, count) => sum + count, 0)).toBe(
      40,
    );
    expect(Object.keys(first.summary.hashes)).toEqual([
      'term_hash',
      'weights_hash',
      'overrides_hash',
      'policy_hash',
    ]);
    const second = bodyOf<Page>(
      await rex.get(
        `${base}/verdicts?policy=G1_allergy_V2&k=50&limit=25&cursor=${first.next_cursor}`,
      ),
    );
    expect(second.next_cursor).toBeNull();
    for (const cursor of ['zzz', 'W10', 'WyJub3BlIl0'])
      expect(errorCode(await rex.get(`${base}/verdicts?cursor=${cursor}`))).toBe('wrong-value');
    expect(new Set([...first.items, ...second.items].map((item) => item.subject)).size).toBe(40);
  });

  it('are found by verdict, by name and by what happened to them', async () => {
    const { rex } = await scene();
    const of = async (query: string): Promise<Page> =>
      bodyOf<Page>(await rex.get(`${base}/verdicts?policy=G1_allergy_V2&k=50&limit=500&${query}`));
    const all = await of('');
    const critical = await of('verdict=Critical%20Risk');
    expect(critical.items.map((item) => item.subject)).toEqual(
      all.items.filter((item) => item.verdict === 'Critical Risk').map((item) => item.subject),
    );
    expect(critical.total).toBe(all.summary.distribution['Critical Risk']);
    expect((await of('state=overridden')).items.map((item) => item.subject)).toEqual(
      all.items.filter((item) => item.rulings > 0).map((item) => item.subject),
    );
    expect((await of('state=missing')).items.every((item) => item.open > 0)).toBe(true);
    expect((await of('state=insufficient')).items).toEqual([]);
    const { name } = all.items[3]!.fields;
    expect(
      (await of(`q=${encodeURIComponent(name.toUpperCase())}`)).items.map((item) => item.subject),
    ).toContain(all.items[3]!.subject);
    expect(errorCode(await rex.get(`${base}/verdicts?policy=nothing`))).toBe('unknown-policy');
    expect(errorCode(await rex.get(`${base}/verdicts?k=7`))).toBe('wrong-value');
  });

  it('are explained down to votes, weights and rulings, with what the other policies say', async () => {
    const { rex } = await scene();
    const shown = bodyOf<Shown>(await rex.get(`${base}/verdicts/B08?policy=G1_allergy_V2&k=50`));
    const ruled = shown.units.find((unit) => unit.id === 'R0310')!;
    expect(ruled.ruling).toMatchObject({ reason: expect.stringContaining('history') });
    // 1 × 3 + 3 × 2 + 5 × 1 = 14
    expect(ruled.grounds.votes.reduce((sum, vote) => sum + vote.weight, 0)).toBe(14);
    expect(ruled.grounds.votes[0]!.annotator).toBe('gpt-5.1#1');
    expect(ruled.text.length).toBeGreaterThan(20);
    expect(shown.others).toHaveLength(8);
    expect(
      shown.others.find((one) => one.policy === 'G1_allergy_V2' && one.k === 50),
    ).toMatchObject({ verdict: shown.verdict.verdict, score: shown.verdict.reason.score });
    expect(shown.last_rulings['R0310']).toEqual(expect.any(String));
    expect((await rex.get(`${base}/verdicts/nowhere`)).statusCode).toBe(404);
  });

  it('are explained with every unit of the K where they are asked for', async () => {
    const { rex } = await scene();
    const shown = async (
      query: string,
    ): Promise<Shown & { readonly verdict: { readonly evidence: { readonly units: number } } }> =>
      bodyOf(await rex.get(`${base}/verdicts/B08?policy=G1_allergy_V2&${query}`));
    const counted = await shown('k=50');
    const all = await shown('k=50&units=all');
    expect(counted.units.map((unit) => unit.id)).toEqual(['R0306', 'R0310']);
    expect(all.units).toHaveLength(all.verdict.evidence.units);
    expect(all.units.filter((unit) => unit.id === 'R0306' || unit.id === 'R0310')).toEqual(
      counted.units,
    );
    expect((await shown('k=25&units=all')).units).toEqual(all.units.slice(0, 25));
    expect((await rex.get(`${base}/verdicts/B08?units=none`)).statusCode).toBe(400);
  });

  it('are announced by the project, to those who build its navigation', async () => {
    const { server, rex } = await scene();
    const { addProject } = await import('./server-project.ts');
    await addProject(server.workspace, 'pets');
    const lea = await server.person('lena', { pets: 'lead' });
    expect(bodyOf<{ has_policies: boolean }>(await rex.get(base)).has_policies).toBe(true);
    expect(
      bodyOf<{ has_policies: boolean }>(await lea.get('/api/projects/pets')).has_policies,
    ).toBe(false);
  });

  it('are previewed without writing anything, and are what the ruling then makes of them', async () => {
    const { server, lea } = await scene();
    const logs = async () =>
      await server.workspace.store.read(async (db) => ({
        rulings: await db.selectFrom('ruling').selectAll().execute(),
        audit: (await db.selectFrom('audit').select('seq').execute()).length,
        judgments: (await db.selectFrom('judgment').select('seq').execute()).length,
      }));
    const before = await logs();
    const shown = bodyOf<Shown>(await lea.get(`${base}/verdicts/B20?policy=G1_allergy_V2&k=50`));
    const severe = shown.verdict.reason.incidents!.find((incident) => incident.base_points === 15)!;
    const preview = bodyOf<Preview>(
      await lea.post(`${base}/verdicts/preview`, {
        unit: severe.unit,
        answers: { incident_severity: 'none' },
      }),
    );
    expect(preview.faults).toEqual([]);
    const changed = preview.subjects[0]!.policies.find(
      (one) => one.policy === 'G1_allergy_V2' && one.k === 50,
    )!;
    expect(changed).toMatchObject({
      before: 'Critical Risk',
      after: 'Low Risk',
      score_before: shown.verdict.reason.score,
    });
    expect(await logs()).toEqual(before);
    bodyOf(
      await lea.post(`${base}/rulings`, {
        unit: severe.unit,
        answers: { incident_severity: 'none' },
        reason: 'No reaction is described.',
        seen: null,
        idempotency_key: 'first',
      }),
      201,
    );
    const after = bodyOf<Shown>(await lea.get(`${base}/verdicts/B20?policy=G1_allergy_V2&k=50`));
    expect(
      after.others.map(({ policy, k, verdict, score }) => ({ policy, k, verdict, score })),
    ).toEqual(
      preview.subjects[0]!.policies.map(({ policy, k, after: verdict, score_after: score }) => ({
        policy,
        k,
        verdict,
        score,
      })),
    );
    expect(after.units.find((unit) => unit.id === severe.unit)!.ruling).toEqual({
      by: 'lea',
      reason: 'No reaction is described.',
    });
    expect(
      bodyOf<Page>(await lea.get(`${base}/verdicts?policy=G1_allergy_V2&k=50`)).summary.overrides,
    ).toEqual({ applied: 10, unused: 0, stale: 0 });
  });

  it('are not previewed with answers that no ruling could give', async () => {
    const { ada } = await scene();
    const preview = bodyOf<Preview>(
      await ada.post(`${base}/verdicts/preview`, {
        unit: 'R0310',
        answers: { incident_severity: 'terrible' },
      }),
    );
    expect(preview).toMatchObject({ subjects: [], faults: [{ code: 'wrong-value' }] });
    expect(
      (
        await ada.post(`${base}/verdicts/preview`, {
          unit: 'nowhere',
          answers: { is_relevant: false },
        })
      ).statusCode,
    ).toBe(404);
  });

  it('have none where the protocol names no policies', async () => {
    const server = await temporaryServer();
    const { addProject } = await import('./server-project.ts');
    await addProject(server.workspace, 'pets');
    const lea = await server.person('lea', { pets: 'lead' });
    expect(bodyOf(await lea.get('/api/projects/pets/policies'))).toEqual({
      policies: [],
      ks: [],
      subjects: 0,
      problems: [],
    });
    expect(errorCode(await lea.get('/api/projects/pets/verdicts'))).toBe('unknown-policy');
  });
});
