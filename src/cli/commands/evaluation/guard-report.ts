import type {
  GuardReport,
  LookReport,
} from '../../../operations/evaluation/release/open-release.ts';
import { count, heading, number, paragraph, wrap } from '../../output.ts';

/** How many objections are printed in full. */
const shownObjections = 10;

/** What the guard found and the count of looks, for programs; part of every result. */
export function guardJson(report: GuardReport, looks: LookReport | null): object {
  const { training, objections, override } = report;
  return {
    release: {
      folder: report.release,
      project: report.project,
      task: report.task,
      split: report.split,
      manifest: report.manifest,
      units: report.units,
      excluded: report.excluded,
      other_side: report.otherSide,
    },
    guard: {
      systems: report.systems,
      made_by: report.madeBy,
      training:
        training === null
          ? null
          : {
              file: training.file,
              rows: training.rows,
              overlapping: training.overlapping,
              texts_withheld: training.withheld,
            },
      objections: objections.map(({ code, message, file, line }) => ({
        code,
        message,
        ...(file === undefined ? {} : { file, line }),
      })),
      overridden: objections.length > 0,
      override,
    },
    looks:
      looks === null
        ? null
        : {
            count: looks.count,
            of_systems: looks.ofSystems,
            ledger: looks.ledger,
            look: looks.last,
            head: looks.head,
          },
  };
}

/** What stands above a result that the guard had refused; nothing where it had no objection. */
export function overrideStamp({ objections, override }: GuardReport): readonly string[] {
  if (override === null || objections.length === 0) return [];
  const shown = objections.slice(0, shownObjections).map(({ message, line }) => {
    return wrap(line === undefined ? message : `line ${line}: ${message}`);
  });
  const more = objections.length - shown.length;
  return [
    [
      heading('OVERRIDDEN: this score does not stand on its own'),
      paragraph(`Reason given: ${override}`),
      ...shown,
      ...(more > 0 ? [wrap(`… and ${count(more)} more`)] : []),
    ].join('\n'),
  ];
}

/** What stands below a result: what was measured, what was compared, how often it was looked at. */
export function guardLines(report: GuardReport, looks: LookReport | null): string {
  const { training, split, excluded, otherSide, objections, override } = report;
  const side = split === 'all' ? 'all units of the release' : `the ${split} split`;
  const left = [
    ...(otherSide > 0 ? [`${number(otherSide, 'unit')} of the other side`] : []),
    ...(excluded > 0 ? [`${number(excluded, 'excluded unit')}`] : []),
  ];
  const lines = [
    `Task ${report.task}, ${side}: ${number(report.units, 'unit')}` +
      `${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}.`,
  ];
  if (override !== null && objections.length === 0)
    lines.push('--override was not needed: the guard has no objection.');
  if (training === null) lines.push('No training data was named, so none was compared.');
  else {
    lines.push(
      `${number(training.rows, 'row')} of training data compared, ` +
        `${count(training.overlapping)} of them in the measured units.`,
    );
    if (training.withheld > 0)
      lines.push(
        `The release withholds the text of ${number(training.withheld, 'unit')}: compared by id ` +
          'and hash of the content only, so copies of the text are not found.',
      );
  }
  if (looks !== null)
    lines.push(
      `${number(looks.count, 'look')} at this truth so far, ${count(looks.ofSystems)} by ` +
        `${report.systems.join(', ')}. Ledger: ${looks.ledger}`,
      `Keep the head of the ledger elsewhere, or cite it: ${looks.last}:${looks.head}`,
    );
  return lines.map((line) => wrap(line)).join('\n');
}
