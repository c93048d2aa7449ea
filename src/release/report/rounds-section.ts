import type { AdmissionStatus } from '../../truth/rounds/admission.ts';
import type { Figures, RunFigure } from '../figures.ts';
import { count, counted, day, decimal, grouped, percent, plain, table } from './cells.ts';
import { gateCell, gateMark, runPlace, runTitle } from './overview-section.ts';
import type { ReportBlock, ReportCell, ReportSection } from './report.ts';

/** Training, pilots and full rounds in their order, every failed attempt among them. */
export function roundsSection(figures: Figures): ReportSection {
  const { rounds } = figures;
  if (rounds.length === 0) {
    const text = 'The work was not organised in rounds: all judgments under the rules count.';
    return { id: 'rounds', title: 'Rounds and gates', blocks: [{ kind: 'text', text }] };
  }
  const rows = rounds.map((run) => [
    { text: runTitle(run), note: `${run.kind}, ${run.task}` },
    { text: day(run.openedAt), note: run.closedAt === null ? 'open' : `to ${day(run.closedAt)}` },
    plain(run.guideline),
    count(run.units, `${runPlace(figures, run)}.units`),
    judgedCell(figures, run),
    gateMark({ status: run.status, waived: run.passed }),
  ]);
  return {
    id: 'rounds',
    title: 'Rounds and gates',
    blocks: [
      table(
        'Every round that was opened',
        ['Round', 'Opened', 'Guideline', '#Units', '#Judgments', 'Gate'],
        rows,
      ),
      ...rounds.flatMap((run) => runBlocks(figures, run)),
    ],
  };
}

function judgedCell(figures: Figures, run: RunFigure): ReportCell {
  const cell = count(run.judged, `${runPlace(figures, run)}.judged`);
  const left = run.leftOut === 0 ? '' : `, ${grouped(run.leftOut)} left out`;
  return { ...cell, note: `of ${grouped(run.wanted)}${left}` };
}

function runBlocks(figures: Figures, run: RunFigure): readonly ReportBlock[] {
  const place = runPlace(figures, run);
  const checks = run.checks.map((check, at) => [
    gateCell(check),
    plain(decimal(check.target)),
    {
      text: check.actual === null ? '–' : decimal(check.actual),
      note: `n = ${grouped(check.n)}`,
      figure: `${place}.checks.${at}.actual`,
    },
    gateMark(check),
  ]);
  const seed = run.seed === null ? '' : ` Units and order were drawn from seed ${run.seed}.`;
  const people = run.annotators.map((one) => `${one.annotator} (${grouped(one.judged)})`);
  const number = counted(run.annotators.length, 'annotator');
  const who = `Judged by ${number}: ${people.join(', ')}.${seed}`;
  return [
    { kind: 'heading', text: `${capital(run.kind)} round: ${runTitle(run)}` },
    { kind: 'text', text: who },
    ...(checks.length === 0
      ? []
      : [table(`Gates of ${runTitle(run)}`, ['Gate', '#Target', '#Value', 'Result'], checks)]),
    ...trainingBlocks(run, place),
  ];
}

function trainingBlocks({ training, round }: RunFigure, place: string): readonly ReportBlock[] {
  if (training.length === 0) return [];
  const rows = training.map(({ annotator, judged, wanted, questions, admission }, at) => {
    const right = questions.reduce((sum, one) => sum + one.right, 0);
    const all = questions.reduce((sum, one) => sum + one.right + one.wrong, 0);
    return [
      plain(annotator),
      { ...count(judged, `${place}.training.${at}.judged`), note: `of ${grouped(wanted)}` },
      all === 0 ? plain('–') : { text: percent(right / all), note: counted(all, 'answer') },
      admissionMarks[admission],
    ];
  });
  return [
    table(
      `Answers against the key in ${round}`,
      ['Annotator', '#Judged', '#Right', 'Admitted'],
      rows,
    ),
  ];
}

const admissionMarks: Readonly<Record<AdmissionStatus, ReportCell>> = {
  admitted: { text: 'Admitted', tone: 'good' },
  waived: { text: 'Admitted by waiver', tone: 'warn' },
  failed: { text: 'Not admitted', tone: 'bad' },
  awaiting: { text: 'Not decided' },
  unfinished: { text: 'Not finished' },
};

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
