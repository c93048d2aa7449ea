import { extname } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import { figures as figuresOf } from '../../release/figures.ts';
import { publishedRecord } from '../../release/published-record.ts';
import { foldRecord } from '../../release/record-fold.ts';
import type { ReleaseChoice } from '../../release/record.ts';
import { labelCards } from '../../release/report/label-cards.ts';
import { draftVersion, reportContent } from '../../release/report/report-content.ts';
import type { Report } from '../../release/report/report.ts';
import { authorise } from '../authorise.ts';
import { packageVersion } from '../package-files.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import { edgeCases } from '../rulings/edge-cases.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';
import { checkNames, writeFiles } from '../write-files.ts';
import { readRecord } from './read-record.ts';
import { reportPage } from './rendered-files.ts';
import { reportPdf } from './report-pdf.ts';
import { workspaceSecret } from './release-secret.ts';
import { readReleaseRecord } from './release-record.ts';

/** Where a report goes; the ending says in which form: .pdf or .html. */
export interface ReportFile {
  readonly out: string;
  readonly force: boolean;
}

/** The report of a release that was cut, made again from its record. */
export async function reportOfRelease(folder: string, file: ReportFile): Promise<void> {
  checkNames([file.out], file.force);
  const read = readReleaseRecord(folder);
  if ('failure' in read) refuse('not-a-release', { folder, reason: read.failure });
  const { record, choice } = read;
  await writeRecordReport(foldRecord(record, choice.seed), choice, file);
}

/** The report as it would be now, marked as a draft. Leads and reviewers. */
export async function draftReport(
  context: WorkContext,
  project: string,
  given: Pick<ReleaseChoice, 'seed' | 'names'>,
  file: ReportFile,
): Promise<void> {
  authorise(context.actor, project, 'lead', 'reviewer');
  checkNames([file.out], file.force);
  const choice: ReleaseChoice = {
    version: draftVersion,
    allowOpen: null,
    withText: false,
    replies: false,
    ...given,
  };
  const secret = choice.names ? '' : await workspaceSecret(context);
  const record = publishedRecord(await readRecord(context, project), choice, secret);
  await writeRecordReport(foldRecord(record, choice.seed), choice, file);
}

/** Label cards of a project, with the decisions on its edge cases. For members. */
export async function projectCards(
  context: WorkContext,
  project: string,
  file: ReportFile,
): Promise<void> {
  checkNames([file.out], file.force);
  const { protocol, guideline } = await projectProtocol(context.store, project);
  const views = [];
  for (const { id } of protocol.tasks) views.push(await edgeCases(context, { project, task: id }));
  const cases = views
    .flatMap((view) => view.cases)
    .map(({ unit, rationale, decision }) => ({
      unit,
      about: decision?.kind === 'answers' ? Object.keys(decision.answers) : [],
      reason: rationale,
    }));
  await writeReport(labelCards(protocol, guideline, cases), file);
}

/** Label cards of a protocol folder. */
export async function folderCards(folder: string | undefined, file: ReportFile): Promise<void> {
  checkNames([file.out], file.force);
  const { protocol, guideline } = loadProtocol(folder);
  await writeReport(labelCards(protocol, guideline, []), file);
}

async function writeRecordReport(
  fold: ReturnType<typeof foldRecord>,
  choice: ReleaseChoice,
  file: ReportFile,
): Promise<void> {
  const figures = figuresOf(fold, choice);
  const report = reportContent(fold, figures);
  if (!isPage(file)) return await writeReport(report, file);
  const source = { fold, figures, choice, program: packageVersion() };
  writeFiles(new Map([[file.out, await reportPage(source, report)]]), file);
}

async function writeReport(report: Report, file: ReportFile): Promise<void> {
  writeFiles(new Map([[file.out, await reportPdf(report)]]), file);
}

function isPage({ out }: ReportFile): boolean {
  return extname(out).toLowerCase() === '.html';
}
