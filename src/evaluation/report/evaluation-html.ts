import { counted } from '../../release/report/cells.ts';
import { escaped } from '../../release/report/report-markup.ts';
import { hashSource, reportPage } from '../../release/report/report-page.ts';
import { reportStyle } from '../../release/report/report-style.ts';
import { chapters } from './evaluation-chapters.ts';
import { curveStyle } from './evaluation-curves.ts';
import type { EvaluationContent } from './evaluation-content.ts';

/** What stands on the page besides the evaluation itself. */
export interface EvaluationPage {
  readonly content: EvaluationContent;
  /** When it was made, for the footer. */
  readonly at: string;
  /** The release, the guard and the looks; null for plain files. */
  readonly release: PageRelease | null;
}

/** A paragraph about the release that the truth comes from. */
export interface PageRelease {
  readonly project: string;
  readonly task: string;
  readonly split: string;
  readonly units: number;
  readonly manifest: string;
  readonly simulated: boolean;
  /** Why the guard was overridden, and its objections; null where it had none. */
  readonly override: { readonly reason: string; readonly objections: readonly string[] } | null;
  readonly looks: { readonly count: number; readonly last: number; readonly head: string } | null;
}

/**
 * An evaluation as one page that needs nothing else: no network, no other file and no program. An
 * overridden guard stamps it, at the top and in the footer; simulated truth is marked.
 */
export function evaluationHtml({ content, at, release }: EvaluationPage): string {
  const style = `${reportStyle}${curveStyle}`;
  const title = `${content.systems.join(' and ')} against ${content.truth}`;
  const sections = chapters(content);
  const isOverridden = release !== null && release.override !== null;
  const marks = [
    ...(isOverridden ? ['OVERRIDDEN: this score does not stand on its own'] : []),
    ...(release?.simulated === true ? ['Simulated data'] : []),
  ];
  return reportPage({
    title: [...marks.slice(0, 1), title].join(' – '),
    style,
    allowed: [`style-src '${hashSource(style)}'`],
    skip: 'Skip to the evaluation',
    header: [
      release?.override == null ? '' : stampHtml(release.override),
      `<h1>${escaped(title)}</h1>`,
      `<p class="lines">${escaped(linesOf(content, release).join(' · '))}</p>`,
      release?.simulated === true ? simulatedNotice : '',
    ],
    chapters: sections,
    behind: [],
    main: sections.map((section) => section.html).join('\n'),
    footer: [...marks, title, at],
    end: [],
  });
}

const simulatedNotice =
  '<p class="notice warn"><span class="mark" aria-hidden="true">!</span> Simulated data: the ' +
  'judgments behind this truth were made by simulated annotators.</p>';

function stampHtml({ reason, objections }: NonNullable<PageRelease['override']>): string {
  const items = objections.map((one) => `<li>${escaped(one)}</li>`).join('');
  return (
    '<div class="stamp" role="note"><strong>OVERRIDDEN: this score does not stand on ' +
    `its own</strong><p>Reason given: ${escaped(reason)}</p><ul>${items}</ul></div>`
  );
}

const words: Readonly<Record<EvaluationContent['kind'], string>> = {
  ranking: 'query',
  labels: 'unit',
  classes: 'unit',
  verdicts: 'verdict',
  rag: 'unit',
  rules: 'source',
};

function linesOf({ kind, n }: EvaluationContent, release: PageRelease | null): readonly string[] {
  const measured = kind === 'ranking' ? counted(n, 'query', 'queries') : counted(n, words[kind]);
  if (release === null) return [measured];
  const { project, task, split, looks, manifest } = release;
  const side = split === 'all' ? 'all units of the release' : `the ${split} split`;
  return [
    measured,
    `project ${project}, task ${task}, ${side}`,
    `manifest ${manifest.slice(0, 16)}`,
    ...(looks === null
      ? []
      : [`${counted(looks.count, 'look')} so far, last ${looks.last}:${looks.head}`]),
  ];
}
