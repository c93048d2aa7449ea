import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answers } from '../../src/domain/judging/judgment.ts';
import type { Task } from '../../src/domain/protocol/task.ts';
import { readProtocol } from '../../src/formats/protocol/protocol-yaml.ts';
import { seededRandom } from '../../src/statistics/seeded-random.ts';
import type { SeededRandom } from '../../src/statistics/seeded-random.ts';
import { shuffle } from '../../src/statistics/shuffle.ts';
import { regulatoryDocuments } from './regulatory-documents/documents.ts';
import { remarks } from './regulatory-documents/remarks.ts';
import { trainingKey } from './regulatory-documents/training-key.ts';
import { simulate, simulateClock, simulateConfidence } from './simulated-annotator.ts';
import type { Behaviour } from './simulated-annotator.ts';
import { jsonLines, writeExample } from './write-example.ts';

const folder = join(import.meta.dirname, '../../examples/regulatory-topics');
const seed = 'regulatory-topics:52';
const chunksPerPage = 2;
const wordsOfContext = 24;
const pilotSize = 45;
const fullSize = 100;

interface Chunk {
  readonly id: string;
  readonly unit: object;
  readonly truth: Answers;
  readonly labels: readonly string[];
  /** What the chunk's document is about. */
  readonly theme: string;
  readonly isHard: boolean;
}

interface SimulatedRound {
  readonly guideline: string;
  readonly start: string;
  readonly panel: readonly Behaviour[];
  /** Annotators who often leave the grade out. */
  readonly ungraded?: readonly string[];
}

/**
 * Under the draft, expert_b takes two labels for one another, and expert_c hurries and now and then
 * does so too.
 */
const pilot: SimulatedRound = {
  guideline: '0.9',
  start: '2026-02-09',
  panel: [
    { id: 'expert_a', accuracy: 0.9, invention: 0.06, grading: 0.88, perHour: 7 },
    {
      id: 'expert_b',
      accuracy: 0.85,
      invention: 0.08,
      leniency: 0.2,
      perHour: 8,
      confusions: [
        { truly: 'Outsourcing_ICT_DORA', said: 'OperationalRisk', chance: 0.85 },
        { truly: 'OperationalRisk', said: 'Outsourcing_ICT_DORA', chance: 0.55 },
      ],
    },
    {
      id: 'expert_c',
      accuracy: 0.58,
      invention: 0.1,
      grading: 0.7,
      perHour: 22,
      confusions: [{ truly: 'Outsourcing_ICT_DORA', said: 'OperationalRisk', chance: 0.3 }],
    },
  ],
  ungraded: ['expert_c'],
};

/**
 * Under the corrected guideline: expert_a is careful, expert_b lenient, expert_c severe, and nobody
 * hurries.
 */
const careful: readonly Behaviour[] = [
  { id: 'expert_a', accuracy: 0.93, invention: 0.04, grading: 0.9, perHour: 7 },
  { id: 'expert_b', accuracy: 0.86, invention: 0.07, leniency: 0.3, perHour: 8 },
  { id: 'expert_c', accuracy: 0.86, invention: 0.05, leniency: -0.2, perHour: 9 },
];
/** Over the weeks of the full round attention drops a little. */
const tiring: readonly Behaviour[] = [
  { ...careful[0]!, accuracy: 0.91 },
  { ...careful[1]!, accuracy: 0.83 },
  { ...careful[2]!, accuracy: 0.81, perHour: 10 },
];
const rounds: Readonly<Record<'training' | 'pilot' | 'repilot' | 'full', SimulatedRound>> = {
  pilot,
  training: { guideline: '1.0', start: '2026-02-23', panel: careful },
  repilot: { guideline: '1.0', start: '2026-02-25', panel: careful },
  full: { guideline: '1.0', start: '2026-03-09', panel: tiring },
};

