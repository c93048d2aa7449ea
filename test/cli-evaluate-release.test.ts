import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardedRelease, pairRelease, unitText } from './guard-release.ts';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

interface ReleaseJson {
  readonly measures: Readonly<
    Record<string, { readonly value: number | null; readonly n: number }>
  >;
  readonly release: { readonly task: string; readonly split: string; readonly units: number };
  readonly guard: {
    readonly training: Readonly<Record<string, unknown>> | null;
    readonly objections: readonly { readonly code: string; readonly line?: number }[];
    readonly overridden: boolean;
    readonly override: string | null;
  };
  readonly looks: { readonly count: number; readonly of_systems: number; readonly head: string };
}

interface TruthLine {
  readonly unit: string;
  readonly subject: string;
  readonly split: string;
  readonly answers: Readonly<Record<string, number | boolean | string>>;
}

const against = ['evaluate', '--release', 'out', '--resamples', '100'];
const labels = [...against, '--predictions', 'system.jsonl', '--labels', 'green'];

function truthOf(folder: string): readonly TruthLine[] {
  const lines = readFileSync(join(folder, 'out/truth.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as TruthLine);
}

function writeRows(folder: string, name: string, rows: readonly object[]): void {
  writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** The codes of the guard's objections, as an override lists them. */
async function objections(folder: string, ...words: readonly string[]): Promise<readonly string[]> {
  const call = [...labels, '--json', '--split', 'dev', '--override', 'A test.', ...words];
  const { guard } = await runJson<ReleaseJson>(call, folder);
  expect(guard.overridden).toBe(guard.objections.length > 0);
  return guard.objections.map(({ code }) => code);
}

describe('assay evaluate --release', () => {
  it('takes the name that the protocol gives to units, as the tables of the release do', async () => {
    const folder = await guardedRelease({ unit: 'chunk_id' });
    const call = [...against, '--predictions', 'system.jsonl', '--system', 'mine', '--json'];
    const rows = readFileSync(join(folder, 'system.jsonl'), 'utf8');
    for (const more of [[], ['--class', 'size']]) {
      const byId = await runJson<ReleaseJson>([...call, ...more], folder);
      writeFileSync(join(folder, 'system.jsonl'), rows.replaceAll('"id"', '"chunk_id"'));
      const byName = await runJson<ReleaseJson>([...call, ...more], folder);
      expect(byName.measures).toEqual(byId.measures);
      writeFileSync(join(folder, 'system.jsonl'), rows);
    }
  });

  it('measures labels on the test split as on a table of the same truth', async () => {
    const folder = await guardedRelease();
    const released = await runJson<ReleaseJson>([...labels, '--system', 'mine', '--json'], folder);
    const test = truthOf(folder).filter(({ split }) => split === 'test');
    expect(released.release).toMatchObject({ task: 'topics', split: 'test', units: test.length });
    writeRows(
      folder,
      'truth.jsonl',
      test.map(({ unit, subject, answers }) => ({
        id: unit,
        subject,
        green: Number(answers['green']),
      })),
    );
    const plain = ['evaluate', '--truth', 'truth.jsonl', '--predictions', 'system.jsonl'];
    const call = [...plain, '--labels', 'green', '--subject', 'subject', '--resamples', '100'];
    const { measures } = await runJson<ReleaseJson>([...call, '--json'], folder);
    expect(released.measures).toEqual(measures);
    const dev = [...labels, '--system', 'mine', '--split', 'dev', '--json'];
    const other = await runJson<ReleaseJson>(dev, folder);
    expect(other.release.units).toBe(12 - test.length);
  });

  it('measures a class with the order of its scale, and all units without a split', async () => {
    const folder = await guardedRelease({ split: false });
    const call = [...against, '--predictions', 'system.jsonl', '--system', 'mine'];
    const found = await runJson<ReleaseJson>([...call, '--class', 'size', '--json'], folder);
    expect(found.release).toMatchObject({ split: 'all', units: 12 });
    // The system always says medium, which 4 of 12 units are; the others are one step off.
    expect(found.measures['accuracy']!.value).toBeCloseTo(4 / 12, 12);
    const none = await runAssay([...call, '--class', 'nothing'], folder);
    expect(none.err).toContain('--class is nothing, expected green or size');
    const side = await runAssay([...call, '--class', 'size', '--split', 'test'], folder);
    expect(side.err).toContain('The release has no split.');
    expect(side.code).toBe(2);
  });

  it('measures a ranking with the subject as query and the graded question', async () => {
    const folder = await pairRelease();
    const test = truthOf(folder).filter(({ split }) => split === 'test');
    const pairs = test.map(({ unit, answers }) => {
      const [query, document] = unit.split('::');
      return { query: query!, document: document!, grade: Number(answers['grade']) };
    });
    const qrels = pairs.map(({ query, document, grade }) => `${query} 0 ${document} ${grade}\n`);
    const run = pairs.map(({ query, document }, at) => `${query} Q0 ${document} 1 ${at % 7} r\n`);
    writeFileSync(join(folder, 'qrels.txt'), qrels.join(''));
    writeFileSync(join(folder, 'r.run'), run.join(''));
    const call = ['--run', 'r.run', '--measures', 'nDCG@10,AP', '--resamples', '50', '--json'];
    const words = ['evaluate', '--release', 'out', '--task', 'relevance', '--system', 'bm25'];
    const released = await runJson<ReleaseJson>([...words, ...call], folder);
    // The protocol says that only grade 2 is relevant.
    const plain = ['evaluate', '--qrels', 'qrels.txt', '--level', '2', ...call];
    const own = await runJson<ReleaseJson>(plain, folder);
    expect(own.measures['nDCG@10']!.n).toBeGreaterThan(2);
    expect(released.measures).toEqual(own.measures);
    const named = await runAssay([...words, ...call, '--question', 'ana'], folder);
    expect(named.err).toContain('--question is ana, expected fits or grade');
  });

  it('measures a RAG system by the labels that its outputs got', async () => {
    const folder = temporaryFolder();
    const example = new URL('../examples/rag-tasks', import.meta.url).pathname;
    const made = ['release', example, '--version', '1', '--out', 'out', '--allow-open', 'A test.'];
    expect((await runAssay(made, folder)).code).toBe(0);
    for (const family of ['retrieval', 'grounding', 'generation']) {
      const call = [...against, '--task', family, '--rag', family, '--system', 'my-rag', '--json'];
      const found = await runJson<ReleaseJson>(call, folder);
      expect(found.release).toMatchObject({ task: family, split: 'test' });
      const values = Object.values(found.measures).filter(({ value }) => value !== null);
      expect(values.length).toBeGreaterThan(2);
    }
  });

  it('needs the name of each system', async () => {
    const folder = await guardedRelease();
    const none = await runAssay(labels, folder);
    expect(none).toMatchObject({ code: 2, out: '' });
    expect(none.err).toContain('Pass --system');
    const two = [...labels, '--compare', 'system.jsonl', '--system', 'a'];
    expect((await runAssay(two, folder)).code).toBe(2);
    const both = await runJson<ReleaseJson>([...two.slice(0, -1), 'a,b', '--json'], folder);
    expect(both.looks).toMatchObject({ count: 2 });
  });
});

describe('the guard', () => {
  it('refuses what made the truth: an annotator, a family, a rule, who ruled', async () => {
    const folder = await guardedRelease();
    const found = (...words: readonly string[]) => objections(folder, ...words);
    expect(await found('--system', 'gpt-6')).toEqual(['circular-own']);
    expect(await found('--system', 'ana')).toEqual(['circular-own']);
    expect(await found('--system', 'openai/GPT-6-2026-05-01')).toEqual(['circular-own']);
    expect(await found('--system', 'omni')).toEqual(['circular-family']);
    expect(await found('--system', 'keywords')).toEqual(['circular-rule']);
    expect(await found('--system', 'judge-bot')).toEqual(['circular-ruling']);
    const made = await found('--system', 'mine', '--made-by', 'rules.yaml,omni,other');
    expect(made).toEqual(['circular-rule', 'circular-family']);
    const refused = await runAssay([...labels, '--system', 'gpt-6'], folder);
    expect(refused).toMatchObject({ code: 2, out: '' });
    // Two runs on each of the six units of the test split.
    expect(refused.err).toContain('12 judgments by gpt-6#1 and gpt-6#2 count in this truth');
    expect(existsSync(join(folder, 'out.looks.jsonl'))).toBe(false);
  });

  it('has nothing against weight 0, other names, and names that only begin alike', async () => {
    const folder = await guardedRelease();
    for (const system of ['heard', 'quiet', 'gpt-61', 'gpt-6-mini', 'mine'])
      expect(await objections(folder, '--system', system)).toEqual([]);
  });

  it('lists training rows that are measured, by id, content, text or nearly', async () => {
    const folder = await guardedRelease();
    const dev = truthOf(folder).find(({ split }) => split === 'dev')!;
    const test = truthOf(folder).filter(({ split }) => split === 'test');
    const place = (at: number): number => Number(test[at]!.unit.slice(1));
    const near = unitText(place(2)).replace(/\S+$/, 'otherwise');
    writeRows(folder, 'training.jsonl', [
      { id: dev.unit, text: unitText(Number(dev.unit.slice(1))) },
      { id: test[0]!.unit },
      { text: `  ${unitText(place(1)).toUpperCase().replaceAll(' ', '\n')}` },
      { text: near },
      { text: near },
      { text: 'nothing of the kind was ever written here before' },
    ]);
    const call = [...labels, '--system', 'mine', '--training', 'training.jsonl'];
    const refused = await runAssay(call, folder);
    expect(refused).toMatchObject({ code: 2, out: '' });
    const heads = refused.err.trim().split('\n');
    expect(heads.map((line) => line.slice(0, 'training.jsonl:2 This row has'.length))).toEqual(
      [2, 3, 4, 5].map((line) => `training.jsonl:${line} This row has`),
    );
    const forced = [...call, '--override', 'Only to see it.', '--json'];
    const { guard } = await runJson<ReleaseJson>(forced, folder);
    expect(guard.objections.map(({ code, line }) => [line, code])).toEqual([
      [2, 'training-id'],
      [3, 'training-text'],
      [4, 'training-near'],
      [5, 'training-near'],
    ]);
    expect(guard.training).toMatchObject({ rows: 6, overlapping: 4, texts_withheld: 0 });
  });

  it('compares withheld texts by id and hash only, and says so', async () => {
    const folder = await guardedRelease({ withText: false });
    const unit = truthOf(folder).find(({ split }) => split === 'test')!;
    const at = Number(unit.unit.slice(1));
    const whole = { id: unit.unit, doc: unit.subject, text: unitText(at) };
    const lines = readFileSync(join(folder, 'out/record/units.jsonl'), 'utf8').split('\n');
    const stored = lines.find((line) => line.includes(`"${unit.unit}"`))!;
    const { hash } = JSON.parse(stored) as { hash: string };
    writeRows(folder, 'training.jsonl', [{ text: whole.text }, { hash }, whole]);
    const call = [...labels, '--system', 'mine', '--training', 'training.jsonl'];
    const forced = [...call, '--override', 'Only to see it.'];
    const { guard } = await runJson<ReleaseJson>([...forced, '--json'], folder);
    expect(guard.objections.map(({ code }) => code)).toEqual(['training-hash', 'training-id']);
    expect(guard.training).toMatchObject({ texts_withheld: 6 });
    expect((await runAssay(forced, folder)).out).toContain('withholds the text of 6 units');
  });

  it('goes on with a reason, and stamps table, JSON and ledger', async () => {
    const folder = await guardedRelease();
    const call = [...labels, '--system', 'gpt-6', '--override', 'Sanity check of the panel.'];
    const { out, code } = await runAssay(call, folder);
    expect(code).toBe(0);
    expect(out).toMatch(/^OVERRIDDEN/);
    expect(out).toContain('Reason given: Sanity check of the panel.');
    // The page and the browser show the same objections: they name no option of a command.
    expect(out).toContain('give a reason to continue, as was done here');
    expect(out).not.toContain('--override');
    const { guard } = await runJson<ReleaseJson>([...call, '--json'], folder);
    expect(guard).toMatchObject({ overridden: true, override: 'Sanity check of the panel.' });
    expect(readFileSync(join(folder, 'out.looks.jsonl'), 'utf8')).toContain(
      '"override":"Sanity check of the panel."',
    );
    const empty = [...labels, '--system', 'gpt-6', '--override', ' '];
    expect((await runAssay(empty, folder)).code).toBe(2);
  });
});

describe('the ledger of looks', () => {
  it('counts every look at the test split, and none at dev', async () => {
    const folder = await guardedRelease();
    const look = (system: string, ...words: readonly string[]) =>
      runJson<ReleaseJson>([...labels, '--system', system, '--json', ...words], folder);
    expect((await look('a', '--split', 'dev')).looks).toBeNull();
    expect((await look('a', '--by', 'lena')).looks).toMatchObject({ count: 1, of_systems: 1 });
    expect((await look('b')).looks).toMatchObject({ count: 2, of_systems: 1 });
    const third = await look('a');
    expect(third.looks).toMatchObject({ count: 3, of_systems: 2 });
    const lines = readFileSync(join(folder, 'out.looks.jsonl'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(3);
    const first = JSON.parse(lines[0]!) as Readonly<Record<string, unknown>>;
    expect(first).toMatchObject({ look: 1, by: 'lena', system: 'a', split: 'test' });
    expect(JSON.parse(lines[2]!)).toMatchObject({ hash: third.looks.head });
    const verified = await runAssay(['verify', 'out'], folder);
    expect(verified.code).toBe(0);
  });

  it('refuses a chain that was changed, cut or is no ledger', async () => {
    const folder = await guardedRelease();
    const file = join(folder, 'out.looks.jsonl');
    const call = [...labels, '--system', 'a'];
    for (let looks = 0; looks < 3; looks += 1) expect((await runAssay(call, folder)).code).toBe(0);
    const whole = readFileSync(file, 'utf8');
    const lines = whole.trim().split('\n');
    const refused = async (text: string): Promise<string> => {
      writeFileSync(file, text);
      const { code, out, err } = await runAssay(call, folder);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(readFileSync(file, 'utf8')).toBe(text);
      return err;
    };
    const renamed = whole.replace('"system":"a"', '"system":"z"');
    expect(await refused(renamed)).toContain('out.looks.jsonl:1 The ledger of looks is broken');
    expect(await refused(`${lines[0]}\n${lines[2]}\n`)).toContain('looks.jsonl:2 ');
    expect(await refused(`${whole}{"look":`)).toContain('the line is not a look');
    writeFileSync(file, whole.trimEnd());
    expect((await runAssay(call, folder)).code).toBe(0);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(4);
  });

  it('leaves no lock behind, and faults name the release', async () => {
    const folder = await guardedRelease();
    expect((await runAssay([...labels, '--system', 'a'], folder)).code).toBe(0);
    expect(existsSync(join(folder, 'out.looks.jsonl.lock'))).toBe(false);
    const { err } = await runAssay([...labels, '--system', 'a', '--labels', 'none'], folder);
    // The truth is read from a temporary file; what people read names the release.
    expect(err).toContain('out:1 --labels');
  });
});
