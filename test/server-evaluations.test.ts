import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  ChoicesReply,
  EvaluationReply,
  EvaluationsReply,
} from '../src/server/routes/evaluation/evaluations.ts';
import { appendAudit } from '../src/store/workspace/audit.ts';
import {
  guardedRelease,
  pairRelease,
  policyRelease,
  ragRelease,
  ruleRelease,
  unitText,
} from './guard-release.ts';
import type { JsonRow } from '../src/formats/jsonl.ts';
import { writeParquet } from '../src/formats/parquet-writer.ts';
import { columnsOf } from './parquet-columns.ts';
import { runJson, temporaryFolder } from './run-assay.ts';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import type { Person, TestServer } from './server-harness.ts';
import { addProject } from './server-project.ts';

const project = 'guarded';
const path = `/api/projects/${project}/releases/1.0/evaluations`;

interface Bench {
  readonly server: TestServer;
  readonly lead: Person;
  /** Where the release was made, with files of predictions beside it. */
  readonly made: string;
  /** The folder of the release as the server has it. */
  readonly release: string;
}

/** A server that has the release of a folder as version 1.0 of a project. */
async function bench(made: string): Promise<Bench> {
  const folder = join(temporaryFolder(), 'releases');
  const release = join(folder, project, '1.0');
  mkdirSync(join(folder, project), { recursive: true });
  cpSync(join(made, 'out'), release, { recursive: true });
  const server = await temporaryServer({ releases: { database: '', folder, key: null } });
  const { workspace } = server;
  await addProject(workspace, project);
  const manifest = hash('sha256', readFileSync(join(release, 'manifest.json')));
  await workspace.store.write(async (tx) =>
    appendAudit(tx, {
      at: workspace.clock().toISOString(),
      actor: 'setup',
      action: 'release',
      project,
      object: 'release/1.0',
      detail: { version: '1.0', manifest, files: 1, bytes: 1, tasks: [] },
    }),
  );
  const lead = await server.person('lea', { [project]: 'lead' });
  return { server, lead, made, release };
}

type Sent = readonly (readonly [name: string, text: string | Buffer])[];

/** Sends an evaluation: the head, and the files after it. */
function send(who: Person, head: object, predictions: Sent, training: Sent = []) {
  const told = ([name, text]: Sent[number]) => ({ name, bytes: Buffer.byteLength(text) });
  const [trained] = training;
  const line = JSON.stringify({
    predicted: { as: 'labels' },
    systems: ['mine'],
    ...head,
    predictions: predictions.map(told),
    ...(trained === undefined ? {} : { training: told(trained) }),
  });
  const parts = [`${line}\n`, ...[...predictions, ...training].map(([, text]) => text)];
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return who.send('POST', path, body, { 'content-type': 'application/octet-stream' });
}

const fileOf = (folder: string, name: string): Sent[number] => [
  name,
  readFileSync(join(folder, name), 'utf8'),
];

interface MeasuresJson {
  readonly measures: Readonly<
    Record<string, { value: number | null; n: number; low: number | null; high: number | null }>
  >;
}

/** What the command says of the same release and files. */
async function byCommand(made: string, ...words: readonly string[]): Promise<unknown> {
  const call = ['evaluate', '--release', 'out', '--system', 'mine', '--json', ...words];
  const { measures } = await runJson<MeasuresJson>(call, made);
  return Object.entries(measures).map(([name, { value, n, low, high }]) => ({
    name,
    estimate: { value, n, interval: low === null ? null : [low, high] },
  }));
}

function bare({ measures }: EvaluationReply): unknown {
  return measures.map(({ name, estimate: { value, n, interval } }) => ({
    name,
    estimate: { value, n, interval },
  }));
}

const listed = async ({ lead }: Bench): Promise<EvaluationsReply> =>
  bodyOf<EvaluationsReply>(await lead.get(path));

