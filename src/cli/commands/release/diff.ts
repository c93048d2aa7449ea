import { diffReleases } from '../../../operations/release/diff-releases.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption } from '../../options.ts';
import { count, heading, print, printJson, table } from '../../output.ts';

interface Options {
  readonly all?: true;
  readonly json?: true;
}

type Diff = ReturnType<typeof diffReleases>;

/** `assay diff`: what changed from one release to another. */
export const addDiff: AddCommand = (program, exit) => {
  program
    .command('diff')
    .description('say what changed between two releases: units, truths, figures')
    .argument('<before>', 'the folder of the earlier release')
    .argument('<after>', 'the folder of the later release')
    .option('--all', 'list every truth and figure, not only the first')
    .addOption(jsonOption)
    .addHelpText('after', examples(['assay diff release-1.0 release-1.1']))
    .action((before: string, after: string, options: Options) => {
      const diff = diffReleases(before, after);
      if (options.json) printJson(diff);
      else print(report(diff, options.all === true ? Infinity : 20));
      exit(0);
    });
};

function report(diff: Diff, most: number): string {
  const { versions, tasks, figures, protocol } = diff;
  const parts = [heading(`${versions.before} → ${versions.after}`)];
  for (const { version, reason } of protocol)
    parts.push(`Protocol version ${version}${reason === null ? '.' : `: ${reason}`}`);
  for (const { task, added, removed, edited, truths } of tasks) {
    const counts = [
      `${count(added.length)} units added`,
      `${count(removed.length)} removed`,
      `${count(edited.length)} with other content`,
      `${count(truths.length)} truths changed`,
    ];
    parts.push(`${task}: ${counts.join(', ')}.`);
    const rows = truths
      .slice(0, most)
      .map(({ unit, before, after, ruling }) => [
        unit,
        said(before),
        said(after),
        ruling === null ? '' : `${ruling.by}: ${ruling.reason}`,
      ]);
    if (rows.length > 0) parts.push(table(['unit', 'before', 'after', 'ruling'], rows));
    if (truths.length > rows.length) parts.push(more(truths.length - rows.length));
  }
  const shown = figures.slice(0, most);
  if (shown.length > 0)
    parts.push(
      table(
        ['figure', 'before', 'after'],
        shown.map(({ figure, before, after }) => [figure, value(before), value(after)]),
      ),
    );
  if (figures.length > shown.length) parts.push(more(figures.length - shown.length));
  return parts.join('\n\n');
}

function more(rest: number): string {
  return `… and ${count(rest)} more; --all lists them.`;
}

function said({ state, answers }: Diff['tasks'][number]['truths'][number]['before']): string {
  return answers === null ? state : `${state} ${JSON.stringify(answers)}`;
}

function value(one: unknown): string {
  return one === undefined ? '–' : JSON.stringify(one);
}
