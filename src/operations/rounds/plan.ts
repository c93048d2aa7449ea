import { effortSchema } from '../../domain/rounds/effort.ts';
import type { Effort } from '../../domain/rounds/effort.ts';
import { inEnglish } from '../../domain/english.ts';
import { refuse } from '../../domain/fault.ts';
import { parseGate } from '../../domain/rounds/gate.ts';
import type { Gate } from '../../domain/rounds/gate.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { expectedKappaWidth, unitsForKappaWidth } from '../../statistics/rounds/sample-size.ts';
import type {
  ExpectedWidth,
  KappaExpectation,
  RequiredUnits,
} from '../../statistics/rounds/sample-size.ts';
import type { Reason } from '../../statistics/reason.ts';
import { optionalProtocol } from '../protocol/load-protocol.ts';

/** What to plan; anything left out comes from the protocol, or from the defaults. */
export interface PlanRequest {
  readonly protocol?: string;
  readonly units?: number;
  readonly annotators?: number;
  readonly minutes?: number;
  readonly rulingShare?: number;
  readonly rulingMinutes?: number;
  readonly overheadHours?: number;
  readonly people?: number;
  readonly hoursPerWeek?: number;
  readonly claimedWeeks?: readonly [number, number];
  /** Share of units that have a label, expected agreement, and desired interval width. */
  readonly prevalence: number;
  readonly kappa: number;
  readonly width: number;
  /** A gate on the lower end of an interval to plan for, besides those of the protocol. */
  readonly gate?: string;
}

/** One way to pay for the work. */
export interface CostOption {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly { what: string; how: string; amount: number }[];
  readonly total: number;
  /** Hours that the option pays for, and whether these are enough for the work. */
  readonly hours: number;
  readonly enough: boolean;
}

/** Hours, weeks, costs and the precision that the work will have. */
export interface Plan {
  /** The protocol's name, or null for the defaults. */
  readonly protocol: string | null;
  readonly effort: Omit<Effort, 'units' | 'options'> & { readonly units: number };
  readonly hours: Readonly<Record<'judging' | 'rulings' | 'overhead' | 'total', number>>;
  readonly ruledUnits: number;
  readonly weeklyHours: number;
  readonly weeks: number;
  /** What was promised, whether it holds, and the hours a week that it would take. */
  readonly claim: {
    readonly weeks: readonly [number, number];
    readonly holds: boolean;
    readonly weeklyHours: readonly [number, number];
    readonly people: readonly [number, number];
  } | null;
  readonly currency: string;
  readonly options: readonly CostOption[];
  readonly precision: {
    readonly kappa: number;
    readonly prevalence: number;
    readonly annotators: number;
    readonly rounds: readonly {
      readonly round: string;
      readonly units: number;
      readonly expected: ExpectedWidth;
    }[];
    readonly width: number;
    readonly needed: RequiredUnits;
    /** The units that gates on the lower end of an interval need. */
    readonly gates: readonly GateNeed[];
  };
}

/** How many units a gate on the lower end of an interval needs, and how many its round has. */
interface GateNeed {
  /** Null for a gate that was asked for apart from a protocol. */
  readonly round: string | null;
  readonly gate: string;
  readonly units: number | null;
  readonly needed: RequiredUnits;
}

/**
 * The effort without a protocol: 2,000 units by three experts, with three ways to pay for it.
 * @internal
 */
export const defaultEffort: Effort = effortSchema.parse({
  units: 2000,
  claimed_weeks: [7, 9],
  options: {
    A: {
      title: 'Internal experts',
      lines: [
        { what: 'experts', people: 3, hours: 300, rate: 100 },
        { what: 'annotation tool', fixed: 1200 },
      ],
    },
    B: {
      title: 'External annotation service',
      lines: [
        { what: 'specialised annotators', hours: 900, rate: 50 },
        { what: 'project management', fixed: 5000 },
        { what: 'annotation tool', fixed: 1200 },
      ],
    },
    C: {
      title: 'Hybrid: pilot internal, full round external',
      lines: [
        { what: 'internal experts for training and pilot', hours: 100, rate: 100 },
        { what: 'external service for the full round', hours: 800, rate: 40 },
      ],
    },
  },
});
const defaultRounds = [{ round: 'pilot', units: 100 }];

/** Plans the work of a protocol, or of the defaults. */
export function plan(request: PlanRequest): Plan {
  const protocol = optionalProtocol(request.protocol)?.protocol ?? null;
  const effort = effortOf(request, protocol);
  const judging = (effort.units * effort.annotators * effort.minutes) / 60;
  const ruledUnits = Math.round(effort.units * effort.ruling.share);
  const rulings = (ruledUnits * effort.ruling.minutes) / 60;
  const total = judging + rulings + effort.overhead_hours;
  const weeklyHours = effort.people * effort.hours_per_week;
  const weeks = total / weeklyHours;
  const { units, options, ...rates } = effort;
  const expectation = {
    kappa: request.kappa,
    prevalence: request.prevalence,
    annotators: effort.annotators,
  };
  return {
    protocol: protocol?.name ?? null,
    effort: { ...rates, units },
    hours: { judging, rulings, overhead: effort.overhead_hours, total },
    ruledUnits,
    weeklyHours,
    weeks,
    claim:
      effort.claimed_weeks === undefined
        ? null
        : claimOf(effort.claimed_weeks, weeks, total, effort.hours_per_week),
    currency: effort.currency,
    options: Object.entries(options).map(([id, option]) => costOf(id, option, total)),
    precision: {
      ...expectation,
      rounds: roundsOf(protocol, units).map((one) =>
        Object.assign({}, one, { expected: expectedKappaWidth(expectation, one.units) }),
      ),
      width: request.width,
      needed: unitsForKappaWidth(expectation, request.width),
      gates: gateNeeds(request, protocol, expectation),
    },
  };
}

