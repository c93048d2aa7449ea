import { createHash } from 'node:crypto';
import { insertAccount } from '../src/store/people/accounts.ts';
import { appendAudit } from '../src/store/workspace/audit.ts';
import { saveDraft } from '../src/store/judging/drafts.ts';
import { insertFact } from '../src/store/judging/facts.ts';
import { insertNotes } from '../src/store/discussion/notes.ts';
import { insertImport } from '../src/store/exchange/imports.ts';
import { insertInvitation } from '../src/store/people/invitations.ts';
import type { NewJudgment } from '../src/store/judging/judgments.ts';
import { grantRole } from '../src/store/people/memberships.ts';
import type { Store } from '../src/store/open-store.ts';
import { insertProtocol } from '../src/store/protocol/protocols.ts';
import { insertOrderParts } from '../src/store/rounds/own-order.ts';
import { insertRun, insertRunUnits } from '../src/store/rounds/rounds.ts';
import type { RoundRun } from '../src/store/rounds/rounds.ts';
import { insertRuling } from '../src/store/rulings/rulings.ts';
import { insertPasswordLink } from '../src/store/people/password-links.ts';
import { insertRunAccess } from '../src/store/rounds/run-access.ts';
import { insertSession } from '../src/store/people/sessions.ts';
import { createSlots, markJudged } from '../src/store/rounds/slots.ts';
import { insertToken } from '../src/store/people/tokens.ts';
import { beginStaging } from '../src/store/staging.ts';
import { insertUnits } from '../src/store/units/units.ts';
import { insertWaiver } from '../src/store/rounds/waivers.ts';
import { setWorkspaceValue } from '../src/store/workspace/workspace.ts';
import { insertAttempts } from '../src/store/models/attempts.ts';
import { insertBatch } from '../src/store/models/batches.ts';
import { insertJob } from '../src/store/models/jobs.ts';
import { takeLease } from '../src/store/models/leases.ts';
import { buildAttempt, buildBatch, buildJob } from './model-world.ts';
import { addOne } from './record-rows.ts';

/** The time of everything whose time does not matter. */
export const someTime = '2026-01-31T09:30:00.000Z';

/** Names that the tests use. */
export const place = { project: 'topics', task: 'labels' } as const;

/** What a workspace is to hold. */
export interface WorkspacePlan {
  readonly units?: number;
  /**
   * Slots for everybody, `perUnit` on each unit; with annotators, each unit has one slot for each
   * of them.
   */
  readonly perUnit?: number;
  readonly annotators?: readonly string[];
}

/** A project with units and an open run over all of them. */
export async function seedWorkspace(store: Store, plan: WorkspacePlan = {}): Promise<RoundRun> {
  const { units = 3, annotators = [] } = plan;
  const perUnit = annotators.length > 0 ? annotators.length : (plan.perUnit ?? 2);
  return await store.write(async (tx) => {
    await insertProtocol(tx, {
      project: place.project,
      hash: 'h1',
      source: 'assay: 1',
      guidelineVersion: '1.0',
      guidelineSource: '# Guideline',
      files: {},
      createdAt: someTime,
      createdBy: 'lena',
    });
    await insertUnits(tx, place, unitList(units), someTime);
    const run = await insertRun(
      tx,
      buildRun({ perUnit, handOut: annotators.length > 0 ? 'balanced' : 'open' }),
    );
    await insertRunUnits(
      tx,
      run.id,
      unitList(units).map(({ id }, position) => ({
        unit: id,
        position,
        inclusionProbability: 0.5,
      })),
    );
    const slots = unitList(units).flatMap(({ id }, position) =>
      Array.from({ length: perUnit }, (_, at) => ({
        unit: id,
        ordinal: at + 1,
        annotator: annotators[at] ?? null,
        position,
      })),
    );
    await createSlots(tx, run.id, slots);
    return run;
  });
}

