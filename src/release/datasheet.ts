import { accountText, hasTruth, partText } from '../domain/fold/account.ts';
import { inEnglish } from '../domain/english.ts';
import { noLicence } from './about-files.ts';
import type { AboutRelease } from './about-files.ts';
import { overallTable, roundAgreement } from './report/agreement-section.ts';
import { samplingText } from './report/data-section.ts';
import { counted, grouped } from './report/cells.ts';
import { markdownCode, markdownParagraphs, markdownText } from '../domain/markdown-text.ts';
import { markdownTable } from './report/markdown-table.ts';
import { gateTitle } from './report/gate-rows.ts';
import { roundTable } from './report/rounds-section.ts';
import { exclusionTable, rulingTable } from './report/rulings-blocks.ts';
import { trainingTables } from './report/training-blocks.ts';
import type { Figures } from './figures.ts';
import type { TaskFigures } from './task-figures.ts';

/**
 * The datasheet of a release: motivation, composition, collection, labelling, uses, distribution
 * and maintenance, with every number from the figures. The order of the questions follows Gebru et
 * al. 2021, https://doi.org/10.1145/3458723
 */
export function datasheet({ figures, plan }: AboutRelease): string {
  const parts = [
    `# ${markdownText(`Datasheet: ${figures.title}, version ${figures.version}`)}`,
    ...(figures.simulated ? ['**The judgments in this release were simulated.**'] : []),
    '## Motivation',
    markdownParagraphs(plan.purpose ?? 'The protocol does not state a purpose.'),
    '## Composition',
    ...figures.tasks.map(composition),
    '## Collection',
    sampling(figures),
    '## Labelling',
    rounds(figures),
    ...trainingTables(figures).map(markdownTable),
    ...agreement(figures),
    ...figures.tasks.map(decisions),
    ...rulings(figures),
    rulesAndWaivers(figures),
    '## What was left out',
    ...leftOut(figures),
    ...(figures.allowOpen === null
      ? []
      : [markdownText(`Units without a truth were left out. Reason: ${figures.allowOpen}`)]),
    '## Uses',
    'Systems that took part in making this truth must not be scored against it: a model whose ' +
      'judgments had a weight, its family, and the keyword rules. The dev set is for choosing ' +
      'thresholds, the test set for the final measurement.',
    '## Distribution and maintenance',
    markdownText(plan.license === undefined ? noLicence : `Licence: ${plan.license}.`) +
      ' A later version says what changed; `assay diff` compares two of them.',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function composition({ task, title, account, texts, judgments, split }: TaskFigures): string {
  const words = texts.words;
  const lines = [
    `### ${markdownText(title)} (${markdownCode(task)})`,
    '',
    `- ${inEnglish(accountText(account))}.`,
    ...(texts.subjects === null
      ? []
      : [`- The units with a truth belong to ${counted(texts.subjects, 'subject')}.`]),
    `- ${counted(judgments.total, 'judgment')}, of which ${grouped(judgments.counted)} count.`,
    ...(words === null
      ? []
      : [
          `- Words per unit: ${words.least} to ${words.most}, half of them between ` +
            `${words.lower} and ${words.upper}.`,
        ]),
    ...(split === null
      ? []
      : [
          `- Split from seed ${split.seed}: ${grouped(split.sizes.dev)} dev, ` +
            `${grouped(split.sizes.test)} test; ` +
            `largest deviation of a prevalence ${deviation(split)}; ` +
            `${counted(split.acrossSides.length, 'pair')} of nearly equal texts across the sides.`,
        ]),
  ];
  return lines.join('\n');
}

function deviation({ largestDeviation }: NonNullable<TaskFigures['split']>): string {
  if (largestDeviation === null) return 'none';
  return `${largestDeviation.value.toFixed(4)} (${markdownText(largestDeviation.label)})`;
}

function sampling({ tasks }: Figures): string {
  return tasks
    .map(({ task, design }) =>
      design === null
        ? `${markdownCode(task)}: no units were drawn, so shares refer to the units in the release.`
        : `${markdownCode(task)}: ${markdownText(samplingText(design))}`,
    )
    .join('\n\n');
}

function rounds(figures: Figures): string {
  if (figures.rounds.length === 0) return 'The units were judged without rounds.';
  return markdownTable(roundTable(figures));
}

/** Agreement in all judgments that count, by every measure; then by round. */
function agreement(figures: Figures): readonly string[] {
  return figures.tasks.flatMap((task, at) =>
    [overallTable(task, at), roundAgreement(figures, task)].flatMap((one) =>
      one.rows.length === 0 ? [] : [markdownText(one.caption), markdownTable(one)],
    ),
  );
}

function rulings(figures: Figures): readonly string[] {
  return figures.tasks.flatMap((task, at) =>
    task.rulings.total === 0 ? [] : [markdownTable(rulingTable(figures, at))],
  );
}

function decisions({ task, decisions: rules }: TaskFigures): string {
  const listed = Object.entries(rules).map(([rule, count]) => `${rule} ${grouped(count)}`);
  const told = markdownText(listed.join(', ') || 'no unit has one');
  return (
    `${markdownCode(task)}: how the truth came about: ${told}. ` +
    'The shares of the answers are in README.md.'
  );
}

function rulesAndWaivers({ waivers, ruleChanges }: Figures): string {
  const lines = [
    ...waivers.map(({ round, gate, by, reason, withdrawn }) => {
      const taken =
        withdrawn === null ? '' : ` (withdrawn by ${withdrawn.by}: ${withdrawn.reason})`;
      const told = markdownText(`of ${round}: ${reason}${taken}`);
      const what = `${markdownText(gateTitle(gate))} (${markdownCode(gate)})`;
      return `- ${markdownText(by)} waived ${what} ${told}`;
    }),
    ...ruleChanges.map(({ version, by, reason, changes }) => {
      const what = changes.map(({ text }) => inEnglish(text)).join(' ');
      const told = `${by} changed the rules with protocol version ${version}: `;
      return `- ${markdownText(`${told}${reason ?? 'no reason was needed'} (${what})`)}`;
    }),
  ];
  return lines.length === 0
    ? 'No gate was waived, and the rules did not change.'
    : lines.join('\n');
}

function leftOut(figures: Figures): readonly string[] {
  const counts = figures.tasks.map(({ task, account, judgments }) => {
    const uncounted = Object.entries(judgments.uncounted).map(
      ([why, count]) => `${grouped(count)} ${why}`,
    );
    const left = account.parts.filter(({ standing }) => !hasTruth(standing));
    const told = left.map((part) => inEnglish(partText(part)));
    return [
      `- ${markdownCode(task)}: ${markdownText(told.join('; ') || 'no unit')}.`,
      `- Judgments that do not count: ${uncounted.join(', ') || 'none'}.`,
    ].join('\n');
  });
  const excluded = exclusionTable(figures);
  return [...counts, ...(excluded.rows.length === 0 ? [] : [markdownTable(excluded)])];
}
