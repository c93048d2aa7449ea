import { fault, faultAbout } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Answers, Judgment } from '../../domain/judging/judgment.ts';
import { personName } from '../../domain/people/person-name.ts';
import { taskSchemaOfTerms, termHash } from '../../formats/verdicts/term-hash.ts';
import type { TextIndex } from '../../formats/text-index.ts';
import { JudgmentColumns } from '../../truth/fold/judgment-columns.ts';
import { CacheJudgments } from '../../formats/models/cache-judgments.ts';
import type { CachedJudgmentTopic, JudgmentSink } from '../../formats/models/cache-judgments.ts';
import { jsonEntrySteps } from '../../formats/json-entries.ts';
import type { EntrySink } from '../../formats/json-entries.ts';
import { legacyPreset } from '../verdicts/legacy-preset.ts';
import { withBytesCooperatively } from '../byte-file.ts';
import { projectTopics } from '../verdicts/truth-from-record.ts';
import { indexedUnits } from '../exchange/import-judgments.ts';
import type { StagedJudgments } from '../exchange/import-judgments.ts';
import type { ImportRequest } from '../exchange/import-request.ts';
import { namedTask } from '../fold/live-tally.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import { StagedRows } from '../exchange/staged-rows.ts';
import { FaultList } from '../text-file.ts';
import type { WorkContext } from '../work-context.ts';

/**
 * Stages the votes of a dual cache file; each model run is an annotator. Keeps only which run
 * judged which unit, so that gigabytes can be read. Aggregates are recomputed, not imported; for a
 * unit without votes, the aggregate becomes the judgment of the annotator the caller names.
 */
export async function stageCache(
  context: WorkContext,
  request: ImportRequest,
  project: ProjectProtocol,
): Promise<StagedJudgments> {
  const name = namedTask(project, request.task);
  const task = taskOf(project, name);
  const present = project.protocol.guideline.version;
  const rows = new StagedRows<Judgment>();
  try {
    const units = await indexedUnits(context.store, { project: project.project, task: name });
    const intake = new Intake(task, units, rows, request);
    const aggregator =
      request.mapping?.annotator === undefined ? undefined : personName(request.mapping.annotator);
    const aggregate: JudgmentSink['aggregate'] = ({ unit, answers, taskHash }, line) =>
      intake.takeAggregate(
        { ...noJudgment, task: name, unit, answers, taskHash, annotator: aggregator! },
        line,
      );
    const topics = topicsOfTask(project, task, request.mapping?.topic);
    const content = new CacheJudgments(request.name, topics, legacyPreset().former_names, {
      fault: (one) => intake.found.add(one),
      judgment: (judgment, line) => intake.take(judgment, line),
      ...(aggregator === undefined ? {} : { aggregate }),
    });
    await readCacheInTurns(request, content);
    for (const { question, answer, count } of content.outside)
      intake.leaveOut(
        fault(
          'wrong-value',
          { field: question, got: answer, expected: codedText('term-value') },
          { file: request.name },
        ),
        `answers outside of the terms: ${question} = ${answer}`,
        count,
      );
    intake.found.throwIfAny();
    if (
      rows.size === 0 &&
      content.judgments === 0 &&
      (aggregator === undefined || content.aggregates === 0)
    )
      intake.found.add(
        fault(
          'no-judgments',
          { topic: topics.map((topic) => topic.id).join(', ') },
          { file: request.name },
        ),
      );
    intake.found.throwIfAny();
    const skipped = {
      ...Object.fromEntries(intake.leftOut),
      ...(content.others === 0 ? {} : { 'entries of other topics': content.others }),
      ...(aggregator !== undefined || content.aggregates === 0
        ? {}
        : { [leftAggregates]: content.aggregates }),
    };
    const guideline =
      request.guideline === undefined || request.guideline === 'any' ? present : request.guideline;
    return {
      name: request.name,
      rows,
      task: name,
      hash: task.hash,
      guideline,
      changes: [],
      aside: [],
      skipped,
      warnings: [],
    };
  } catch (error) {
    await rows.discard();
    throw error;
  }
}

