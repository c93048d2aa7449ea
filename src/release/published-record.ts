import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { parseDocument, isMap, isScalar, isSeq } from 'yaml';
import { storedAssistance } from '../domain/judging/assistance.ts';
import { panelAnnotators } from '../domain/judging/annotator.ts';
import type { Asides } from '../domain/judging/judgment.ts';
import type { UnitFields } from '../domain/units/unit.ts';
import { subjectFields } from '../truth/verdicts/topic.ts';
import { recordProtocols } from './record-fold.ts';
import type { RecordProtocols } from './record-fold.ts';
import { sharing } from './shared-values.ts';
import { publicFields } from './unit-facts.ts';
import type {
  RecordDecision,
  RecordJudgment,
  RecordRun,
  RecordUnit,
  ReleaseChoice,
  ReleaseRecord,
} from './record.ts';

/**
 * The record as it is published: people under pseudonyms unless they are to be named, runs by round
 * and attempt, units without their text unless it is asked for, model replies as hashes unless they
 * are. Everything in a release is computed from this, so that a reader can compute it too.
 */
export function publishedRecord(
  record: ReleaseRecord,
  choice: ReleaseChoice,
  secret: string | null,
): ReleaseRecord {
  const protocols = recordProtocols(record);
  const known = knownNames(protocols);
  const names = new Map<string, string>();
  const nameOf = (name: string): string => {
    if (secret === null || choice.names || known.has(name) || name === '') return name;
    const published = names.get(name) ?? pseudonym(secret, name);
    names.set(name, published);
    return published;
  };
  const runNames = new Map(record.runs.map((run) => [run.id, `${run.round}-${run.attempt}`]));
  const runOf = (run: string): string => runNames.get(run) ?? run;
  const same = sharing<string>((text) => text);
  return {
    ...record,
    versions: record.versions.map((version) => ({
      ...version,
      source:
        choice.names || secret === null ? version.source : withoutNames(version.source, nameOf),
      by: nameOf(version.by),
    })),
    units: choice.withText ? record.units : withheldUnits(record, protocols),
    runs: record.runs.map((run) => publishedRun(run, nameOf, runOf)),
    judgments: record.judgments.map((judgment, at) =>
      publishedJudgment(judgment, at + 1, choice, { nameOf, runOf, same }),
    ),
    rulings: record.rulings.map((ruling) => ({ ...ruling, by: nameOf(ruling.by) })),
    waivers: record.waivers.map((waiver, at) => ({
      ...waiver,
      id: `waiver-${at + 1}`,
      run: runOf(waiver.run),
      by: nameOf(waiver.by),
      annotator: waiver.annotator === null ? null : nameOf(waiver.annotator),
      withdrawn:
        waiver.withdrawn === null ? null : { ...waiver.withdrawn, by: nameOf(waiver.withdrawn.by) },
    })),
    decisions: record.decisions.map(({ about, ...decision }) => ({
      ...decision,
      by: nameOf(decision.by),
      about: publishedSubject(about, nameOf),
    })),
    people: record.people === null ? null : record.people.map(nameOf).toSorted(),
  };
}

function publishedSubject(
  about: RecordDecision['about'],
  nameOf: (name: string) => string,
): RecordDecision['about'] {
  if (about === null || about.name === null) return about;
  const isPerson = ['annotator', 'week', 'speed'].includes(about.kind);
  return isPerson ? { ...about, name: nameOf(about.name) } : about;
}

/**
 * The pseudonym of a person: the same in every release of a project, and not to be traced back
 * without the project's secret.
 */
function pseudonym(secret: string, name: string): string {
  const code = bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(name)));
  return `person-${code.slice(0, 10)}`;
}

/** Models and rules go by their own names. */
function knownNames({ versions }: RecordProtocols): ReadonlySet<string> {
  const all = [...versions.values()].flatMap(({ protocol }) => panelAnnotators(protocol.panel));
  return new Set(all.flatMap(({ kind, id }) => (kind === 'human' ? [] : [id])));
}

