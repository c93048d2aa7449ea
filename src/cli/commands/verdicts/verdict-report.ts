import { inEnglish } from '../../../domain/english.ts';
import { resultJson } from '../../../operations/verdicts/run-compute.ts';
import type { ComputeResult } from '../../../operations/verdicts/run-compute.ts';
import { count, heading, numeric, table, wrap } from '../../output.ts';

/** A run of `assay compute`, for programs. */
export function computeJson(result: ComputeResult): unknown {
  return {
    domain: result.domain,
    folder: result.folder,
    results: result.results.map((one) => resultJson(one, result.folder)),
    overrides: result.overrides.map(({ unused, stale, ...one }) => ({
      ...one,
      unused: unused.map(remarkJson),
      stale: stale.map(remarkJson),
    })),
    stale: result.stale,
    invalidated:
      result.invalidated === null
        ? null
        : {
            removed: Object.fromEntries(result.invalidated.removed),
            kept: result.invalidated.kept,
          },
    outdated: result.outdated,
    cache: result.cache,
    failures: result.failures,
    notes: result.notes,
  };
}

function remarkJson({ unit, why }: ComputeResult['overrides'][number]['unused'][number]): unknown {
  return { unit, why: inEnglish(why) };
}

/** The same for people. */
export function computeReport(result: ComputeResult): string {
  const old = result.stale.map((one) => one.topic);
  if (result.results.length === 0)
    return `Nothing was computed: ${old.join(', ')} ${old.length === 1 ? 'is' : 'are'} stale.`;
  const verdicts = [
    ...new Set(result.results.flatMap((one) => Object.keys(one.summary.distribution))),
  ];
  const hasNone = result.results.some((one) => one.summary.insufficient > 0);
  const columns = [
    'policy',
    numeric('K'),
    ...verdicts.map(numeric),
    ...(hasNone ? [numeric('no verdict')] : []),
    numeric('missing'),
    numeric('open'),
  ];
  const rows = result.results.map(({ policy, k, summary }) => [
    policy.policy,
    String(k),
    ...verdicts.map((verdict) =>
      Object.hasOwn(summary.distribution, verdict) ? count(summary.distribution[verdict]!) : '–',
    ),
    ...(hasNone ? [count(summary.insufficient)] : []),
    count(summary.missing),
    count(summary.open),
  ]);
  const subjects = result.results[0]!.summary.subjects;
  const parts = [
    heading(`Verdicts on ${subjects === 1 ? 'one subject' : `${count(subjects)} subjects`}`),
    table(columns, rows),
  ];
  for (const { topic, applied, unused, stale } of result.overrides) {
    if (applied + unused.length === 0) continue;
    const notApplied = `${count(unused.length)} unused, ${count(stale.length)} stale`;
    const lines = [`Overrides on ${topic}: ${count(applied)} applied, ${notApplied}.`];
    lines.push(
      ...unused.slice(0, 10).map(({ unit, why }) => wrap(`• ${unit} is unused: ${inEnglish(why)}`)),
      ...stale.slice(0, 10).map(({ why }) => wrap(`• ${inEnglish(why)}`)),
    );
    parts.push(lines.join('\n'));
  }
  if (result.invalidated !== null) {
    const removed = [...result.invalidated.removed]
      .map(([topic, entries]) => `${count(entries)} of ${topic}`)
      .join(', ');
    parts.push(
      `Removed from the cache: ${removed}. The previous file is now ${result.invalidated.kept}.`,
    );
  }
  if (result.outdated !== null)
    parts.push(
      result.outdated.length === 0
        ? 'Every file is up to date.'
        : [
            'Out of date:',
            ...result.outdated.map(({ file, why }) => wrap(`• ${file}: ${why}`)),
          ].join('\n'),
    );
  if (result.folder !== null)
    parts.push(`Written to ${result.folder}: ${count(result.results.length)} files.`);
  else if (result.failures.length > 0) parts.push('Nothing was written.');
  if (result.cache !== null) parts.push(`Judgments written to ${result.cache}.`);
  return parts.join('\n\n');
}