/** The topics of a cache for a task: those of its policies, or one named like the task. */
export function topicsOfTask(
  project: ProjectProtocol,
  { task }: Pick<ProjectTask, 'task'>,
  named?: string,
): readonly CachedJudgmentTopic[] {
  const own = projectTopics(project, []).topics.filter(
    (topic) => topic.task.id === task.id && (named === undefined || topic.id === named),
  );
  return own.length > 0
    ? own
    : [{ id: named ?? task.id, task, termHash: termHash(taskSchemaOfTerms(task)) }];
}

const leftAggregates =
  'aggregates, which are computed anew; --annotator takes those without votes as judgments';

/** Reads a cache file in pieces, so that others have their turn in between. */
async function readCacheInTurns(
  { path, name, progress }: ImportRequest,
  sink: EntrySink,
): Promise<void> {
  await withBytesCooperatively(
    path,
    async (fill) => {
      const steps = jsonEntrySteps(fill, sink, name);
      while (!steps.advance(chunksPerTurn)) await breathe();
    },
    progress,
  );
}

/** Chunks of 256 KB that are read before others have their turn. */
const chunksPerTurn = 2;

const noJudgment = { asides: {}, guideline: null, round: null, at: null, seconds: null };

class Intake {
  readonly found = new FaultList();
  readonly leftOut = new Map<string, number>();
  readonly #task: ProjectTask;
  readonly #units: TextIndex;
  readonly #rows: StagedRows<Judgment>;
  readonly #request: ImportRequest;
  readonly #seen: JudgmentColumns;
  /** What is wrong with answers, by their text: most judgments have the same answers as others. */
  readonly #checked = new Map<string, readonly Fault[]>();

  constructor(
    task: ProjectTask,
    units: TextIndex,
    rows: StagedRows<Judgment>,
    request: ImportRequest,
  ) {
    this.#task = task;
    this.#units = units;
    this.#rows = rows;
    this.#request = request;
    this.#seen = new JudgmentColumns(task.task);
  }

  take(judgment: Judgment, line: () => number): void {
    const unit = this.#units.find(judgment.unit);
    if (unit < 0) {
      this.leaveOut(
        fault(
          'unknown-unit',
          { field: 'unit', got: judgment.unit },
          { file: this.#request.name, line: line() },
        ),
        'of units that are not there',
        1,
      );
      return;
    }
    // Under older terms other answers were possible; they are kept as they are, and never counted.
    const faults = judgment.taskHash === this.#task.hash ? this.#faultsOf(judgment.answers) : [];
    if (faults.length > 0) {
      for (const one of faults)
        this.leaveOut(
          {
            ...faultAbout(one, `${judgment.unit}, ${judgment.annotator}:`),
            file: this.#request.name,
            line: line(),
          },
          `with faults: ${one.message}`,
          1,
        );
      return;
    }
    if (this.#seen.add(unit, this.#seen.annotator(judgment.annotator), []))
      this.#rows.add(judgment);
    else
      this.found.add(
        fault(
          'duplicate-judgment',
          { unit: judgment.unit, annotator: judgment.annotator, line: '?' },
          { file: this.#request.name, line: line() },
        ),
      );
  }

  takeAggregate(judgment: Judgment, line: () => number): void {
    const unit = this.#units.find(judgment.unit);
    if (unit < 0 || !this.#seen.isJudged(unit)) this.take(judgment, line);
  }

  /** A fault that stops the import, unless what it is about is to be left out. */
  leaveOut(one: Fault, why: string, count: number): void {
    if ((this.#request.mode ?? 'reject') === 'reject') this.found.add(one);
    else this.leftOut.set(why, (this.leftOut.get(why) ?? 0) + count);
  }

  #faultsOf(answers: Answers): readonly Fault[] {
    const text = JSON.stringify(answers);
    const known = this.#checked.get(text);
    if (known !== undefined) return known;
    const free = new Set(
      this.#task.task.questions
        .filter((question) => question.scale.kind === 'text' || question.scale.kind === 'quote')
        .map((question) => question.id),
    );
    // A cache holds no texts.
    const faults = this.#task.compiled
      .faults(answers, null)
      .filter(
        (one) => !(one.code === 'missing-field' && one.field !== undefined && free.has(one.field)),
      );
    if (this.#checked.size < 10_000) this.#checked.set(text, faults);
    return faults;
  }
}
