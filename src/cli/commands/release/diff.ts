import { diffReleases } from '../../../operations/release/diff-releases.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption } from '../../options.ts';
import { count, heading, named, number, print, printJson, table } from '../../output.ts';

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
      `${number(added.length, 'unit')} added`,
      `${count(removed.length)} removed`,
      `${count(edited.length)} with other content`,
      `${number(truths.length, 'truth')} changed`,
    ];
    parts.push(`${task}: ${counts.join(', ')}.`);
    const rows = truths
      .slice(0, most)
      .map(({ unit, before, after, ruling }) => [
        unit,
        said(before, after),
        said(after, before),
        ruling === null ? '' : `${ruling.by}: ${ruling.reason}`,
      ]);
    if (rows.length > 0) parts.push(table([named('unit'), 'before', 'after', 'ruling'], rows));
    if (truths.length > rows.length) parts.push(more(truths.length - rows.length));
  }
  const shown = figures.slice(0, most);
  if (shown.length > 0)
    parts.push(
      table(
        [{ title: 'figure', path: true }, 'before', 'after'],
        shown.map(({ figure, before, after }) => [figure, value(before), value(after)]),
      ),
    );
  if (figures.length > shown.length) parts.push(more(figures.length - shown.length));
  return parts.join('\n\n');
}

function more(rest: number): string {
  return `… and ${count(rest)} more; --all lists them.`;
}

type Stated = Diff['tasks'][number]['truths'][number]['before'];

/** What was true, of the answers only those that the other release has otherwise. */
function said({ state, answers }: Stated, other: Stated): string {
  if (answers === null) return state;
  const own = Object.entries(answers).filter(
    ([question, answer]) => other.answers?.[question] !== answer,
  );
  if (other.answers === null || own.length === 0)
    return [state, ...(own.length === 0 ? [] : [listed(own)])].join(': ');
  return listed(own);
}

function listed(answers: readonly (readonly [string, unknown])[]): string {
  return answers.map(([question, answer]) => `${question} = ${String(answer)}`).join(', ');
}

function value(one: unknown): string {
  return one === undefined ? '–' : JSON.stringify(one);
}
