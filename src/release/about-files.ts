import type { Estimate } from '../statistics/estimate.ts';
import { annotatorStanding, annotatorWeight } from '../domain/judging/annotator.ts';
import type { ReleasePlan } from '../domain/release/release-plan.ts';
import { voicesOf } from '../truth/models/voices.ts';
import type { DataTable } from './data-tables.ts';
import type { Figures, RunFigure } from './figures.ts';
import { overallTable } from './report/agreement-section.ts';
import { counted, estimate, percent, plain, table as reportTable } from './report/cells.ts';
import { gateTable, statedGates } from './report/gate-rows.ts';
import { markdownCode, markdownParagraphs, markdownText } from '../domain/markdown-text.ts';
import { markdownTable } from './report/markdown-table.ts';
import type { ReportCell } from './report/report.ts';
import type { RecordFold } from './record-fold.ts';

/** What the files about a release are written from. */
export interface AboutRelease {
  readonly figures: Figures;
  readonly plan: ReleasePlan;
  readonly tables: readonly DataTable[];
  /** Whose judgments or rulings made the truth. */
  readonly creators: Creators;
}

/** Whether people or programs made the truth: a program without weight did not. */
export interface Creators {
  readonly people: boolean;
  readonly programs: boolean;
}

/** Who made the truth of a record. */
export function creatorsOf({ record, present }: RecordFold): Creators {
  const { panel } = present.protocol;
  const names = [...new Set(record.judgments.map(({ annotator }) => annotator))];
  const runs = new Set(voicesOf(panel, names).families.flatMap((family) => family.runs));
  const isProgram = (name: string): boolean =>
    runs.has(name) || annotatorStanding(panel, name, null).kind === 'rule';
  return {
    people: record.rulings.length > 0 || !names.every(isProgram),
    programs: names.some((name) => isProgram(name) && annotatorWeight(panel, name) > 0),
  };
}

/** The name of a licence when the protocol names none. */
export const noLicence = 'No licence was granted.';