describe('an evaluation in the workbench', () => {
  it('says of labels and classes what the command says, and keeps its page', async () => {
    const made = await guardedRelease();
    const own = await bench(made);
    const system = fileOf(made, 'system.jsonl');
    const labels = bodyOf<EvaluationReply>(await send(own.lead, {}, [system]), 201);
    expect(bare(labels)).toEqual(await byCommand(made, '--predictions', 'system.jsonl'));
    const predicted = { as: 'class', question: 'size' };
    const classes = bodyOf<EvaluationReply>(await send(own.lead, { predicted }, [system]), 201);
    expect(bare(classes)).toEqual(
      await byCommand(made, '--predictions', 'system.jsonl', '--class', 'size'),
    );
    const reply = await own.lead.get(`${path}/${labels.id}/evaluation.html`);
    expect(reply.headers['content-security-policy']).toContain('sandbox');
    expect(reply.body).toContain('mine against guarded 1.0');
    expect(reply.body).not.toContain(own.release);
    const { items } = await listed(own);
    expect(items.map(({ id, by, n }) => [id, by, n])).toEqual([
      [classes.id, 'lea', 6],
      [labels.id, 'lea', 6],
    ]);
  });

  it('says of rankings and rules what the command says', async () => {
    const made = await pairRelease();
    const run = Array.from({ length: 60 }, (_, at) => {
      const pair = `q${Math.floor(at / 6)} Q0 d${at % 6}`;
      return `${pair} 1 ${(at * 5) % 7} r\n`;
    }).join('');
    writeFileSync(join(made, 'r.run'), run);
    const own = await bench(made);
    const predicted = { as: 'ranking', question: 'grade' };
    const ranked = bodyOf<EvaluationReply>(
      await send(own.lead, { predicted }, [['r.run', run]]),
      201,
    );
    expect(bare(ranked)).toEqual(await byCommand(made, '--run', 'r.run', '--question', 'grade'));
    const rules = await ruleRelease();
    const other = await bench(rules);
    const rule = { type: 'INCLUSION', field: 'age', operator: '>=' };
    const rows = ['t0', 't1', 't2'].map((id) => ({ id, rules: [{ ...rule, value: '18' }] }));
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(join(rules, 'p.jsonl'), text);
    const asked = { predicted: { as: 'rules', question: 'quality=correct' } };
    const found = bodyOf<EvaluationReply>(await send(other.lead, asked, [['p.jsonl', text]]), 201);
    expect(bare(found)).toEqual(
      await byCommand(
        rules,
        '--predictions',
        'p.jsonl',
        '--rules',
        '--question',
        'quality=correct',
      ),
    );
  });

  it('says of RAG systems and verdicts what the command says', async () => {
    const rag = await ragRelease();
    const asked = { task: 'grounding', predicted: { as: 'rag', family: 'grounding' } };
    const answers = bodyOf<EvaluationReply>(await send((await bench(rag)).lead, asked, []), 201);
    expect(bare(answers)).toEqual(
      await byCommand(rag, '--task', 'grounding', '--rag', 'grounding'),
    );
    const policies = await policyRelease();
    const name = 'out/ground_truth/G1_allergy_V2_K25_groundtruth.json';
    const { restaurants } = JSON.parse(readFileSync(join(policies, name), 'utf8')) as {
      readonly restaurants: object;
    };
    const rows = Object.keys(restaurants).map((subject) => `${subject},Low Risk\n`);
    const text = `subject,verdict\n${rows.join('')}`;
    writeFileSync(join(policies, 'v.csv'), text);
    const predicted = { as: 'verdicts', policy: 'G1_allergy_V2' };
    const reply = await send((await bench(policies)).lead, { predicted }, [['v.csv', text]]);
    const verdicts = bodyOf<EvaluationReply>(reply, 201);
    expect(verdicts.kind).toBe('verdicts');
    expect(bare(verdicts)).toEqual(
      await byCommand(policies, '--predictions', 'v.csv', '--verdicts', 'G1_allergy_V2'),
    );
  });

  it('takes predictions as Parquet', async () => {
    const made = await guardedRelease();
    const lines = readFileSync(join(made, 'system.jsonl'), 'utf8').trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as JsonRow);
    const parquet = Buffer.from(writeParquet(columnsOf(rows), rows));
    const reply = await send((await bench(made)).lead, {}, [['system.parquet', parquet]]);
    const same = await byCommand(made, '--predictions', 'system.jsonl');
    expect(bare(bodyOf<EvaluationReply>(reply, 201))).toEqual(same);
  });

  it('measures one at a time in a project', async () => {
    const made = await guardedRelease();
    const own = await bench(made);
    const system = fileOf(made, 'system.jsonl');
    const orders = [{}, { systems: ['other'] }];
    const replies = await Promise.all(orders.map((order) => send(own.lead, order, [system])));
    const refused = replies.filter(({ statusCode }) => statusCode !== 201);
    expect(refused.map(errorCode)).toEqual(['evaluation-under-way']);
    expect((await listed(own)).looks).toHaveLength(1);
  });

  it('compares two systems, and each is a look by the person', async () => {
    const made = await guardedRelease();
    const own = await bench(made);
    const [, text] = fileOf(made, 'system.jsonl');
    const systems = ['mine', 'other'];
    const files: Sent = [
      ['a.jsonl', text],
      ['b.jsonl', String(text).replaceAll('"green":0', '"green":1')],
    ];
    const both = bodyOf<EvaluationReply>(await send(own.lead, { systems }, files), 201);
    expect(both.looks).toMatchObject({ count: 2, of_systems: 2 });
    const page = await own.lead.get(`${path}/${both.id}/evaluation.html`);
    expect(page.body).toContain('Where the systems differ');
    const { looks, broken } = await listed(own);
    expect(broken).toBeNull();
    expect(looks.map(({ look, by, system, split }) => [look, by, system, split])).toEqual([
      [2, 'lea', 'other', 'test'],
      [1, 'lea', 'mine', 'test'],
    ]);
    const audit = bodyOf<{ items: { action: string; actor: string }[] }>(
      await own.lead.get(`/api/projects/${project}/audit?limit=5`),
    );
    expect(audit.items.filter(({ action }) => action === 'evaluate')).toHaveLength(1);
  });

  it('does not count the dev split', async () => {
    const made = await guardedRelease();
    const own = await bench(made);
    const head = { split: 'dev', slice: 'doc', over_votes: true };
    const found = bodyOf<EvaluationReply>(
      await send(own.lead, head, [fileOf(made, 'system.jsonl')]),
      201,
    );
    expect(found).toMatchObject({ split: 'dev', looks: null });
    expect((await listed(own)).looks).toEqual([]);
  });

  it('offers what the release has: tasks, sides, questions', async () => {
    const own = await bench(await pairRelease());
    const choices = bodyOf<ChoicesReply>(await own.lead.get(`${path}/choices`));
    expect(choices.policies).toEqual([]);
    expect(choices.tasks).toMatchObject([
      { task: 'relevance', units: 60, sides: { dev: 24, test: 36 }, labels: ['fits', 'grade'] },
    ]);
    expect(choices.tasks[0]!.relevance.map(({ id }) => id)).toEqual(['fits', 'grade']);
    expect(choices.tasks[0]!.fields).toEqual(['kind']);
  });
});

