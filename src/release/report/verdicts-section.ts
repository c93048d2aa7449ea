import type { Figures } from '../figures.ts';
import { count, plain, table } from './cells.ts';
import type { ReportSection } from './report.ts';

/** How the verdicts of every policy and K come out; null without policies. */
export function verdictsSection({ verdicts }: Figures): ReportSection | null {
  if (verdicts.length === 0) return null;
  const rows = verdicts.flatMap(({ policy, k, summary }, at) =>
    Object.entries(summary.distribution).map(([verdict, subjects], place) => [
      place === 0 ? { text: policy, note: `K = ${k}` } : plain(''),
      plain(verdict),
      count(subjects, `verdicts.${at}.summary.distribution.${verdict}`),
    ]),
  );
  const evidence = verdicts.map(({ policy, k, summary }, at) => {
    const place = `verdicts.${at}.summary`;
    return [
      { text: policy, note: `K = ${k}` },
      count(summary.subjects, `${place}.subjects`),
      count(summary.units, `${place}.units`),
      count(summary.missing, `${place}.missing`),
      count(summary.insufficient, `${place}.insufficient`),
      count(summary.overrides.applied, `${place}.overrides.applied`),
    ];
  });
  return {
    id: 'verdicts',
    title: 'Verdicts',
    blocks: [
      table('Verdicts by policy and K', ['Policy', 'Verdict', '#Subjects'], rows),
      table(
        'What the verdicts rest on',
        ['Policy', '#Subjects', '#Units', '#Missing', '#Insufficient evidence', '#Overridden'],
        evidence,
      ),
    ],
  };
}
