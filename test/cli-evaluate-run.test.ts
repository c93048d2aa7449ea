import { describe, expect, it } from 'vitest';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

interface RunJson {
  readonly measures: Readonly<
    Record<
      string,
      {
        readonly value: number | null;
        readonly n: number;
        readonly low: number | null;
        readonly high: number | null;
        readonly skipped: Readonly<Record<string, number>>;
      }
    >
  >;
  readonly per_query?: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
  readonly slices?: Readonly<Record<string, RunJson['measures']>>;
  readonly comparisons?: readonly {
    readonly measures: Readonly<
      Record<string, { readonly difference: number; readonly p: number }>
    >;
  }[];
  readonly correction?: { readonly method: string; readonly comparisons: number };
  readonly over_votes?: {
    readonly annotators: Readonly<Record<string, RunJson['measures']>>;
    readonly spread: Readonly<
      Record<string, { readonly lowest: number; readonly highest: number }>
    >;
  };
  readonly documents: { readonly unjudged: number };
  readonly weighted?: (Pick<RunJson, 'measures'> & { readonly without_chance: number }) | null;
  readonly mixed_chances?: number;
}

const qrels = 'q1 0 a 1\nq1 0 b 0\nq1 0 c 2\nq2 0 a 0\nq2 0 b 0\nq3 0 a 1\n';
const run = 'q1 Q0 b 1 3 own\nq1 Q0 c 2 2 own\nq1 Q0 x 3 1 own\nq2 Q0 a 1 1 own\n';
const better = 'q1 Q0 c 1 3 new\nq1 Q0 a 2 2 new\nq2 Q0 a 1 1 new\nq3 Q0 a 1 1 new\n';
const files = { qrels, run, better };
const words = ['evaluate', '--qrels', 'qrels', '--run', 'run'];