/** The labels that somebody may tick wrongly where another one applies. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  IRB: ['CreditRisk'],
  CreditRisk: ['IRB', 'LeverageRatio'],
  Securitisation: ['SRT', 'CreditRisk'],
  SRT: ['Securitisation', 'CreditRisk'],
  MarketRisk_FRTB: ['CreditRisk', 'StressTesting'],
  Liquidity_LCR: ['Liquidity_NSFR', 'StressTesting'],
  Liquidity_NSFR: ['Liquidity_LCR'],
  LeverageRatio: ['CreditRisk', 'Reporting_COREP_FINREP'],
  OperationalRisk: ['Outsourcing_ICT_DORA', 'Governance'],
  AML_KYC: ['Governance', 'OperationalRisk'],
  Governance: ['StressTesting', 'OperationalRisk'],
  Reporting_COREP_FINREP: ['Governance'],
  StressTesting: ['Liquidity_LCR', 'MarketRisk_FRTB'],
  Outsourcing_ICT_DORA: ['OperationalRisk', 'Governance'],
};

/** The generated files of the example, by their path in its folder. */
export function files(): ReadonlyMap<string, string> {
  const task = readTask();
  const chunks = composeChunks(task);
  const cut = cutRounds(chunks);
  const made = new Map([
    ['units/chunks.jsonl', jsonLines(chunks.map((chunk) => chunk.unit))],
    ['judgments/training-key.jsonl', jsonLines(cut.training.map((chunk) => keyRow(chunk)))],
  ]);
  for (const [name, round] of Object.entries(rounds)) {
    const chosen = cut[name as keyof typeof rounds];
    for (const behaviour of round.panel)
      made.set(
        `judgments/${name}.${behaviour.id}.jsonl`,
        jsonLines(judgeRound(task, name, round, behaviour, chosen)),
      );
  }
  return made;
}

function readTask(): Task {
  const read = readProtocol(readFileSync(join(folder, 'protocol.yaml'), 'utf8'));
  if (!read.ok)
    throw new Error(read.faults.map((fault) => `line ${fault.line}: ${fault.message}`).join('\n'));
  return read.value.tasks[0]!;
}

function composeChunks(task: Task): readonly Chunk[] {
  return regulatoryDocuments.flatMap((document) =>
    document.chunks.map((chunk, at) => {
      const id = chunkId(document.id, at);
      const grades = new Map(
        chunk.labels
          .split(' ')
          .filter(Boolean)
          .map((entry) => [entry.split(':')[0]!, Number(entry.split(':')[1])] as const),
      );
      const unknown = [...grades.keys()].find(
        (label) => !task.questions.some((question) => question.id === label),
      );
      if (unknown !== undefined) throw new Error(`${id}: there is no label ${unknown}`);
      const isHard = chunk.hard === true;
      const before = document.chunks[at - 1];
      const after = document.chunks[at + 1];
      return {
        id,
        unit: {
          chunk_id: id,
          doc_id: document.id,
          title: document.title,
          page: document.firstPage + Math.floor(at / chunksPerPage),
          text: chunk.text,
          previous:
            before === undefined
              ? ''
              : `… ${before.text.split(' ').slice(-wordsOfContext).join(' ')}`,
          next:
            after === undefined
              ? ''
              : `${after.text.split(' ').slice(0, wordsOfContext).join(' ')} …`,
          uncertainty: uncertaintyOf(isHard, seededRandom(`${seed}:uncertainty:${id}`)),
        },
        truth: Object.fromEntries(
          task.questions.map((question) => [question.id, grades.get(question.id) ?? 0]),
        ),
        labels: [...grades.keys()],
        theme: document.theme,
        isHard,
      };
    }),
  );
}

/**
 * A classifier's doubt about a chunk, between 0 and 1: higher for hard ones, but not by much, as in
 * life.
 */
function uncertaintyOf(isHard: boolean, random: SeededRandom): number {
  return (
    Math.round((isHard ? 0.45 + random.next() * 0.5 : 0.05 + random.next() * 0.6) * 1000) / 1000
  );
}

/**
 * The training chunks are chosen by hand; the others are dealt out, those with the rarest label
 * first, to the round that lacks it most.
 * A few chunks are left that nobody judges.
 */
function cutRounds(
  chunks: readonly Chunk[],
): Readonly<Record<keyof typeof rounds, readonly Chunk[]>> {
  const training = chunks.filter((chunk) => trainingKey[chunk.id] !== undefined);
  const dealt = shuffle<Chunk, Chunk[]>(
    chunks.filter((chunk) => !training.includes(chunk)),
    seededRandom(`${seed}:rounds`),
  );
  const hands = [
    { size: pilotSize, chunks: new Set<Chunk>() },
    { size: pilotSize, chunks: new Set<Chunk>() },
    { size: fullSize, chunks: new Set<Chunk>() },
    { size: dealt.length - 2 * pilotSize - fullSize, chunks: new Set<Chunk>() },
  ];
  const open = new Set(dealt);
  while (open.size > 0) {
    const { label, chunk } = nextOfRarest(open);
    open.delete(chunk);
    const having = (some: Iterable<Chunk>): number =>
      [...some].filter((one) => label === null || one.labels.includes(label)).length;
    const lacks = (hand: (typeof hands)[number]): number =>
      (hand.size / dealt.length) * having(dealt) - having(hand.chunks);
    const free = hands.filter((hand) => hand.chunks.size < hand.size);
    free.toSorted((a, b) => lacks(b) - lacks(a))[0]!.chunks.add(chunk);
  }
  const [pilotHand, repilotHand, fullHand] = hands.map((hand) =>
    chunks.filter((chunk) => hand.chunks.has(chunk)),
  );
  return { training, pilot: pilotHand!, repilot: repilotHand!, full: fullHand! };
}

