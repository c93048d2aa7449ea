import { Option } from 'commander';
import { inEnglish } from '../../../domain/english.ts';
import { gateOutcome } from '../../../domain/rounds/gate-status.ts';
import type { GateOutcome } from '../../../domain/rounds/gate-status.ts';
import { defined } from '../../../domain/defined.ts';
import { refuse } from '../../../domain/fault.ts';
import { refuseValue } from '../../../domain/field-fault.ts';
import { codedText, oneOf } from '../../../domain/text-values.ts';
import { unitChoices } from '../../../domain/rounds/unit-choice.ts';
import type { UnitChoice } from '../../../domain/rounds/unit-choice.ts';
import { decideUnits } from '../../../operations/rounds/decide-units.ts';
import type { DecidedUnits } from '../../../operations/rounds/decide-units.ts';
import { closeRound } from '../../../operations/rounds/close-round.ts';
import { openRound } from '../../../operations/rounds/open-round.ts';
import { showRounds, unmetText } from '../../../operations/rounds/round-states.ts';
import type { RoundsView, RunView } from '../../../operations/rounds/round-states.ts';
import { waiveGate, withdrawWaiver } from '../../../operations/rounds/waive-gate.ts';
import { refuseUnknownActor } from '../../../operations/workspace/known-actor.ts';
import type { WorkContext } from '../../../operations/work-context.ts';
import type { AddCommand } from '../../commands.ts';
import { inProject, onProject } from '../../in-project.ts';
import type { ProjectOptions } from '../../in-project.ts';
import { examples, seedOption } from '../../options.ts';
import { progressBar } from '../../progress.ts';
import { count, note, number, numeric, print, printJson, table, wrap } from '../../output.ts';

