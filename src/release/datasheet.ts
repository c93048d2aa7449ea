import { accountText, hasTruth, partText } from '../domain/fold/account.ts';
import type { MeasureName } from '../domain/agreement/measure.ts';
import { inEnglish } from '../domain/english.ts';
import { noLicence } from './about-files.ts';
import type { AboutRelease } from './about-files.ts';
import { coefficientText, gateText, shareText, writtenGate } from './report/figure-words.ts';
import { markdownCode, markdownParagraphs, markdownText } from '../domain/markdown-text.ts';
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
    agreement(figures),
    ...figures.tasks.map(decisions),
    rulesAndWaivers(figures),
    '## What was left out',
    ...figures.tasks.map(leftOut),
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
      : [`- The units with a truth belong to ${texts.subjects} subjects.`]),
    `- ${judgments.total} judgments, of which ${judgments.counted} count.`,
    ...(words === null
      ? []
      : [
          `- Words per unit: ${words.least} to ${words.most}, half of them between ` +
            `${words.lower} and ${words.upper}.`,
        ]),
    ...(split === null
      ? []
      : [
          `- Split from seed ${split.seed}: ${split.sizes.dev} dev, ${split.sizes.test} test; ` +
            `largest deviation of a prevalence ${deviation(split)}; ` +
            `${split.acrossSides.length} pairs of nearly equal texts across the sides.`,
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
        : `${markdownCode(task)}: ${design.drawn} units were drawn in ` +
          `${markdownText(design.run)} with known chances` +
          `${design.clustered ? ', whole subjects together' : ''}, ${design.certain} earlier ` +
          `units represent only themselves, and shares are estimated for ${design.population} ` +
          `units.`,
    )
    .join('\n\n');
}

function rounds({ rounds: all }: Figures): string {
  if (all.length === 0) return 'The units were judged without rounds.';
  const rows = all.map(
    (run) =>
      `| ${run.round} ${run.attempt} | ${run.kind} | ${markdownText(run.guideline)} | ` +
      `${run.units} | ${run.judged} of ${run.wanted} | ${run.annotators.length} | ` +
      `${gateText(run.status, run.passed)} |`,
  );
  const head = '| Round | Kind | Guideline | Units | Judgments | Annotators | Gates |';
  return [head, '| --- | --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function agreement({ rounds: all }: Figures): string {
  const rows = all.flatMap((run) => {
    if (run.agreement === null) return [];
    return run.agreement.overall
      .filter(({ measure, how }) => how === 'macro' && toldMeasures.includes(measure))
      .map(
        ({ name, estimate }) =>
          `| ${run.round} ${run.attempt} | ${inEnglish(name)} | ${coefficientText(estimate)} |`,
      );
  });
  if (rows.length === 0) return '';
  const head = ['| Round | Measure, mean over questions | Value |', '| --- | --- | --- |'];
  return [...head, ...rows].join('\n');
}

/** The measures in the datasheet; `figures.json` has all of them. */
const toldMeasures: readonly MeasureName[] = [
  'percent_agreement',
  'cohen_kappa',
  'fleiss_kappa',
  'krippendorff_alpha',
  'gwet_ac1',
];

function decisions({ task, decisions: rules, questions }: TaskFigures): string {
  const listed = Object.entries(rules).map(([rule, count]) => `${rule} ${count}`);
  const shares = questions
    .filter((question) => question.isLabel)
    .map((question) => `- ${markdownText(question.question)}: ${shareText(question.prevalence)}`);
  const told = markdownText(listed.join(', ') || 'no unit has one');
  const how = `${markdownCode(task)}: how the truth came about: ${told}.`;
  return shares.length === 0 ? how : `${how} Prevalence:\n\n${shares.join('\n')}`;
}

function rulesAndWaivers({ waivers, ruleChanges }: Figures): string {
  const lines = [
    ...waivers.map(({ round, gate, by, reason, withdrawn }) => {
      const taken =
        withdrawn === null ? '' : ` (withdrawn by ${withdrawn.by}: ${withdrawn.reason})`;
      const told = markdownText(`of ${round}: ${reason}${taken}`);
      return `- ${markdownText(by)} waived ${writtenGate(gate)} ${told}`;
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

function leftOut({ task, account, judgments, exclusions }: TaskFigures): string {
  const uncounted = Object.entries(judgments.uncounted).map(([why, count]) => `${count} ${why}`);
  const left = account.parts.filter(({ standing }) => !hasTruth(standing));
  const told = left.map((part) => inEnglish(partText(part)));
  const lines = [
    `- ${markdownCode(task)}: ${markdownText(told.join('; ') || 'no unit')}.`,
    `- Judgments that do not count: ${uncounted.join(', ') || 'none'}.`,
    ...exclusions.map(
      ({ unit, reason }) => `- Excluded: ${markdownCode(unit)}. ${markdownText(reason)}`,
    ),
  ];
  return lines.join('\n');
}