function nextOfRarest(open: ReadonlySet<Chunk>): {
  readonly label: string | null;
  readonly chunk: Chunk;
} {
  const counts = new Map<string, number>();
  for (const { labels } of open)
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const label =
    [...counts].toSorted(([first, a], [second, b]) => a - b || (first < second ? -1 : 1))[0]?.[0] ??
    null;
  return {
    label,
    chunk: [...open].find((chunk) => label === null || chunk.labels.includes(label))!,
  };
}

/** One annotator's judgments of a round, in the annotator's own random order. */
function judgeRound(
  task: Task,
  name: string,
  round: SimulatedRound,
  behaviour: Behaviour,
  chunks: readonly Chunk[],
): readonly object[] {
  const clock = simulateClock(
    behaviour,
    round.start,
    seededRandom(`${seed}:${name}:${behaviour.id}:clock`),
  );
  const order = shuffle<Chunk, Chunk[]>(
    [...chunks],
    seededRandom(`${seed}:${name}:${behaviour.id}:order`),
  );
  return order.map((chunk) => judge(task, name, round, behaviour, chunk, clock.next().value));
}

function judge(
  task: Task,
  name: string,
  round: SimulatedRound,
  behaviour: Behaviour,
  chunk: Chunk,
  time: object,
): object {
  const random = seededRandom(`${seed}:${name}:${behaviour.id}:${chunk.id}`);
  const difficulty = chunk.isHard ? 1.9 : 0.7;
  const given = simulate(task, temptedBy(behaviour, chunk), chunk.truth, random, difficulty);
  const labels = task.questions
    .map((question) => question.id)
    .filter((label) => given[label] !== 0);
  const isGraded = round.ungraded?.includes(behaviour.id) !== true || random.next() < 0.6;
  const isRight = task.questions.every(({ id }) => (given[id] === 0) === (chunk.truth[id] === 0));
  const confidence = simulateConfidence(isRight, random, difficulty);
  const hasRemark = chunk.isHard && random.next() < 0.25;
  return {
    chunk_id: chunk.id,
    labels,
    ...(isGraded ? { grades: gradesOf(labels, given) } : {}),
    annotator_id: behaviour.id,
    guideline_version: round.guideline,
    confidence,
    ...(hasRemark ? { notes: remarkOn(labels, random) } : {}),
    ...(confidence === 'low' && random.next() < 0.5 ? { flag: true } : {}),
    ...time,
  };
}

/**
 * Nobody ticks a label out of the blue: the behaviour's chance of inventing one is for labels that
 * lie near.
 */
function temptedBy(behaviour: Behaviour, chunk: Chunk): Behaviour {
  const near = [chunk.theme, ...chunk.labels.flatMap((label) => neighbours[label] ?? [])];
  return {
    ...behaviour,
    invention: {
      otherwise: 0.0005,
      ...Object.fromEntries(near.map((label) => [label, behaviour.invention as number])),
    },
  };
}

function remarkOn(labels: readonly string[], random: SeededRandom): string {
  const fitting = remarks[labels.length === 0 ? 'none' : labels.length === 1 ? 'one' : 'several'];
  return fitting[random.integer(fitting.length)]!;
}

function keyRow(chunk: Chunk): object {
  const labels = Object.keys(chunk.truth).filter((label) => chunk.truth[label] !== 0);
  return {
    chunk_id: chunk.id,
    labels,
    grades: gradesOf(labels, chunk.truth),
    annotator_id: 'key',
    guideline_version: '1.0',
    notes: trainingKey[chunk.id],
  };
}

function gradesOf(labels: readonly string[], answers: Answers): Answers {
  return Object.fromEntries(labels.map((label) => [label, answers[label]!]));
}

function chunkId(document: string, at: number): string {
  return `${document}_${String(at + 1).padStart(2, '0')}`;
}

if (import.meta.main) writeExample(folder, files());