/** The citation of a release, in the Citation File Format. */
export function citationFile({ figures, plan }: AboutRelease): string {
  const authors = plan.authors ?? [];
  const lines = [
    'cff-version: 1.2.0',
    'type: dataset',
    'message: Please cite this data set as below.',
    `title: ${quoted(figures.title)}`,
    `version: ${quoted(figures.version)}`,
    `date-released: ${quoted(figures.asOf.slice(0, 10))}`,
    ...(plan.license === undefined ? [] : [`license: ${quoted(plan.license)}`]),
    ...(plan.homepage === undefined ? [] : [`url: ${quoted(plan.homepage)}`]),
    ...(plan.description === undefined ? [] : [`abstract: ${quoted(plan.description)}`]),
    'authors:',
    ...(authors.length === 0
      ? [`  - name: ${quoted(`The ${figures.title} project`)}`]
      : authors.flatMap(({ name, affiliation, orcid }) => [
          `  - name: ${quoted(name)}`,
          ...(affiliation === undefined ? [] : [`    affiliation: ${quoted(affiliation)}`]),
          ...(orcid === undefined ? [] : [`    orcid: ${quoted(`https://orcid.org/${orcid}`)}`]),
        ])),
  ];
  return `${lines.join('\n')}\n`;
}

/** The licence of a release by its SPDX name, or that there is none. */
export function licenceFile({ figures, plan }: AboutRelease): string {
  const { license } = plan;
  if (license === undefined)
    return (
      `${noLicence}\n\nThe protocol of ${figures.title} names no licence for its data. Ask its ` +
      'authors before you use or share it.\n'
    );
  return (
    `SPDX-License-Identifier: ${license}\n\nThe data of ${figures.title}, version ` +
    `${figures.version}, is licensed under ${license}.\n` +
    `Text of the licence: https://spdx.org/licenses/${license}.html\n`
  );
}

/** The dataset card: front matter that dataset hubs read, then what a reader should know first. */
export function datasetCard(about: AboutRelease): string {
  const { figures, plan } = about;
  const { counts, tasks } = figures;
  const parts = [
    frontMatter(about),
    `# ${markdownText(figures.title)}`,
    ...(figures.simulated ? ['**The judgments in this release were simulated.**'] : []),
    markdownParagraphs(plan.description ?? `Ground truth of the project ${figures.project}.`),
    `Version ${markdownText(figures.version)}, as of ${figures.asOf.slice(0, 10)}: ` +
      `${counted(counts.released, 'unit')} with a truth, from ` +
      `${counted(counts.judgments, 'judgment')} of ${counted(counts.annotators, 'annotator')} ` +
      `and ${counted(counts.rulings, 'ruling')}.`,
    '## Agreement and gates',
    ...agreementAndGates(figures),
    '## Labels',
    ...tasks.map(labelTable),
    '## Checking it',
    'Every number here can be recomputed from the raw judgments in `record/`:',
    '```sh\nassay verify .\nsha256sum -c SHA256SUMS\n```',
    '`DATASHEET.md` says how the data was made, `manifest.json` lists every file with its hash, ' +
      'and `figures.json` holds every figure.',
    'The Parquet and JSON files have every text as it is. The CSV files are for people: in them, ' +
      'a text that a spreadsheet would run as a formula has an apostrophe before it, and so has ' +
      'one that begins with apostrophes before such a sign. Taking one away gives the text again.',
  ];
  return `${parts.join('\n\n')}\n`;
}

function frontMatter({ figures, plan, tables, creators }: AboutRelease): string {
  const configs = configsOf(tables);
  const lines = [
    '---',
    `pretty_name: ${quoted(figures.title)}`,
    ...(plan.license === undefined ? [] : [`license: ${quoted(plan.license.toLowerCase())}`]),
    ...(plan.language === undefined
      ? []
      : ['language:', ...plan.language.map((one) => `  - ${quoted(one)}`)]),
    'annotations_creators:',
    ...(creators.people || !creators.programs ? ['  - expert-generated'] : []),
    ...(creators.programs ? ['  - machine-generated'] : []),
    `size_categories:\n  - ${quoted(sizeCategory(figures.counts.released))}`,
    'configs:',
    ...configs.flatMap(({ name, files }, at) => [
      `  - config_name: ${quoted(name)}`,
      ...(at === 0 ? ['    default: true'] : []),
      '    data_files:',
      ...files.flatMap(({ split, path }) => [
        `      - split: ${quoted(split)}`,
        `        path: ${quoted(path)}`,
      ]),
    ]),
    '---',
  ];
  return lines.join('\n');
}

/** What a hub loads: for each task the sides of its split, or its truth; then the judgments. */
function configsOf(
  tables: readonly DataTable[],
): readonly {
  readonly name: string;
  readonly files: readonly { readonly split: string; readonly path: string }[];
}[] {
  const tasks = [...new Set(tables.flatMap(({ task }) => (task === null ? [] : [task])))];
  const path = (name: string): string => `data/${name}.parquet`;
  const truths = tasks.map((task) => {
    const own = tables.filter((table) => table.task === task);
    const sides = own.filter(({ kind }) => kind === 'dev' || kind === 'test');
    const chosen = sides.length > 0 ? sides : own.filter(({ kind }) => kind === 'truth');
    return {
      name: task,
      files: chosen.map(({ kind, name }) => ({ split: kind, path: path(name) })),
    };
  });
  const judgments = tables
    .filter(({ kind }) => kind === 'judgments')
    .map(({ kind, name }) => ({ name, files: [{ split: kind, path: path(name) }] }));
  return [...truths, ...judgments];
}

function sizeCategory(units: number): string {
  if (units < 1000) return 'n<1K';
  if (units < 10_000) return '1K<n<10K';
  return units < 100_000 ? '10K<n<100K' : '100K<n<1M';
}

function agreementAndGates(figures: Figures): readonly string[] {
  const { rounds, tasks } = figures;
  const isGated = (run: RunFigure): boolean => statedGates(figures, run).length > 0;
  const shown = rounds.filter((run) => run.kind !== 'training' || isGated(run));
  const shared = tasks.flatMap((task, at) => {
    const found = overallTable(task, at);
    return found.rows.length === 0 ? [] : [markdownText(found.caption), markdownTable(found)];
  });
  return [
    ...(shared.length === 0 ? ['No unit was judged by several annotators.'] : shared),
    ...(shown.some(isGated)
      ? [markdownTable(gateTable(figures, shown, ''))]
      : ['The protocol has no gates.']),
  ];
}

function labelTable({ task, questions }: Figures['tasks'][number]): string {
  const rows = questions.flatMap((question) =>
    question.isLabel
      ? [[plain(calledBoth(question)), shareCell(question.prevalence)]]
      : question.answers.map(({ answer, share, population }) => [
          plain(`${calledBoth(question)} = ${answer}`),
          shareCell(population ?? share),
        ]),
  );
  return [
    `Task ${markdownCode(task)}`,
    markdownTable(reportTable('', ['Label', '#Share'], rows)),
  ].join('\n\n');
}

/** A question by its title, with the name that it has in the files where that differs. */
function calledBoth({ question, title }: Figures['tasks'][number]['questions'][number]): string {
  return title === question ? question : `${title} (${question})`;
}

function shareCell(share: Estimate | null): ReportCell {
  return share === null ? plain('–') : estimate(share, undefined, percent);
}

/** A text in YAML, in double quotes. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