function publishedRun(
  run: RecordRun,
  nameOf: (name: string) => string,
  runOf: (run: string) => string,
): RecordRun {
  return {
    ...run,
    id: runOf(run.id),
    openedBy: nameOf(run.openedBy),
    closedBy: run.closedBy === null ? null : nameOf(run.closedBy),
    unitDecision:
      run.unitDecision === null ? null : { ...run.unitDecision, by: nameOf(run.unitDecision.by) },
    annotators: run.annotators.map(nameOf).toSorted(),
    awaited: run.awaited.map(({ unit, annotator }) => ({ unit, annotator: nameOf(annotator) })),
  };
}

/** What an imported row had besides may name anybody, and goes with the names. */
function publishedJudgment(
  judgment: RecordJudgment,
  seq: number,
  choice: ReleaseChoice,
  { nameOf, runOf, same }: Readonly<Record<'nameOf' | 'runOf' | 'same', (text: string) => string>>,
): RecordJudgment {
  const { task, unit, answers, asides, run, reply, guideline, taskHash } = judgment;
  const { at, untimed, seconds, origin, recordedAt = null } = judgment;
  const isPlain = choice.names || !asides.includes('"other"');
  // Field by field: a spread of 300,000 judgments is slow to make and large to keep.
  const published = {
    seq,
    task,
    unit,
    annotator: nameOf(judgment.annotator),
    run: run === null ? null : runOf(run),
    answers: same(answers),
    asides: same(withSuggester(isPlain ? asides : withoutOther(asides), judgment, nameOf)),
    guideline: same(guideline),
    taskHash: same(taskHash),
    at: same(at),
    untimed,
    seconds,
    origin,
    reply: reply === null || choice.replies ? reply : { ...reply, text: null },
  };
  return recordedAt === null ? published : { ...published, recordedAt: same(recordedAt) };
}

/** The suggestions may be a person's, whose judgments were imported. */
function withSuggester(
  text: string,
  judgment: RecordJudgment,
  nameOf: (name: string) => string,
): string {
  const assistance = storedAssistance(text, judgment);
  if (assistance === null || nameOf(assistance.by) === assistance.by) return text;
  const asides = JSON.parse(text) as Asides;
  const published = { ...assistance, by: nameOf(assistance.by) };
  return JSON.stringify({ ...asides, assistance: published });
}

function withoutOther(text: string): string {
  const { other: _, ...asides } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return JSON.stringify(asides);
}

function withheldUnits(
  record: ReleaseRecord,
  { present, topics }: RecordProtocols,
): readonly RecordUnit[] {
  const fieldsOf = new Map(
    [...present.tasks.values()].map(({ task }) => {
      const own = topics.filter((topic) => topic.task.id === task.id);
      return [task.id, publicFields(task, own.length === 0 ? [] : subjectFields(own))];
    }),
  );
  return record.units.map((unit) => {
    const names = fieldsOf.get(unit.task) ?? [];
    return { ...unit, withheld: true, fields: picked(unit.fields, names) };
  });
}

function picked(fields: UnitFields, names: readonly string[]): UnitFields {
  const kept = new Set(names);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => kept.has(name)));
}

/** A protocol's source with the people that its panel names under their pseudonyms. */
function withoutNames(source: string, nameOf: (name: string) => string): string {
  const document = parseDocument(source);
  const panel = document.get('panel');
  if (!isMap(panel)) return source;
  const rounds = document.get('rounds');
  const suggesters = (isMap(rounds) ? rounds.items : []).flatMap(({ value }) => {
    const by = isMap(value) ? value.getIn(['assisted', 'by'], true) : null;
    return isScalar(by) ? [by] : [];
  });
  const people = panel.items.flatMap(({ value }) => {
    const names = isMap(value) ? value.get('names') : null;
    return isSeq(names) ? names.items.filter(isScalar) : [];
  });
  // The name of a model's entry stands for its only run, and is not a person's.
  const isEntry = (name: unknown): boolean => panel.has(name);
  const scalars = [...people, ...suggesters.filter((one) => !isEntry(one.value))].toSorted(
    (a, b) => (a.range?.[0] ?? 0) - (b.range?.[0] ?? 0),
  );
  let text = source;
  for (const { range, value } of scalars.toReversed())
    if (range !== undefined && range !== null)
      text =
        text.slice(0, range[0]) + nameOf(String(value).normalize('NFC')) + text.slice(range[1]);
  return text;
}
