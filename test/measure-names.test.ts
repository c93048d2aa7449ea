import { describe, expect, it } from 'vitest';
import { inEnglish } from '../src/domain/english.ts';
import { meetingAgenda } from '../src/operations/discussion/agenda.ts';
import { monitorAgreement } from '../src/operations/monitoring/monitor-figures.ts';
import { monitorOverview } from '../src/operations/monitoring/monitor-overview.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { insertUnits } from '../src/store/units/units.ts';
import { krippendorffAlpha } from '../src/statistics/agreement/krippendorff-alpha.ts';
import { ratingPatterns } from '../src/statistics/agreement/rating-patterns.ts';
import { ratingsFromRows } from '../src/statistics/agreement/ratings.ts';
import { folderOf } from './compute-input.ts';
import { jsonLines, runAssay } from './run-assay.ts';
import { describeStores } from './stores.ts';
import { judgeAll, makeWorld, project } from './work-world.ts';

const ordinal = 'scale: { ordinal: [0: none, 1: some, 2: much] }';
const protocol = (questions: string): string => `assay: 1
name: ${project}
guideline: { version: "1", file: guideline.md }
tasks:
  topics:
    unit: { id: id, show: text }
    questions:
${questions}
panel:
  people: { kind: human }
rounds:
  full: { units: all, annotators: 2, gate: ["krippendorff_alpha >= 0.99 overall"] }
`;
const two = `      a: { ${ordinal} }\n      b: { ${ordinal} }`;
const mixed = `${two}\n      c: {}`;
// Of six units, those of anna and ben: near misses alone, which an ordinal α forgives.
const [anna, ben] = [
  [0, 1, 2, 0, 1, 2],
  [0, 1, 2, 1, 2, 1],
];
const units = anna.map((_, at) => `u${at + 1}`);
const answersOf = (who: readonly number[], at: number) => ({
  a: who[at]!,
  b: who[at]!,
  c: who[at]! > 0,
});
const alphaOf = (kind: 'nominal' | 'ordinal'): number =>
  krippendorffAlpha(
    ratingPatterns(
      ratingsFromRows(
        units.map((_, at) => [anna[at]!, ben[at]!]),
        [0, 1, 2],
      ),
    ),
    { metric: { kind } },
  ).value!;

function folderWith(questions: string): string {
  const rows = (name: string, who: readonly number[]): string =>
    jsonLines(
      units.map((id, at) => {
        const { c, ...answers } = answersOf(who, at);
        const all = questions === mixed ? { ...answers, c } : answers;
        return { id, ...all, annotator_id: name, guideline_version: '1' };
      }),
    );
  return folderOf({
    'protocol.yaml': protocol(questions),
    'guideline.md': '# Guideline\n',
    'a.jsonl': rows('anna', anna),
    'b.jsonl': rows('ben', ben),
    'm.csv': `unit,anna,ben\n${units.map((id, at) => `${id},${anna[at]},${ben[at]}\n`).join('')}`,
  });
}

const agree = ['agree', '-p', '.', 'a.jsonl', 'b.jsonl'];

describe('the name of a measure on the command line', () => {
  it('says what it was computed with: an ordinal α is called ordinal', async () => {
    const folder = folderWith(two);
    const { out } = await runAssay(agree, folder);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'κ: Cohen’s κ; α: Krippendorff’s α (ordinal); AC1: Gwet’s AC1.',
    );
    expect(out).not.toContain('nominal)');
    const json = JSON.parse((await runAssay([...agree, '--json'], folder)).out);
    expect(json.names['krippendorff_alpha']).toBe('Krippendorff’s α (ordinal)');
    expect(json.measures['a']['krippendorff_alpha'].value).toBeCloseTo(alphaOf('ordinal'), 12);
    expect(alphaOf('ordinal')).not.toBeCloseTo(alphaOf('nominal'), 2);
  });

  it('names both where questions differ, and the scale of a plain matrix', async () => {
    const folder = folderWith(mixed);
    const { out } = await runAssay(agree, folder);
    expect(out).toContain('Krippendorff’s α (nominal and ordinal)');
    for (const scale of ['nominal', 'ordinal', 'interval', 'ratio']) {
      const plain = await runAssay(['agree', '--ratings', 'm.csv', '--scale', scale], folder);
      expect(plain.out).toContain(`Krippendorff’s α (${scale})`);
    }
  });
});

describeStores('the name of a measure in a workspace', (databases) => {
  it('is the same on every page, by what was computed', async () => {
    const world = await makeWorld(await databases.open());
    await createProject(world.lead, {
      source: protocol(two),
      guideline: '# Guideline\n',
      files: {},
    });
    const rows = units.map((id) => ({ id, subject: null, fields: { id, text: id } }));
    await world.store.write((tx) =>
      insertUnits(tx, { project, task: 'topics' }, rows, '2026-03-02T07:00:00.000Z'),
    );
    const people = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    for (const [which, who] of people.entries())
      await judgeAll(who, run.id, (unit) => {
        const { c: _, ...answers } = answersOf([anna, ben][which]!, units.indexOf(unit));
        return answers;
      });
    const name = 'Krippendorff’s α (ordinal)';
    const figures = await monitorAgreement(world.lead, { project });
    expect(figures.leading).toBe('krippendorff_alpha');
    expect(inEnglish(figures.names.krippendorff_alpha!)).toBe(name);
    expect(figures.questions[0]!.measures.krippendorff_alpha!.value).toBeCloseTo(
      alphaOf('ordinal'),
      12,
    );
    const { agreement } = await monitorOverview(world.lead, { project });
    expect(inEnglish(agreement.name)).toBe(name);
    const { tasks, points } = await meetingAgenda(world.lead, { project });
    expect(inEnglish(tasks[0]!.name)).toBe(name);
    expect(points.flatMap((one) => (one.kind === 'label' ? inEnglish(one.name) : []))).toEqual([
      name,
      name,
    ]);
  });
});
