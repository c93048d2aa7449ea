import { writeFileSync } from 'node:fs';
import type { EvaluationContent } from '../../../evaluation/report/evaluation-content.ts';
import { evaluationHtml } from '../../../evaluation/report/evaluation-html.ts';
import type { PageRelease } from '../../../evaluation/report/evaluation-html.ts';
import { attempt } from '../../write-files.ts';
import type { GuardReport, LookReport } from '../release/open-release.ts';

/** How many objections of the guard a page lists. */
const shownObjections = 50;

/** What a page says about the release that its truth comes from. */
export function pageRelease(report: GuardReport, looks: LookReport | null): PageRelease {
  const { project, task, split, units, manifest, simulated, override, objections } = report;
  const stated = objections.map(({ message, file, line }) =>
    file === undefined ? message : `${file}:${line ?? 1} ${message}`,
  );
  const more = stated.length - shownObjections;
  return {
    project,
    task,
    split,
    units,
    manifest,
    simulated,
    override:
      override === null || objections.length === 0
        ? null
        : {
            reason: override,
            objections: [
              ...stated.slice(0, shownObjections),
              ...(more > 0 ? [`… and ${more} more`] : []),
            ],
          },
    looks: looks === null ? null : { count: looks.count, last: looks.last, head: looks.head },
  };
}

/** Writes an evaluation as a page that needs nothing else. */
export function writeEvaluationPage(
  file: string,
  content: EvaluationContent,
  release: PageRelease | null,
  at: string,
): void {
  attempt(file, () => writeFileSync(file, evaluationHtml({ content, at, release })));
}
