import { inEnglish } from '../../domain/english.ts';
import type { Figures } from '../figures.ts';
import type { RecordFold } from '../record-fold.ts';
import { day, decimal, listed, plain, table } from './cells.ts';
import { gateTitle, runTitle } from './gate-rows.ts';
import { changedParts, guidelineBlocks } from './guideline-blocks.ts';
import { betweenPilots } from './pilot-blocks.ts';
import type { ReportBlock, ReportSection } from './report.ts';
import { exclusionBlocks, rulingBlocks } from './rulings-blocks.ts';

/** Everything that somebody changed, waived, ruled on or left out, with who and why. */
export function changesSection(fold: RecordFold, figures: Figures): ReportSection {
  const blocks = [
    ...versionBlocks(figures),
    ...ruleBlocks(figures),
    ...waiverBlocks(figures),
    ...rulingBlocks(fold, figures),
    ...exclusionBlocks(figures),
  ];
  return { id: 'changes', title: 'Changes, waivers and rulings', blocks };
}

function versionBlocks(figures: Figures): readonly ReportBlock[] {
  const { guidelines } = figures;
  const rows = guidelines.map((version, at) => [
    { text: version.guideline, note: `protocol version ${version.protocolVersion}` },
    { text: day(version.since), note: `by ${version.by}` },
    plain(at === 0 ? 'The first version' : changedParts(version)),
    plain(at === 0 ? '' : (version.reason ?? 'No reason was given')),
  ]);
  const told = betweenPilots(figures);
  const rest = guidelines.slice(1).filter((version) => !told.includes(version));
  return [
    table('Versions of the guideline', ['Guideline', 'Since', 'What changed', 'Reason'], rows),
    ...rest.flatMap((version) => guidelineBlocks(figures, version)),
  ];
}

function ruleBlocks({ ruleChanges }: Figures): readonly ReportBlock[] {
  if (ruleChanges.length === 0)
    return [{ kind: 'text', text: 'The rules did not change after the first judgment.' }];
  const rows = ruleChanges.map(({ version, at, by, reason, changes }) => [
    { text: `Version ${version}`, note: day(at) },
    plain(by),
    plain(changes.map(({ text }) => inEnglish(text)).join(' ')),
    plain(reason ?? 'Before anything was judged'),
  ]);
  return [table('Changes to the rules', ['Version', 'By', 'What changed', 'Reason'], rows)];
}

function waiverBlocks({ waivers, rounds }: Figures): readonly ReportBlock[] {
  if (waivers.length === 0) return [{ kind: 'text', text: 'No gate was waived.' }];
  const rows = waivers.map(({ gate, annotator, run: id, round, by, at, reason, withdrawn }) => {
    const run = rounds.find((one) => one.run === id);
    const where = run === undefined ? round : runTitle(run);
    return [
      {
        text: gateTitle(gate),
        note: `${gate}; ${annotator === null ? where : `${where}, for ${annotator}`}`,
      },
      plain(missedBy(run, gate, annotator)),
      { text: by, note: day(at) },
      {
        text: reason,
        ...(withdrawn === null
          ? {}
          : { note: `Withdrawn by ${withdrawn.by} on ${day(withdrawn.at)}: ${withdrawn.reason}` }),
      },
    ];
  });
  return [
    { kind: 'heading', text: 'Waivers' },
    table('What was waived, by whom, and why', ['Gate', 'Missed with', 'By', 'Reason'], rows),
  ];
}

/** What the checks reached that a waiver is for. */
function missedBy(
  run: Figures['rounds'][number] | undefined,
  gate: string,
  annotator: string | null,
): string {
  const missed =
    run?.checks.filter(
      (check) =>
        check.gate === gate &&
        check.status !== 'PASS' &&
        (annotator === null || check.annotator === annotator),
    ) ?? [];
  return listed(
    missed.map(
      ({ scope, actual }) =>
        `${inEnglish(scope)} ${actual === null ? 'no value' : decimal(actual)}`,
    ),
  );
}