/** A workspace with something in every table. */
export async function fillWorkspace(store: Store, units = 30): Promise<void> {
  const run = await seedWorkspace(store, { units, annotators: ['anna', 'ben'] });
  await store.write(async (tx) => {
    await setWorkspaceValue(tx, 'setting', 'ä€😀 "quoted"\nline');
    await insertAccount(tx, {
      id: 'a1',
      login: 'lena',
      name: 'Lena',
      passwordHash: 'hash',
      language: 'de',
      keymap: 'default',
      createdAt: someTime,
    });
    await grantRole(tx, { project: '*', account: 'a1', role: 'lead', createdAt: someTime });
    await insertInvitation(tx, {
      id: 'i1',
      tokenHash: 't1',
      project: place.project,
      role: 'annotator',
      createdBy: 'a1',
      createdAt: someTime,
      expiresAt: someTime,
    });
    await insertSession(tx, {
      tokenHash: 's1',
      account: 'a1',
      csrfHash: 'c',
      createdAt: someTime,
      expiresAt: someTime,
    });
    await insertToken(tx, {
      id: 'k1',
      tokenHash: 'h1',
      account: 'a1',
      project: place.project,
      name: 'nightly',
      scope: 'read',
      createdAt: someTime,
      expiresAt: someTime,
    });
    await insertPasswordLink(tx, {
      tokenHash: 'p1',
      account: 'a1',
      createdBy: 'lena',
      createdAt: someTime,
      expiresAt: someTime,
    });
    await insertRunAccess(tx, {
      run: run.id,
      kind: 'invite',
      role: 'reviewer',
      by: 'lena',
      takesPart: 0,
      person: null,
      at: someTime,
    });
    await saveDraft(tx, {
      run: run.id,
      unit: 'u3',
      annotator: 'ben',
      answers: { IRB: 1 },
      asides: {},
      revision: 4,
      updatedAt: someTime,
    });
    await insertOrderParts(tx, [{ run: run.id, annotator: 'ben', first: 30, units: ['u1', 'u2'] }]);
    await beginStaging(tx, {
      id: 'run-2',
      kind: 'run',
      project: place.project,
      name: 'full',
      fromSeq: null,
      total: 100,
      startedAt: someTime,
      aliveUntil: '2999-01-01T00:00:00.000Z',
    });
    const filled = { staging: 'run-2', slot: 1, was_free: 0 } as const;
    await tx.insertInto('staged_slot').values(filled).execute();
    await insertWaiver(tx, {
      id: 'w1',
      project: place.project,
      run: run.id,
      gate: 'g',
      by: 'lena',
      reason: 'time',
      at: someTime,
    });
    await insertFact(tx, {
      project: place.project,
      run: run.id,
      unit: 'u1',
      annotator: 'anna',
      kind: 'skipped',
      detail: { why: 'later' },
      at: someTime,
    });
    const webhook = { id: 'h1', project: place.project, url: 'https://example.org', secret: 's' };
    await tx
      .insertInto('webhook')
      .values({ ...webhook, events: '[]', created_at: someTime, created_by: 'lena' })
      .execute();
    await tx
      .insertInto('notice')
      .values({
        id: 'c1',
        key: 'opened',
        event: 'round-open',
        content: '{}',
        created_at: someTime,
        attempts: 0,
      })
      .execute();
    await insertNotes(tx, [
      {
        id: 'n1',
        ...place,
        kind: 'comment',
        unit: 'u1',
        about: null,
        text: 'See the next page.',
        detail: {},
        by: 'lena',
        at: someTime,
        idempotencyKey: 'note',
      },
    ]);
    await insertImport(tx, {
      id: 'm1',
      ...place,
      name: 'units.jsonl',
      contentHash: 'c',
      format: 'jsonl',
      mode: 'flag',
      counts: { rows: units },
      changes: [],
      by: 'lena',
      at: someTime,
    });
    await insertRuling(tx, {
      id: 'r1',
      ...place,
      unit: 'u2',
      by: 'lena',
      decision: { kind: 'exclude' },
      reason: 'unreadable',
      ownJudgment: false,
      edgeCase: true,
      guidelineProposal: null,
      at: someTime,
      idempotencyKey: 'k',
    });
    await insertJob(tx, { ...buildJob({ task: place.task }), project: place.project });
    const request = {
      id: 'request-1',
      unit: 'u1',
      annotator: 'nano#1',
      number: 1,
      enlarged: false,
    };
    await insertBatch(tx, { ...buildBatch(), ...place }, [request]);
    const content = '{"text":"yes"}';
    const reply = { hash: createHash('sha256').update(content).digest('hex'), content };
    await insertAttempts(tx, place, [buildAttempt({ reply: reply.hash })], [reply]);
    const lease = { name: 'models', owner: 'somebody', until: someTime };
    await takeLease(tx, lease, someTime);
  });
  await Promise.all(
    unitList(units).map(({ id }) =>
      store.write(async (tx) => {
        const judgment = buildJudgment({ unit: id, seconds: 1 / 3 });
        await addOne(tx, judgment);
        await markJudged(tx, { run: run.id, unit: id, annotator: 'anna', at: someTime });
        appendAudit(tx, {
          at: someTime,
          actor: 'anna',
          action: 'judge',
          project: place.project,
          object: `judgment/${judgment.id}`,
          detail: { unit: id },
        });
      }),
    ),
  );
}

/** Units `u1`, `u2` …, two to a subject. */
export function unitList(
  count: number,
): readonly {
  readonly id: string;
  readonly subject: string;
  readonly fields: Readonly<Record<string, unknown>>;
}[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `u${at + 1}`,
    subject: `d${Math.floor(at / 2) + 1}`,
    fields: { text: `The ${at + 1}th text – ${'ä€😀'.slice(0, (at % 3) + 1)}`, page: at },
  }));
}

/** A run, with what a test does not care about filled in. */
export function buildRun(
  given: Partial<RoundRun> = {},
): Omit<RoundRun, 'attempt' | 'closedAt' | 'closedBy'> {
  return {
    id: 'run-1',
    project: place.project,
    round: 'pilot',
    task: place.task,
    protocolVersion: 1,
    guideline: '1.0',
    taskHash: 'abcdef0123456789',
    seed: 7,
    perUnit: 2,
    handOut: 'open',
    openedAt: someTime,
    openedBy: 'lena',
    ...given,
  };
}

/** A judgment, with what a test does not care about filled in. */
export function buildJudgment(given: Partial<NewJudgment> = {}): NewJudgment {
  const { unit = 'u1', annotator = 'anna' } = given;
  return {
    id: `judgment-${unit}-${annotator}`,
    project: place.project,
    task: place.task,
    run: 'run-1',
    unit,
    annotator,
    answers: { IRB: 2, CreditRisk: 0 },
    asides: { confidence: 'high' },
    guideline: '1.0',
    taskHash: 'abcdef0123456789',
    at: someTime,
    seconds: 12.5,
    idempotencyKey: `key-${unit}-${annotator}`,
    origin: 'workbench',
    ...given,
  };
}
