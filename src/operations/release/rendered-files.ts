import { hash } from 'node:crypto';
import { gzipSync } from 'fflate';
import { codedText } from '../../domain/text-values.ts';
import type { Difference } from '../../release/differences.ts';
import { recordFiles } from '../../release/record-files.ts';
import type { ReleaseSource } from '../../release/files.ts';
import { reportContent } from '../../release/report/report-content.ts';
import { reportHtml, scriptOf } from '../../release/report/report-html.ts';
import type { Report } from '../../release/report/report.ts';
import { wholeFile } from '../../release/release-file.ts';
import type { ReleaseFiles } from '../../release/release-file.ts';
import { reportPdf } from './report-pdf.ts';
import { isKnownProgram, reportScript } from './report-script.ts';

/** The page in which a release proves itself. */
export const pageName = 'report.html';

/** Records with more text than this lie beside the page, not inside it. */
const mostEmbedded = 24_000_000;

/**
 * Files of a release that cannot be made in the pure rooms: the report as a PDF and as a page. They
 * too depend on the record and the choices alone: `verify` makes them again and compares. The page
 * of a release that another published version of Assay cut keeps its program.
 */
export async function renderedFiles(
  source: Omit<ReleaseSource, 'rendered'>,
  page: string | null = null,
): Promise<ReleaseFiles> {
  const { fold, figures, choice, program } = source;
  const report = reportContent(fold, figures);
  const earlier = page === null ? '' : scriptOf(page);
  const keeps = page !== null && (await isKnownProgram(program, earlier));
  const made = await reportPage(source, report, keeps ? earlier : await reportScript());
  return new Map([
    [`annotation_report_v${choice.version}.pdf`, wholeFile(await reportPdf(report))],
    [pageName, wholeFile(made)],
  ]);
}

/** A page of a release whose program no published version has: it may show anything. */
export async function programDifferences(
  version: string,
  page: string | null,
): Promise<readonly Difference[]> {
  if (page === null || (await isKnownProgram(version, scriptOf(page)))) return [];
  const got = hash('sha256', scriptOf(page));
  return [{ file: pageName, what: codedText('differs-program', { got, version }) }];
}

/** The report as a page with the record inside, and a program to check it. */
export async function reportPage(
  source: Omit<ReleaseSource, 'rendered'>,
  report: Report,
  given?: string,
): Promise<string> {
  const script = given ?? (await reportScript());
  return reportHtml(report, { script, files: embedded(source) });
}

/** The record's files, compressed: the same bytes on every machine. */
function embedded({ fold, choice }: Omit<ReleaseSource, 'rendered'>): string | null {
  const files: Record<string, string> = {};
  const answered = fold.record.judgments.reduce((sum, one) => sum + one.answers.length, 0);
  // A part of it is too much already.
  if (answered > mostEmbedded) return null;
  let length = 0;
  for (const [name, lines] of recordFiles({ record: fold.record, choice })) {
    const parts: string[] = [];
    for (const line of lines()) {
      parts.push(line);
      length += line.length;
      if (length > mostEmbedded) return null;
    }
    files[name] = parts.join('');
  }
  const bytes = gzipSync(new TextEncoder().encode(JSON.stringify(files)), { mtime: 0 });
  return Buffer.from(bytes).toString('base64');
}