function effortOf(
  request: PlanRequest,
  protocol: Protocol | null,
): Effort & { readonly units: number } {
  const base = protocol?.effort ?? defaultEffort;
  const fullRounds = protocol?.rounds.filter((round) => round.kind === 'full') ?? [];
  const full = fullRounds.reduce((sum, round) => sum + (round.units ?? 0), 0);
  const units = request.units ?? base.units ?? (full || undefined);
  if (units === undefined) {
    const unknown = 'The protocol does not say how many units there will be.';
    refuse('usage', { reason: `${unknown} Pass --units, or add effort.units to it.` });
  }
  const effort = {
    ...base,
    units,
    annotators: request.annotators ?? base.annotators,
    minutes: request.minutes ?? base.minutes,
    ruling: {
      share: request.rulingShare ?? base.ruling.share,
      minutes: request.rulingMinutes ?? base.ruling.minutes,
    },
    overhead_hours: request.overheadHours ?? base.overhead_hours,
    people: request.people ?? base.people,
    hours_per_week: request.hoursPerWeek ?? base.hours_per_week,
  };
  if (request.claimedWeeks !== undefined)
    return { ...effort, claimed_weeks: [...request.claimedWeeks] };
  // What was claimed of the default work, by however many people, was not claimed of any other.
  const { claimed_weeks: _, ...unclaimed } = effort;
  return protocol === null && workOf(effort) !== workOf(defaultEffort) ? unclaimed : effort;
}

function workOf({ units, annotators, minutes, ruling, overhead_hours: overhead }: Effort): string {
  return [units, annotators, minutes, ruling.share, ruling.minutes, overhead].join(' ');
}

function claimOf(
  claimed: readonly [number, number],
  weeks: number,
  hours: number,
  hoursPerPerson: number,
): Plan['claim'] {
  const [fewest, most] = [Math.min(...claimed), Math.max(...claimed)];
  const weeklyHours = [hours / most, hours / fewest] as const;
  const [least, greatest] = weeklyHours;
  const people = [Math.ceil(least / hoursPerPerson), Math.ceil(greatest / hoursPerPerson)] as const;
  return { weeks: [fewest, most], holds: weeks <= most, weeklyHours, people };
}

function costOf(id: string, option: Effort['options'][string], needed: number): CostOption {
  const lines = option.lines.map((line) => {
    const { what } = line;
    if ('fixed' in line) return { what, how: '', amount: line.fixed, hours: 0 };
    const people = line.people === 1 ? '' : `${line.people} × `;
    const hours = line.people * line.hours;
    return {
      what,
      how: `${people}${line.hours} h × ${line.rate}`,
      amount: hours * line.rate,
      hours,
    };
  });
  const hours = lines.reduce((sum, line) => sum + line.hours, 0);
  return {
    id,
    title: option.title,
    lines: lines.map(({ what, how, amount }) => ({ what, how, amount })),
    total: lines.reduce((sum, line) => sum + line.amount, 0),
    hours,
    enough: hours >= needed,
  };
}

/** What gates on the lower end of an interval need, by the expected agreement. */
function gateNeeds(
  request: PlanRequest,
  protocol: Protocol | null,
  expectation: KappaExpectation,
): readonly GateNeed[] {
  const parsed = request.gate === undefined ? null : parseGate(request.gate);
  if (parsed !== null && !parsed.ok)
    refuse('usage', { reason: `--gate: ${inEnglish(parsed.reason)}` });
  const planned = (protocol?.rounds ?? []).flatMap(({ id, units, annotators, gates }) =>
    gates.map((gate) => ({ round: id, units, annotators, gate })),
  );
  const asked = parsed === null ? [] : [parsed.gate];
  const all = [...asked.map((gate) => ({ ...noRound, gate })), ...planned];
  return all.flatMap(({ round, units, annotators, gate }): readonly GateNeed[] => {
    if (gate.kind !== 'measure' || gate.bound !== 'low') return [];
    const people = request.annotators ?? annotators ?? expectation.annotators;
    const needed = unitsForLow(gate, { ...expectation, annotators: people });
    return [{ round, units, gate: gate.source, needed }];
  });
}

const noRound = { round: null, units: null, annotators: null };

/** Enough units that half the expected width lies between the target and the expected value. */
function unitsForLow(
  { measure, target }: Extract<Gate, { kind: 'measure' }>,
  expectation: KappaExpectation,
): RequiredUnits {
  const { kappa: expected } = expectation;
  if (measure !== 'fleiss_kappa' && measure !== 'cohen_kappa')
    return { units: null, why: codedText('low-unplanned') as Reason };
  if (expected <= target)
    return { units: null, why: codedText('low-not-above', { expected, target }) as Reason };
  return unitsForKappaWidth(expectation, 2 * (expected - target));
}

/** The rounds whose size is known, and the whole work last. */
function roundsOf(
  protocol: Protocol | null,
  units: number,
): readonly { readonly round: string; readonly units: number }[] {
  const sized = protocol?.rounds.flatMap((round) =>
    round.kind === 'pilot' && round.units !== null ? [{ round: round.id, units: round.units }] : [],
  );
  return [...(sized ?? defaultRounds), { round: 'planned', units }];
}
