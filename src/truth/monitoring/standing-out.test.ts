import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold, randomJudgments } from '../../../test/random-judgments.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { isoWeek, weekStart } from '../judging/iso-week.ts';
import { standingOut } from './standing-out.ts';

const task = buildTask({ questions: { A: {}, B: {}, C: {}, D: {}, E: {} } });
const labels = ['A', 'B', 'C', 'D', 'E'];
const [sample] = randomJudgments(task, { seed: 1, units: 1, annotators: ['anna'] });
const people = ['anna', 'ben', 'cora'];

interface Team {
  readonly people?: readonly string[];
  /** How many of 100 judgments are answered by lot. */
  readonly careless?: (annotator: string, week: number) => number;
  /** Everybody's share of wrong answers in a week, in percent. */
  readonly wrong?: (week: number) => number;
}

/** Eight weeks from 30 November 2026: 70 units a week, judged by everybody on some day of it. */
function judged(team: Team): readonly LoggedJudgment[] {
  const random = seededRandom('standing out');
  const log: LoggedJudgment[] = [];
  for (let week = 0; week < 8; week += 1)
    for (let unit = 0; unit < 70; unit += 1) {
      const truth = labels.map(() => random.next() < 0.3);
      for (const annotator of team.people ?? people) {
        const isByLot = 100 * random.next() < (team.careless?.(annotator, week) ?? 0);
        const wrong = (team.wrong?.(week) ?? 2) / 100;
        const answers = Object.fromEntries(
          labels.map((label, at) => [
            label,
            isByLot ? random.next() < 0.3 : truth[at] !== random.next() < wrong,
          ]),
        );
        const day = 7 * week + random.integer(5);
        const at = new Date(Date.UTC(2026, 10, 30, 9) + day * 86_400_000).toISOString();
        const name = `w${week}-${unit}`;
        log.push(entryOf(sample!, { unit: name, annotator, at, answers: JSON.stringify(answers) }));
      }
    }
  return log.toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

function found(log: readonly LoggedJudgment[]) {
  const fold = makeFold(task);
  for (const entry of log) fold.add(entry);
  return allSteps(standingOut(fold));
}

const inWeeks =
  (...weeks: readonly number[]) =>
  (annotator: string, week: number) =>
    annotator === 'ben' && weeks.includes(week) ? 40 : 0;

describe('standing out', () => {
  it('is who was careless, in these weeks, and nobody who differs from them', () => {
    const all = found(judged({ careless: inWeeks(3, 4) }));
    expect(all.map(({ annotator, week, known }) => [annotator, week, known])).toEqual([
      ['ben', '2026-W52', '2026-W52'],
      ['ben', '2026-W53', '2026-W53'],
    ]);
    for (const { kappa, others, units } of all) {
      expect(units).toBe(70);
      // By chance 2·0.3·0.7 = 0.42 of answers differ. In 40 of 100 ben is at chance, else both err
      // in 2 %: 1 − (0.4·0.42 + 0.6·0.04) / 0.42 = 0.54, give or take chance.
      expect(kappa).toBeGreaterThan(0.4);
      expect(kappa).toBeLessThan(0.68);
      expect(others).toBeGreaterThan(0.85);
    }
  });

  it('is each of two who are careless in the same weeks, of four', () => {
    const careless = (annotator: string, week: number): number =>
      ['ben', 'cora'].includes(annotator) && week === 5 ? 50 : 0;
    const all = found(judged({ people: [...people, 'dora'], careless }));
    expect(all.map(({ annotator, week }) => `${annotator} ${week}`).toSorted()).toEqual([
      'ben 2027-W01',
      'cora 2027-W01',
    ]);
  });

  it('is nobody where all are careful, where a week is hard for all, and of two people', () => {
    expect(found(judged({}))).toEqual([]);
    expect(found(judged({ wrong: (week) => (week === 4 ? 12 : 2) }))).toEqual([]);
    expect(found(judged({ people: ['anna', 'ben'], careless: inWeeks(3, 4) }))).toEqual([]);
  });

  it('takes 20 compared judgments', () => {
    const log = judged({
      careless: (annotator, week) => (annotator === 'ben' && week > 3 ? 60 : 0),
    });
    const least = (units: number) =>
      found(
        log.filter(
          ({ unit, at }) => isoWeek(at) < '2026-W53' || Number(unit.split('-')[1]) < units,
        ),
      );
    expect(least(19)).toEqual([]);
    expect(least(20).length).toBeGreaterThan(0);
  });

  it('says of a week what was said at its end, day by day, whatever follows', () => {
    const log = judged({ careless: inWeeks(2, 3, 6) });
    const whole = found(log);
    expect(whole.length).toBe(3);
    const fold = makeFold(task);
    let done = 0;
    for (let end = Date.UTC(2026, 11, 1); end < Date.UTC(2027, 0, 27); end += 86_400_000) {
      while (done < log.length && Date.parse(log[done]!.at) < end) {
        fold.add(log[done]!);
        done += 1;
      }
      const now = allSteps(standingOut(fold));
      const finished = isoWeek(new Date(end - 7 * 86_400_000).toISOString());
      const isOver = (week: string): boolean => week <= finished && weekStart(week) !== '';
      expect(now.filter(({ known }) => isOver(known))).toEqual(
        whole.filter(({ known }) => isOver(known)),
      );
    }
    // Corrections of everything, a month later, change nothing that was said.
    const at = '2027-03-01T09:00:00Z';
    for (const entry of log) fold.add({ ...entry, at, answers: '{"A":true}' });
    expect(allSteps(standingOut(fold))).toEqual(whole);
  });

  it('is told of people, not of models and keyword rules', () => {
    const fold = makeFold(task, { panel: { people: { kind: 'human' }, ben: { kind: 'model' } } });
    for (const entry of judged({ careless: inWeeks(3, 4) })) fold.add(entry);
    expect(allSteps(standingOut(fold))).toEqual([]);
  });
});
