import { hasTruth, shownFirst, sumOfAccounts, whyText } from '../../domain/fold/account.ts';
import type { Account } from '../../domain/fold/account.ts';
import type { StandingName } from '../../domain/fold/standing.ts';
import { inEnglish } from '../../domain/english.ts';
import type { Figures } from '../figures.ts';
import type { TaskFigures } from '../task-figures.ts';
import { count, plain, table } from './cells.ts';
import type { ReportBlock, ReportTable } from './report.ts';

/** Where the units of a task are, and why some have no truth; the numbers sum to all units. */
export function standingTable({ tasks }: Figures, task: TaskFigures, at: number): ReportTable {
  const of = tasks.length === 1 ? '' : ` of “${task.title}”`;
  const { account } = task;
  const place = `tasks.${at}.account`;
  const rows = account.parts.map((part, row) => [
    plain(standingTitles[part.standing]),
    plain(why(part)),
    count(part.units, `${place}.parts.${row}.units`),
  ]);
  const sum = [plain('All units'), plain(''), count(account.units, `${place}.units`)];
  return table(`Where the units${of} are`, ['Units', 'Why', '#Number'], [...rows, sum]);
}

function why(part: Account['parts'][number]): string {
  const told = whyText(part);
  if (told !== null) return sentence(inEnglish(told));
  if (hasTruth(part.standing)) return '';
  return 'By a ruling; the reasons are in the chapter on rulings';
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The same at a glance: large numbers side by side, or a row for each of several tasks. */
export function standingFacts({ tasks }: Figures): readonly ReportBlock[] {
  const heading = { kind: 'heading', text: 'Where the units are' } as const;
  const { standings } = sumOfAccounts(tasks.map(({ account }) => account));
  const shown = shownFirst.filter((name) => standings[name] > 0);
  const [only] = tasks;
  if (tasks.length === 1) {
    const facts = shown.map((name) => ({
      title: standingTitles[name],
      value: count(only!.account.standings[name], `tasks.0.account.standings.${name}`),
    }));
    const all = { title: 'All units', value: count(only!.account.units, 'tasks.0.account.units') };
    return [heading, { kind: 'facts', facts: [...facts, all] }];
  }
  const rows = tasks.map(({ title, account }, at) => [
    plain(title),
    ...shown.map((name) => count(account.standings[name], `tasks.${at}.account.standings.${name}`)),
    count(account.units, `tasks.${at}.account.units`),
  ]);
  const columns = ['Task', ...shown.map((name) => `#${standingTitles[name]}`), '#All units'];
  return [heading, table('Where the units of each task are', columns, rows)];
}

const standingTitles: Readonly<Record<StandingName, string>> = {
  settled: 'Settled by the judgments',
  ruled: 'Settled by a ruling',
  excluded: 'Excluded by a ruling',
  open: 'Waiting for a ruling',
  awaiting: 'Waiting for judgments',
  uncounted: 'Judged, not counting',
  undrawn: 'Not drawn',
};