describe('the guard in the workbench', () => {
  it('refuses with every reason and the lines of training data', async () => {
    const made = await guardedRelease();
    const own = await bench(made);
    const system = fileOf(made, 'system.jsonl');
    const rows = Array.from({ length: 12 }, (_, at) => ({ text: unitText(at) }));
    const training: Sent = [['t.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join('')]];
    const head = { systems: ['gpt-6'], made_by: ['rules.yaml'] };
    const refused = await send(own.lead, head, [system], training);
    expect(refused.statusCode).toBe(409);
    const { faults } = refused.json<{ error: { faults: { code: string; about?: string }[] } }>()
      .error;
    expect(faults.map(({ code }) => code)).toEqual([
      'circular-own',
      'circular-rule',
      ...Array.from({ length: 6 }, () => 'training-text'),
    ]);
    expect(faults.at(-1)!.about).toBe('t.jsonl:');
    expect(refused.body).not.toContain(own.release);
    expect(existsSync(`${own.release}.looks.jsonl`)).toBe(false);

    const reason = 'Only to see how circular it is.';
    const blank = await send(own.lead, { ...head, override: '  ' }, [system], training);
    expect(blank.statusCode).toBe(400);
    const forced = bodyOf<EvaluationReply>(
      await send(own.lead, { ...head, override: reason }, [system], training),
      201,
    );
    expect(forced.override).toEqual({ reason, objections: 8 });
    expect(forced.training).toEqual({ rows: 12, overlapping: 6, withheld: 0 });
    const page = await own.lead.get(`${path}/${forced.id}/evaluation.html`);
    expect(page.body).toContain('OVERRIDDEN');
    expect(page.body).toContain(reason);
    expect(page.body).toContain('t.jsonl:');
    expect((await listed(own)).looks).toMatchObject([{ system: 'gpt-6', override: reason }]);
  });

  it('measures nothing once the ledger was changed or cut', async () => {
    const made = await guardedRelease();
    const own = await bench(made);
    const system = fileOf(made, 'system.jsonl');
    bodyOf(await send(own.lead, {}, [system]), 201);
    bodyOf(await send(own.lead, {}, [system]), 201);
    const ledger = `${own.release}.looks.jsonl`;
    const text = readFileSync(ledger, 'utf8');
    writeFileSync(ledger, text.replace('"mine"', '"yours"'));
    expect((await listed(own)).broken).toMatchObject({ code: 'ledger-broken' });
    expect(errorCode(await send(own.lead, {}, [system]))).toBe('ledger-broken');
    // The chain of what is left holds; the audit log knows that there was more.
    writeFileSync(ledger, `${text.split('\n')[0]!}\n`);
    const { broken, looks } = await listed(own);
    expect(broken?.message).toContain('looks that the audit log has are missing');
    expect(looks).toEqual([]);
    writeFileSync(ledger, text);
    expect((await listed(own)).broken).toBeNull();
  });

  it('names the lines and files of faults, and refuses what does not add up', async () => {
    const made = await guardedRelease();
    const own = await bench(made);
    const wrong = await send(own.lead, { split: 'dev' }, [['a.csv', 'id,green\nu1,often\n']]);
    expect(wrong.json()).toMatchObject({ error: { faults: [{ line: 2 }] } });
    const none = await send(own.lead, {}, []);
    expect(none.body).toContain('a file for each system');
    const line =
      '{"predicted":{"as":"labels"},"systems":["m"],"predictions":[{"name":"a","bytes":9}]}';
    const octets = { 'content-type': 'application/octet-stream' };
    const short = await own.lead.send('POST', path, `${line}\nid`, octets);
    expect(short.body).toContain('files.bytes');
    const over = `:${512 * 1024 ** 2 + 1}}`;
    const large = [`${line.replace(':9}', over)}\n`, ' '.repeat(70_000) + line];
    const refused = large.map((sent) => own.lead.send('POST', path, sent, octets));
    expect((await Promise.all(refused)).map((one) => one.statusCode)).toEqual([400, 413]);
    expect(existsSync(`${own.release}.looks.jsonl`)).toBe(false);
    const nowhere = await own.lead.get(`${path}/none/evaluation.html`);
    expect(errorCode(nowhere)).toBe('not-found');
  });
});