describe('assay evaluate with a run', () => {
  it('takes measures from every -m, as trec_eval does', async () => {
    const { measures } = await runJson<RunJson>(
      [...words, '-m', 'P.5,1', '-m', 'AP'],
      temporaryFolder(files),
    );
    expect(Object.keys(measures)).toEqual(['P@1', 'P@5', 'AP']);
  });

  it('skips queries without a value and counts them by reason, never as 0', async () => {
    const { measures, documents } = await runJson<RunJson>(
      [...words, '--measures', 'AP,nDCG@10,Judged@2'],
      temporaryFolder(files),
    );
    // q1: one of two relevant documents at rank 2, so 0.5 / 2; q2 has none, q3 is not in the run.
    expect(measures['AP']).toMatchObject({
      value: 0.25,
      n: 1,
      low: null,
      skipped: { 'no-relevant': 1, 'not-in-run': 1 },
    });
    expect(measures['nDCG@10']!.skipped).toEqual({ 'no-ideal-gain': 1, 'not-in-run': 1 });
    // Counts need no relevant document: (2/2 + 1/1) / 2.
    expect(measures['Judged@2']).toMatchObject({ value: 1, n: 2 });
    expect(documents.unjudged).toBe(1);
  });

  it('counts them as 0 when told so, in words or in trec_eval’s format', async () => {
    const folder = temporaryFolder(files);
    const zero = await runJson<RunJson>([...words, '-m', 'AP', '-c', '--empty', 'zero'], folder);
    expect(zero.measures['AP']).toMatchObject({ value: 0.25 / 3, n: 3, skipped: {} });
    const printed = await runAssay([...words, '-m', 'map', '-c', '--format', 'trec_eval'], folder);
    expect(printed).toMatchObject({ code: 0, out: `${'map'.padEnd(22)}\tall\t0.0833\n` });
  });

  it('prints trec_eval’s official measures, query by query', async () => {
    const { out } = await runAssay(
      [...words, '--format', 'trec_eval', '-q'],
      temporaryFolder(files),
    );
    // As trec_eval 9.0.8 prints it (10.0 stops at the query that the run does not have).
    expect(out.split('\n').slice(0, 4)).toEqual([
      'num_ret               \tq1\t3',
      'num_rel               \tq1\t2',
      'num_rel_ret           \tq1\t1',
      'map                   \tq1\t0.2500',
    ]);
    expect(out).toContain('runid                 \tall\town\nnum_q                 \tall\t2\n');
  });

  it('says by relstring what trec_eval says of a query that the run does not have', async () => {
    const asked = [...words, '-m', 'relstring.20', '-c', '-q', '--format', 'trec_eval'];
    const { out } = await runAssay(asked, temporaryFolder(files));
    // As trec_eval 10.0 prints it.
    const name = 'relstring_20          ';
    expect(out).toBe(`${name}\tq1\t'02-'\n${name}\tq2\t'0'\n${name}\tq3\t'-'\n`);
  });

  it('counts what was neither found nor relevant in a collection of known size', async () => {
    const asked = [...words, '-m', 'utility.1,-1,0.5,0.25', '-N', '100', '--format', 'trec_eval'];
    const { out } = await runAssay(asked, temporaryFolder(files));
    // q1: 1 - 2 + 0.5 + 0.25 × (100 - 4); q2: -1 + 0.25 × (100 - 1).
    expect(out).toBe(`${'utility_1,-1,0.5,0.25'.padEnd(22)}\tall\t23.6250\n`);
  });

  it('gives the values of queries, none where there is none', async () => {
    const { per_query } = await runJson<RunJson>(
      [...words, '-q', '-m', 'AP'],
      temporaryFolder(files),
    );
    expect(per_query).toEqual({ q1: { AP: 0.25 }, q2: { AP: null }, q3: { AP: null } });
  });

  it('compares runs on the queries that both have, and corrects for the number of tests', async () => {
    const { comparisons, correction } = await runJson<RunJson>(
      [...words, '--compare', 'better', '-m', 'AP,RR'],
      temporaryFolder(files),
    );
    // q1 alone: AP 1 against 0.25; with one query a swap is as extreme, so p is 1.
    expect(comparisons![0]!.measures['AP']).toMatchObject({ difference: 0.75, p: 1 });
    expect(correction).toEqual({ method: 'holm', comparisons: 2 });
  });

  it('takes the first of two compared runs as the run', async () => {
    const given = ['evaluate', '--qrels', 'qrels', '--compare', 'run', 'better', '-m', 'AP'];
    const { measures } = await runJson<RunJson>(given, temporaryFolder(files));
    expect(measures['AP']!.value).toBe(0.25);
  });

  it('slices by a field of the queries', async () => {
    const queries = 'query_id,language\nq1,de\nq2,en\nq3,de\n';
    const { slices } = await runJson<RunJson>(
      [...words, '-m', 'AP', '--slice', 'language', '--queries', 'q.csv'],
      temporaryFolder({ ...files, 'q.csv': queries }),
    );
    expect(slices).toMatchObject({
      de: { AP: { value: 0.25, n: 1, skipped: { 'not-in-run': 1 } } },
      en: { AP: { value: null, n: 0, skipped: { 'no-relevant': 1 } } },
    });
  });

  it('reads preferences and groups of judges, and says which measures they have', async () => {
    const folder = temporaryFolder({
      ...files,
      prefs: 'q1 u 0 a 2\nq1 u 0 b 1\nq1 u 0 c 0\nq2 u 0 a 1\nq2 u 0 b 1\n',
      'prefs.csv': 'query,annotator,part,document,level\nq1,u,0,a,2\nq1,u,0,b,1\nq1,u,0,c,0\n',
      groups: 'q1 anna a 1\nq1 anna c 0\nq1 ben c 1\nq1 ben b 0\n',
      reference: 'q1 map 0.1 0.05\nq1 P_5 0.2 0\n',
    });
    const asked = ['evaluate', '--run', 'run', '--qrels'];
    const prefs = await runJson<RunJson>([...asked, 'prefs', '-R', 'prefs'], folder);
    // b, c: of a > b, a > c and b > c, the last is fulfilled, and a is not retrieved.
    expect(prefs.measures['Pref']).toMatchObject({ n: 1, skipped: { 'no-preferences': 1 } });
    expect(prefs.measures['Pref']!.value).toBeCloseTo(1 / 3, 12);
    const table = await runJson<RunJson>([...asked, 'prefs.csv', '-R', 'prefs'], folder);
    expect(table.measures['PrefPair']!.value).toBeCloseTo(1 / 3, 12);
    // anna's only relevant document is not retrieved; ben's is at rank 2.
    const groups = await runJson<RunJson>([...asked, 'groups', '-R', 'qrels_jg'], folder);
    expect(groups.measures['GroupAP']!.value).toBe(0.25);
    const trec = await runAssay(
      [...words, '--format', 'trec_eval', '-m', 'map,P.5', '-q', '-Z', 'reference'],
      folder,
    );
    // (0.25 - 0.1) / 0.05; P at 5 is 1 of 5, as the reference without a deviation says.
    expect(trec.out).toContain(`Z${'map'.padEnd(22)}\tq1\t3.0000\n`);
    expect(trec.out).toContain(`Z${'P_5'.padEnd(22)}\tq1\t0.0000\n`);
    expect(trec.out).toContain(`Z${'map'.padEnd(22)}\tq2\t-1000000.0000\n`);
    const other = await runAssay([...asked, 'prefs', '-R', 'prefs', '-m', 'AP'], folder);
    expect(other.err).toContain('--measures is "AP", expected a measure of what --judgments prefs');
    const scores = await runAssay([...words, '-Z', 'reference'], folder);
    expect(scores.err).toContain('Pass --format trec_eval with --reference');
  });

  it('counts queries by their chance, from the queries or from a table of judgments', async () => {
    const folder = temporaryFolder({
      ...files,
      'queries.csv': 'query_id,pi\nq1,0.25\nq2,1\nq3,1\n',
      'some.csv': 'query_id,pi\nq1,0.25\nq2,\n',
      'q.csv':
        'query_id,doc_id,relevance,inclusion_probability\n' +
        'q1,a,1,0.25\nq1,b,0,0.25\nq1,c,2,0.25\nq2,a,0,1\nq3,a,1,1\n',
      'mixed.csv': 'query_id,doc_id,relevance,inclusion_probability\nq1,a,1,0.5\nq1,c,2,1\n',
    });
    const asked = ['--run', 'run', '-m', 'P@1,P@2', '--complete', '--empty', 'zero'];
    const judged = ['evaluate', '--qrels', 'qrels', ...asked, '--queries', 'queries.csv'];
    const named = await runJson<RunJson>([...judged, '--chance', 'pi'], folder);
    const recorded = await runJson<RunJson>(['evaluate', '--qrels', 'q.csv', ...asked], folder);
    // q1 has c at rank 2 and stands for four queries; q2 and q3 have nothing.
    for (const { measures, weighted } of [named, recorded]) {
      expect(measures['P@2']!.value).toBeCloseTo(1 / 6, 12);
      expect(weighted!.measures['P@2']!.value).toBeCloseTo(2 / 6, 12);
    }
    const mixed = await runJson<RunJson>(['evaluate', '--qrels', 'mixed.csv', ...asked], folder);
    expect(mixed).toMatchObject({ weighted: null, mixed_chances: 1 });
    const partly = await runJson<RunJson>(
      [...judged.slice(0, -1), 'some.csv', '--chance', 'pi'],
      folder,
    );
    // q2 and q3 count once each, and the output says so.
    expect(partly.weighted!.measures['P@2']!.value).toBeCloseTo(2 / 6, 12);
    expect(partly.weighted).toMatchObject({ without_chance: 2 });
    const told = await runAssay([...judged.slice(0, -1), 'some.csv', '--chance', 'pi'], folder);
    expect(told.out).toContain('2 without a recorded chance: counted once.');
    const wrong = await runAssay([...judged, '--chance', 'nonsense'], folder);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('--chance is nonsense, expected query_id or pi');
  });

  it('measures rank-biased precision with grades or as relevant or not', async () => {
    const { measures } = await runJson<RunJson>(
      [...words, '-m', 'RBP(p=0.5),RBP(rel=1,p=0.5),RBP(rel=2,p=0.5),RBP(rel=3,p=0.5)'],
      temporaryFolder({ qrels: 'q1 0 a 1\nq1 0 c 2\n', run: 'q1 Q0 a 1 3 x\nq1 Q0 c 2 2 x\n' }),
    );
    // Half of 1/2 + 1/2 · 2/2 with grades; of 1 + 1/2, 1/2 and 0 when relevant from 1, 2 and 3.
    expect(Object.values(measures).map(({ value }) => value)).toEqual([0.5, 0.75, 0.25, 0]);
  });

  it('shows the value under each annotator’s own grades', async () => {
    const votes = 'q1 anna b 1\nq1 anna c 0\nq1 ben b 0\nq1 ben c 1\n';
    const { over_votes } = await runJson<RunJson>(
      [...words, '-m', 'RR', '--over-votes', 'votes'],
      temporaryFolder({ ...files, votes }),
    );
    expect(over_votes!.annotators).toMatchObject({
      anna: { RR: { value: 1 } },
      ben: { RR: { value: 0.5 } },
    });
    expect(over_votes!.spread['RR']).toMatchObject({ lowest: 0.5, highest: 1 });
  });

  it('reads tables with named columns as well', async () => {
    const csv = 'query_id,doc_id,relevance\nq1,a,1\nq1,b,0\nq1,c,2\n';
    const rows =
      '{"query_id":"q1","doc_id":"b","score":3}\n{"query_id":"q1","doc_id":"c","score":2}\n';
    const { measures } = await runJson<RunJson>(
      ['evaluate', '--qrels', 'q.csv', '--run', 'r.jsonl', '-m', 'AP'],
      temporaryFolder({ 'q.csv': csv, 'r.jsonl': rows }),
    );
    expect(measures['AP']!.value).toBe(0.25);
  });

  it('names all faults of all files at once, with their lines', async () => {
    const { code, err } = await runAssay(
      [...words, '-m', 'AP,nonsense'],
      temporaryFolder({ qrels: 'q1 0 a 1\nq1 0 a 1\n', run: 'q1 Q0 a 1 x y\nq1 Q0 b 1\n' }),
    );
    expect(code).toBe(2);
    expect(err).toContain('--measures is "nonsense", expected a measure such as nDCG@10');
    expect(err).toContain('qrels:2 the unit q1 a already appears on line 1');
    expect(err).toContain('run:1 score is "x", expected a number');
    expect(err).toContain('run:2 the line has 4 fields');
  });

  it('refuses files that have no query in common', async () => {
    const folder = temporaryFolder({ qrels: 'q1 0 a 1\n', run: 'q2 Q0 a 1 1 x\n' });
    const { code, err } = await runAssay(words, folder);
    expect(code).toBe(2);
    expect(err).toContain('no query is in both files');
  });

  it('exits with 1 below a limit, on the lower bound when strict', async () => {
    const many = (line: (query: number) => string): string =>
      Array.from({ length: 40 }, (_, query) => line(query)).join('');
    const folder = temporaryFolder({
      qrels: many((query) => `q${query} 0 a 1\nq${query} 0 b 0\n`),
      run: many((query) => `q${query} Q0 a 1 ${query % 4} x\nq${query} Q0 b 1 1.5 x\n`),
    });
    // Half of the queries have a on top: RR is 0.75.
    const limited = (limit: string, ...more: readonly string[]): Promise<{ code: number | null }> =>
      runAssay([...words, '-m', 'RR', '--fail-under', limit, ...more], folder);
    expect(await limited('RR=0.75')).toMatchObject({ code: 0 });
    expect(await limited('recip_rank=0.76')).toMatchObject({ code: 1 });
    expect(await limited('RR=0.75', '--strict')).toMatchObject({ code: 1 });
    expect(await limited('RR')).toMatchObject({ code: 2 });
  });
});
