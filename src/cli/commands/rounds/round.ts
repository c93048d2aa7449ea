import type { Command } from 'commander';
import { inEnglish } from '../../../domain/english.ts';
import { defined } from '../../../domain/defined.ts';
import { refuse } from '../../../domain/fault.ts';
import { closeRound } from '../../../operations/rounds/close-round.ts';
import { openRound } from '../../../operations/rounds/open-round.ts';
import { showRounds } from '../../../operations/rounds/round-states.ts';
import { waiveGate } from '../../../operations/rounds/waive-gate.ts';
import { refuseUnknownActor } from '../../../operations/workspace/known-actor.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import type { WorkContext } from '../../../operations/work-context.ts';
import type { AddCommand } from '../../commands.ts';
import {
  byOption,
  databaseOption,
  examples,
  jsonOption,
  projectOption,
  seedOption,
} from '../../options.ts';
import { count, note, number, numeric, print, printJson, table, wrap } from '../../output.ts';

interface Shared {
  readonly database: string;
  readonly project?: string;
  readonly by?: string;
  readonly json?: true;
}

/** `assay round`: how far the rounds of a project are, and opening, closing and waiving. */
export const addRound: AddCommand = (program, exit) => {
  const verb = program
    .command('round')
    .description('list the rounds of a workspace; open and close one, or waive its gate');
  shared(verb.command('list', { isDefault: true }), 'list the rounds, and what blocks them')
    .addHelpText('after', examples(['assay round list --project regulatory-topics']))
    .action(async (options: Shared) => {
      await run(options, async (context, project) => {
        const shown = await showRounds(context, { project });
        if (options.json) return void printJson(shown);
        print(roundsText(shown));
        for (const { round, blocks } of shown.rounds)
          for (const { text } of blocks) note(wrap(`${round}: ${inEnglish(text)}`));
      });
      exit(0);
    });
  shared(verb.command('open'), 'open a round: draw its units and hand them out')
    .argument('<round>', 'the round')
    .option('--annotators <names...>', 'who takes part (default: everybody who may)')
    .addOption(seedOption)
    .option('--claim', 'people claim units, instead of being given them now')
    .addHelpText('after', examples(['assay round open pilot --annotators anna ben']))
    .action(async (round: string, options: OpenOptions) => {
      await run(options, async (context, project) => {
        const { annotators, seed, claim } = options;
        const handOut = claim === true ? 'open' : 'balanced';
        const given = { seed, handOut, ...defined({ annotators }) } as const;
        const opened = await openRound(context, { project, round, ...given });
        if (options.json) return void printJson(opened);
        print(
          `Opened ${round}: ${number(opened.units, 'unit')} for ${opened.annotators.join(', ')}.`,
        );
      });
      exit(0);
    });
  shared(verb.command('close'), 'close the open run of a round, and decide its gate')
    .argument('<round>', 'the round')
    .option('--incomplete', 'close it although judgments are missing')
    .addHelpText('after', examples(['assay round close pilot']))
    .action(async (round: string, options: Shared & { readonly incomplete?: true }) => {
      await run(options, async (context, project) => {
        const closing = { run: await latestRun(context, project, round) };
        const closed = await closeRound(context, {
          ...closing,
          ...defined({ incomplete: options.incomplete }),
        });
        if (options.json) return void printJson(closed);
        print(`Closed ${round} with ${count(closed.judged)} of ${count(closed.wanted)} judgments.`);
      });
      exit(0);
    });
  shared(verb.command('waive'), 'let the work go on although a gate failed')
    .argument('<round>', 'the round')
    .argument('<gate>', 'the gate, as the protocol writes it')
    .requiredOption('--reason <text>', 'the reason')
    .option('--annotator <name>', 'training: for one annotator only')
    .addHelpText(
      'after',
      examples(['assay round waive pilot "fleiss_kappa >= 0.70 overall" --reason "Two labels."']),
    )
    .action(async (round: string, gate: string, options: WaiveOptions) => {
      await run(options, async (context, project) => {
        await refuseUnknownActor(context, project, 'lead');
        const of = await latestRun(context, project, round);
        const { reason, annotator } = options;
        const waived = await waiveGate(context, {
          run: of,
          gate,
          reason,
          ...defined({ annotator }),
        });
        if (options.json) printJson(waived);
        else print(`Waived ${waived.gate} of ${round}.`);
      });
      exit(0);
    });
};

interface OpenOptions extends Shared {
  readonly annotators?: readonly string[];
  readonly seed: number;
  readonly claim?: true;
}

interface WaiveOptions extends Shared {
  readonly reason: string;
  readonly annotator?: string;
}

function roundsText({ rounds }: Awaited<ReturnType<typeof showRounds>>): string {
  const rows = rounds.flatMap(({ round, task, kind, state, runs }) =>
    runs.length === 0
      ? [[round, task, kind, state, '', '', '']]
      : runs.map(({ attempt, closedAt, figures }) => [
          round,
          task,
          kind,
          closedAt === null ? 'open' : 'closed',
          count(attempt),
          figures === null ? '' : `${count(figures.judged)}/${count(figures.wanted)}`,
          figures === null || closedAt === null ? '' : figures.passed ? 'passed' : 'not passed',
        ]),
  );
  const heads = ['round', 'task', 'kind', 'state', numeric('run'), numeric('judged'), 'gate'];
  return table(heads, rows);
}

/** The run of a round that was opened last. */
async function latestRun(context: WorkContext, project: string, round: string): Promise<string> {
  const { rounds } = await showRounds(context, { project });
  const last = rounds.find((one) => one.round === round)?.runs.at(-1);
  return last?.run ?? refuse('round-not-open', { round });
}

function shared(command: Command, description: string): Command {
  return command
    .description(description)
    .addOption(projectOption)
    .addOption(byOption)
    .addOption(databaseOption())
    .addOption(jsonOption);
}

async function run(
  { database, project, by }: Shared,
  act: (context: WorkContext, project: string) => Promise<void>,
): Promise<void> {
  await withWorkspace({ database, ...defined({ by }) }, async (context) => {
    await act(context, await chooseProject(context, project));
  });
}
