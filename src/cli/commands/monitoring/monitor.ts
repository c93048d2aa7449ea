import { defined } from '../../../domain/defined.ts';
import { inEnglish } from '../../../domain/english.ts';
import { monitorAssistance } from '../../../operations/monitoring/monitor-figures.ts';
import type { AddCommand } from '../../commands.ts';
import { inProject, onProject } from '../../in-project.ts';
import type { ProjectOptions } from '../../in-project.ts';
import { examples } from '../../options.ts';
import { count, heading, note, numeric, print, printJson, table, wrap } from '../../output.ts';

interface Options extends ProjectOptions {
  readonly task?: string;
  readonly run?: string;
}

type Figures = Awaited<ReturnType<typeof monitorAssistance>>;
type Use = Figures['annotators'][number];
type Estimate = Use['accepted'];

/** `assay monitor`: how suggestions are used in the assisted rounds of a workspace. */
export const addMonitor: AddCommand = (program, exit) => {
  onProject(
    program.command('monitor'),
    'show how suggestions are used in assisted rounds: acceptance, time, anchoring',
  )
    .option('-t, --task <task>', 'the task, where there are several')
    .option('--run <id>', 'only this run')
    .addHelpText('after', examples(['assay monitor --project support-tickets']))
    .action(async (options: Options) => {
      await inProject(options, async (context, project) => {
        const scope = { project, ...defined({ task: options.task, run: options.run }) };
        const figures = await monitorAssistance(context, scope);
        if (options.json) return void printJson(figures);
        print(report(figures));
        if (figures.shown + figures.control > 0) note(wrap(meaning));
      });
      exit(0);
    });
};

const meaning =
  'n counts judgments with the suggestion in sight, and in brackets those of the control ' +
  'share, without it. Accepted: every answer kept. Blind: the same answers in the control ' +
  'share. Assisted judgments are not independent: they do not count towards agreement, nor ' +
  'towards measuring the source of the suggestions.';

function report(figures: Figures): string {
  if (figures.shown + figures.control === 0) return 'No judgment was given in an assisted round.';
  const rows = (list: readonly (readonly [string, Use | Figures])[]): string =>
    table(
      ['annotator', numeric('n (blind)'), 'accepted %', 'blind %', 'anchoring %', 'saved s'],
      list.map(([name, one]) => [
        name,
        `${count(one.shown)} (${count(one.control)})`,
        share(one.accepted),
        share(one.blind),
        share(one.anchoring),
        shown(one.saved, (value) => value.toFixed(0)),
      ]),
    );
  const all = figures.annotators.map((one) => [one.annotator, one] as const);
  return [
    heading(`${figures.project}, ${figures.task}: suggestions by ${figures.by.join(', ')}`),
    rows([...all, ['all', figures]]),
    table(
      ['question', 'accepted %', 'blind %', 'anchoring %'],
      figures.questions.map((one) => [
        one.question,
        share(one.accepted),
        share(one.blind),
        share(one.anchoring),
      ]),
    ),
  ].join('\n\n');
}

/** Whole percents: all columns fit into 80 characters, and the intervals are wide. */
function share(estimate: Estimate): string {
  return shown(estimate, (value) => (100 * value).toFixed(0).replace('-', '−'));
}

function shown(estimate: Estimate, write: (value: number) => string): string {
  if (estimate.value === null) return inEnglish(estimate.why);
  const { value, interval } = estimate;
  return interval === null ? write(value) : `${write(value)} [${interval.map(write).join(', ')}]`;
}