/** `assay round`: how far the rounds of a project are, and opening, closing and waiving. */
export const addRound: AddCommand = (program, exit) => {
  const verb = program
    .command('round')
    .description('list the rounds of a workspace; open and close one, or waive its gate');
  onProject(verb.command('list', { isDefault: true }), 'list the rounds, and what blocks them')
    .addHelpText('after', examples(['assay round list --project regulatory-topics']))
    .action(async (options: ProjectOptions) => {
      await inProject(options, async (context, project) => {
        const shown = await showRounds(context, { project });
        if (options.json) return void printJson(shown);
        print(roundsText(shown));
        for (const { round, blocks } of shown.rounds)
          for (const { text } of blocks) note(wrap(`${round}: ${inEnglish(text)}`));
      });
      exit(0);
    });
  onProject(verb.command('open'), 'open a round: draw its units and assign them')
    .argument('<round>', 'the round')
    .option('--annotators <names...>', 'who takes part (default: everybody who may)')
    .addOption(seedOption)
    .option('--claim', 'people claim units instead of being assigned them now')
    .option('--again', 'judge units again on which nothing counts (default: in full rounds)')
    .option('--no-again', 'draw only units that no round has used')
    .addHelpText('after', examples(['assay round open pilot --annotators anna ben']))
    .action(async (round: string, options: OpenOptions) => {
      await inProject(options, async (context, project) => {
        const { annotators, seed, claim, again } = options;
        const handOut = claim === true ? 'open' : 'balanced';
        const given = { seed, handOut, ...defined({ annotators, again }) } as const;
        const bar = progressBar('Opening');
        const opened = await openRound(context, { project, round, ...given, progress: bar.step });
        bar.stop();
        if (options.json) return void printJson(opened);
        print(
          `Opened ${round}: ${number(opened.units, 'unit')} for ${opened.annotators.join(', ')}.`,
        );
        if (opened.again > 0)
          print(
            `${number(opened.again, 'unit')} of these are judged again: nothing on them counts.`,
          );
      });
      exit(0);
    });
  onProject(verb.command('close'), 'close the open run of a round, and decide its gate')
    .argument('<round>', 'the round')
    .option('--incomplete', 'close it although judgments are missing')
    .addOption(unitsOption)
    .option('--reason <text>', 'why its units are left out')
    .addHelpText(
      'after',
      examples(
        ['assay round close pilot'],
        'Exit status: 0 the gate passed, or there is none; 1 it did not pass.',
      ),
    )
    .action(async (round: string, options: CloseOptions) => {
      let code: 0 | 1 = 0;
      await inProject(options, async (context, project) => {
        const { units: choice, reason } = options;
        const units = choice === undefined ? undefined : { choice, ...defined({ reason }) };
        const closed = await closeRound(context, {
          run: (await lastRun(context, project, round)).run,
          ...defined({ incomplete: options.incomplete, units }),
        });
        const last = await lastRun(context, project, round);
        const why = unmetText(last);
        code = why === null ? 0 : 1;
        const { status = 'NONE', passed = true, unmet = [] } = last.figures ?? {};
        const gate = gateOutcome(status, passed);
        if (options.json) return void printJson({ ...closed, gate, passed, unmet });
        const judged = `${count(closed.judged)} of ${count(closed.wanted)} judgments`;
        print(`Closed ${round} with ${judged}${gate === 'none' ? '; it has no gate' : ''}.`);
        if (why !== null) note(wrap(inEnglish(why)));
        if (closed.units !== null) print(decidedText(closed.units));
        else if (closed.left > 0)
          note(
            wrap(
              `Nothing counts on ${number(closed.left, 'unit')} of it. The next full round ` +
                `judges them again, unless you decide otherwise: assay round units ${round} --help`,
            ),
          );
      });
      exit(code);
    });
  onProject(verb.command('units'), 'decide about units of a closed round that do not count')
    .argument('<round>', 'the round')
    .argument('<choice>', 'again, rule or exclude')
    .option('--reason <text>', 'the reason; needed to exclude them')
    .addHelpText(
      'after',
      examples(
        ['assay round units pilot exclude --reason "The guideline was wrong about them."'],
        'again: a later round judges them again. rule: they wait for a ruling.\n' +
          'exclude: they are left out, and the release prints why.',
      ),
    )
    .action(async (round: string, choice: string, options: ReasonOptions) => {
      await inProject(options, async (context, project) => {
        const { run } = await lastRun(context, project, round);
        const known = unitChoices.find((one) => one === choice);
        if (known === undefined) refuseValue('choice', choice, oneOf(unitChoices));
        const given = { run, choice: known, ...defined({ reason: options.reason }) };
        const decided = await decideUnits(context, given);
        if (options.json) printJson(decided);
        else print(decidedText(decided));
      });
      exit(0);
    });
  onProject(verb.command('waive'), 'let the work continue although a gate failed')
    .argument('<round>', 'the round')
    .argument('<gate>', 'the gate, as the protocol writes it')
    .requiredOption('--reason <text>', 'the reason')
    .option('--annotator <name>', 'training: for one annotator only')
    .addHelpText(
      'after',
      examples(['assay round waive pilot "fleiss_kappa >= 0.70 overall" --reason "Two labels."']),
    )
    .action(async (round: string, gate: string, options: WaiveOptions) => {
      await inProject(options, async (context, project) => {
        await refuseUnknownActor(context, project, 'lead');
        const { run: of } = await lastRun(context, project, round);
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
  onProject(verb.command('withdraw'), 'withdraw a waiver; its gate blocks again')
    .argument('<round>', 'the round')
    .argument('<gate>', 'the gate, as the protocol writes it')
    .requiredOption('--reason <text>', 'the reason')
    .option('--annotator <name>', 'training: the waiver for one annotator')
    .addHelpText(
      'after',
      examples(['assay round withdraw pilot "fleiss_kappa >= 0.70 overall" --reason "Too soon."']),
    )
    .action(async (round: string, gate: string, options: WaiveOptions) => {
      await inProject(options, async (context, project) => {
        await refuseUnknownActor(context, project, 'lead');
        const { reason, annotator = null } = options;
        const last = await lastRun(context, project, round);
        const waivers = (last.figures?.waivers ?? []).filter(
          (one) => one.gate === gate && one.annotator === annotator,
        );
        // Withdrawing twice is withdrawing once, as over the API.
        const waiver = waivers.find((one) => one.withdrawn === null) ?? waivers.at(-1);
        if (waiver === undefined) refuse('not-found', { what: codedText('waiver', { id: gate }) });
        const given = { run: last.run, waiver: waiver.id, reason };
        const withdrawn = await withdrawWaiver(context, given);
        const before = waiver.withdrawn;
        if (options.json) printJson(withdrawn);
        else if (before === null) print(`Withdrew the waiver of ${gate} of ${round}.`);
        else
          print(
            `The waiver of ${gate} of ${round} was already withdrawn by ${before.by}: ` +
              `${before.reason}`,
          );
      });
      exit(0);
    });
};

const unitsOption = new Option(
  '--units <choice>',
  'what happens to its units if they do not count',
).choices(unitChoices);

interface CloseOptions extends ReasonOptions {
  readonly incomplete?: true;
  readonly units?: UnitChoice;
}

interface ReasonOptions extends ProjectOptions {
  readonly reason?: string;
}

function decidedText({ choice, units, round }: DecidedUnits): string {
  const of = `${number(units, 'unit')} of ${round}`;
  if (choice === 'again') return `${of} will be judged again in a later round.`;
  return choice === 'rule' ? `${of} wait for a ruling.` : `${of} are left out.`;
}

interface OpenOptions extends ProjectOptions {
  readonly again?: boolean;
  readonly annotators?: readonly string[];
  readonly seed: number;
  readonly claim?: true;
}

interface WaiveOptions extends ProjectOptions {
  readonly reason: string;
  readonly annotator?: string;
}

function roundsText({ rounds, retired }: RoundsView): string {
  const planned = rounds.flatMap(({ round, task, kind, state, runs }) =>
    runs.length === 0
      ? [[round, task, kind, state, '', '', '']]
      : runs.map((one) => [round, task, kind, ...runCells(one)]),
  );
  const gone = retired.map((one) => [
    `${one.round} (removed)`,
    one.task,
    one.kind,
    ...runCells(one),
  ]);
  const rows = [...planned, ...gone];
  const heads = ['round', 'task', 'kind', 'state', numeric('run'), numeric('judged'), 'gate'];
  return table(heads, rows);
}

function runCells({ attempt, closedAt, figures }: RunView): readonly string[] {
  const state = closedAt === null ? 'open' : 'closed';
  if (figures === null) return [state, count(attempt), '', ''];
  const decided = gateWords[gateOutcome(figures.status, figures.passed)];
  const judged = `${count(figures.judged)}/${count(figures.wanted)}`;
  return [state, count(attempt), judged, closedAt === null ? '' : decided];
}

const gateWords: Readonly<Record<GateOutcome, string>> = {
  none: 'no gate',
  passed: 'passed',
  waived: 'waived',
  failed: 'not passed',
  missing: 'no value',
  superseded: 'superseded',
};

/** The run of a round that was opened last, also of a round that the protocol no longer has. */
async function lastRun(context: WorkContext, project: string, round: string): Promise<RunView> {
  const { rounds, retired } = await showRounds(context, { project });
  const own = rounds.find((one) => one.round === round)?.runs ?? [];
  const last = own.at(-1) ?? retired.findLast((one) => one.round === round);
  return last ?? refuse('round-not-open', { round });
}
