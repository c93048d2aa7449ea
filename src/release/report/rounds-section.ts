import { inEnglish } from '../../domain/english.ts';
import type { Figures, RunFigure } from '../figures.ts';
import { count, day, grouped, listed, percent, plain, table } from './cells.ts';
import { gateMark, gateTable, laterChecks, runPlace, runTitle } from './gate-rows.ts';
import { pilotBlocks } from './pilot-blocks.ts';
import type { ReportBlock, ReportCell, ReportSection, ReportTable } from './report.ts';
import { trainingBlocks } from './training-blocks.ts';

/** Training, pilots and full rounds in their order, every failed attempt among them. */
export function roundsSection(figures: Figures): ReportSection {
  const { rounds } = figures;
  if (rounds.length === 0) {
    const text = 'The work was not organised in rounds: all judgments under the rules count.';
    return { id: 'rounds', title: 'Rounds and gates', blocks: [{ kind: 'text', text }] };
  }
  return {
    id: 'rounds',
    title: 'Rounds and gates',
    blocks: [
      roundTable(figures),
      ...drawBlocks(figures),
      ...trainingBlocks(figures),
      ...pilotBlocks(figures),
      ...fullBlocks(figures),
    ],
  };
}

/** Every round that was opened, in its order. */
export function roundTable(figures: Figures): ReportTable {
  const { rounds, tasks } = figures;
  const rows = rounds.map((run) => [
    { text: runTitle(run), ...kindNote(run, tasks.length > 1) },
    { text: day(run.openedAt), note: run.closedAt === null ? 'open' : `to ${day(run.closedAt)}` },
    plain(run.guideline),
    count(run.units, `${runPlace(figures, run)}.units`),
    plain(String(run.annotators.length)),
    judgedCell(figures, run),
    runMark(run),
  ]);
  const columns = ['Round', 'Opened', 'Guideline', '#Units', '#Annotators', '#Judgments', 'Gates'];
  return table('Every round that was opened', columns, rows);
}

function kindNote(
  { round, kind, task }: RunFigure,
  isOneOfMany: boolean,
): { readonly note?: string } {
  const parts = [...(round === kind ? [] : [kinds[kind]]), ...(isOneOfMany ? [task] : [])];
  return parts.length === 0 ? {} : { note: parts.join(', ') };
}

const kinds = { training: 'training', pilot: 'pilot', full: 'full round' } as const;

function judgedCell(figures: Figures, run: RunFigure): ReportCell {
  const cell = count(run.judged, `${runPlace(figures, run)}.judged`);
  const left = run.leftOut === 0 ? '' : `, ${grouped(run.leftOut)} left out`;
  return { ...cell, note: `of ${grouped(run.wanted)}${left}` };
}

/** How a run did by its gates. */
export function runMark(run: RunFigure): ReportCell {
  return gateMark({ status: run.status, waived: run.passed });
}

/** How the units of pilots and full rounds were drawn, and from how many. */
function drawBlocks(figures: Figures): readonly ReportBlock[] {
  const drawn = figures.rounds.filter(({ draw }) => draw !== null);
  if (drawn.length === 0) return [];
  const rows = drawn.map((run) => {
    const { by, floor, hard, left } = run.draw!;
    const plan = [
      ...(by === null ? [] : [`by ${by}`]),
      ...(floor === 0 ? [] : [`at least ${grouped(floor)} of each label`]),
      ...(hard === null ? [] : [`${percent(hard)} of them hard`]),
    ];
    const how = plan.length === 0 ? 'at random' : plan.join(', ');
    return [
      plain(runTitle(run)),
      count(run.units, `${runPlace(figures, run)}.units`),
      count(left, `${runPlace(figures, run)}.draw.left`),
      plain(run.units === left ? 'all of them' : how),
      plain(String(run.seed)),
    ];
  });
  return [
    { kind: 'heading', text: 'How units were drawn' },
    table('Draws', ['Round', '#Drawn', '#Left to draw from', 'How', '#Seed'], rows),
  ];
}

function fullBlocks(figures: Figures): readonly ReportBlock[] {
  const runs = figures.rounds.filter(({ kind }) => kind === 'full');
  if (runs.length === 0) return [];
  const rows = runs.map((run) => {
    const people = run.annotators.map((one) => `${one.annotator} (${grouped(one.judged)})`);
    const later = laterChecks(run).map(({ why }) => (why === undefined ? '' : inEnglish(why)));
    return [runTitle(run), listed(people), later.join(' ')].map(plain);
  });
  const isStale = rows.some(([, , later]) => later!.text !== '');
  return [
    { kind: 'heading', text: runs.length === 1 ? 'Full round' : 'Full rounds' },
    table(
      'Who judged how many units',
      ['Round', 'Annotators', ...(isStale ? ['Since then'] : [])],
      rows.map((row) => row.slice(0, isStale ? 3 : 2)),
    ),
    gateTable(figures, runs, 'Full rounds and their gates'),
  ];
}
