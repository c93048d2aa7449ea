import { table } from '../src/cli/output.ts';
import { allSteps } from '../src/statistics/all-steps.ts';
import { quantile } from '../src/statistics/quantile.ts';
import { isoWeek } from '../src/truth/judging/iso-week.ts';
import { standingOut } from '../src/truth/monitoring/standing-out.ts';
import type { StandOut } from '../src/truth/monitoring/standing-out.ts';
import { weeklyAgreement } from '../src/truth/monitoring/weekly-agreement.ts';
import { buildTask } from '../test/build-task.ts';
import { makeFold } from '../test/random-judgments.ts';
import type { Report } from './benchmark.ts';
import { dayOf, personOf, simulatedTeams, simulateTeam, teamLabels } from './simulated-teams.ts';
import type { SimulatedTeam } from './simulated-teams.ts';

/** What was found in many simulated projects of a team; counts, and shares of the projects. */
interface TeamFigures {
  readonly team: string;
  readonly projects: number;
  /** Weeks of careless people, how many were named, and how many by the end of the same week. */
  readonly careless: number;
  readonly named: number;
  readonly atOnce: number;
  /** Weeks named of whoever is strict or drifts. */
  readonly different: number;
  /** Projects in which anybody else was named at the end of a week; on any day of it. */
  readonly wrongly: number;
  readonly anyDay: number;
  /** Projects whose chart has a signal in a week in which, or after which, nobody was careless. */
  readonly signals: number;
  /** The median κ of the careless with the others in all weeks, and of the others. */
  readonly kappa: readonly [number, number] | null;
}

/** Who is named among teams with known behaviour: the figures of docs/monitoring.md. */
export const report: Report<readonly TeamFigures[]> = {
  name: 'standing out',
  measure: (quick) =>
    Promise.resolve(simulatedTeams.map((team) => teamFigures(team, quick ? 20 : 400))),
  print: printTeams,
};

const task = buildTask({ questions: Object.fromEntries(teamLabels.map((one) => [one, {}])) });

function teamFigures(team: SimulatedTeam, projects: number): TeamFigures {
  const counts = { careless: 0, named: 0, atOnce: 0, different: 0 };
  const wrong = { wrongly: 0, anyDay: 0, signals: 0 };
  const kappas: (readonly [number, number])[] = [];
  const careless = new Set(
    Object.entries(team.careless ?? {}).flatMap(([person, weeks]) =>
      weeks.map((week) => `${personOf(Number(person))} ${isoWeek(dayOf(7 * week))}`),
    ),
  );
  const different = [team.strict, team.drifting].flatMap((one) =>
    one === undefined ? [] : [personOf(one)],
  );
  const isWrong = ({ annotator, week }: StandOut): boolean =>
    !careless.has(`${annotator} ${week}`) && !different.includes(annotator);
  for (let project = 0; project < projects; project += 1) {
    const fold = makeFold(task);
    const judged = new Set<string>();
    let isAnyDay = false;
    for (const day of simulateTeam(team, `${team.name}/${project}`)) {
      for (const entry of day) {
        fold.add(entry);
        judged.add(`${entry.annotator} ${isoWeek(entry.at)}`);
      }
      isAnyDay ||= allSteps(standingOut(fold)).some(isWrong);
    }
    const found = allSteps(standingOut(fold));
    const right = found.filter((one) => careless.has(`${one.annotator} ${one.week}`));
    counts.careless += [...careless].filter((one) => judged.has(one)).length;
    counts.named += right.length;
    counts.atOnce += right.filter(({ week, known }) => week === known).length;
    counts.different += found.filter(({ annotator }) => different.includes(annotator)).length;
    if (found.some(isWrong)) wrong.wrongly += 1;
    if (isAnyDay) wrong.anyDay += 1;
    const { points } = allSteps(weeklyAgreement(fold, 'fleiss_kappa')).overall;
    const isQuiet = careless.size === 0 && different.length === 0;
    if (isQuiet && points.some(({ signal }) => signal !== null)) wrong.signals += 1;
    kappas.push(...right.map(({ kappa, others }) => [kappa, others] as const));
  }
  const middle = (at: 0 | 1): number =>
    quantile(Float64Array.from(kappas.map((one) => one[at])).toSorted(), 0.5);
  const kappa = kappas.length === 0 ? null : ([middle(0), middle(1)] as const);
  return { team: team.name, projects, ...counts, ...wrong, kappa };
}

function printTeams(teams: readonly TeamFigures[]): string {
  const share = (count: number, of: number): string =>
    of === 0 ? '–' : `${((100 * count) / of).toFixed(1)} %`;
  const headings = [
    'team',
    'projects',
    'weeks',
    'named',
    'at once',
    'κ, others',
    'others named',
    'on any day',
    'signals',
  ];
  return `simulated teams, ten weeks each\n\n${table(
    headings.map((title, at) => (at === 0 ? title : { title, numeric: true })),
    teams.map((one) => [
      one.team,
      String(one.projects),
      String(one.careless === 0 ? one.different : one.careless),
      share(one.named, one.careless),
      share(one.atOnce, one.careless),
      one.kappa === null ? '–' : one.kappa.map((value) => value.toFixed(2)).join(', '),
      share(one.wrongly, one.projects),
      share(one.anyDay, one.projects),
      one.careless > 0 || one.different > 0 ? '–' : share(one.signals, one.projects),
    ]),
    200,
  )}`;
}
