import type { Skip } from '../../formats/exchange/tool-export.ts';
import { skipCounter } from '../../formats/exchange/tool-export.ts';
import { fault, faultAbout, refuse } from '../../domain/fault.ts';
import type { Fault, FaultPlace } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import { codedText, earlierPlace } from '../../domain/text-values.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Answers, Judgment } from '../../domain/judging/judgment.ts';
import { personName } from '../../domain/people/person-name.ts';
import { taskSchemaOfTerms, termHash } from '../../formats/verdicts/term-hash.ts';
import type { TextIndex } from '../../formats/text-index.ts';
import { JudgmentTable } from '../../truth/judging/judgment-table.ts';
import { CacheJudgments } from '../../formats/models/cache-judgments.ts';
import type { CachedJudgmentTopic, JudgmentSink } from '../../formats/models/cache-judgments.ts';
import { jsonEntrySteps } from '../../formats/json-entries.ts';
import { legacyPreset } from '../verdicts/legacy-preset.ts';
import { withBytesCooperatively } from '../byte-file.ts';
import { projectTopics } from '../verdicts/truth-from-record.ts';
import { indexedUnits, refuseOtherTask, sameHashes } from '../exchange/import-judgments.ts';
import type { StagedJudgments } from '../exchange/import-judgments.ts';
import type { ImportRequest } from '../exchange/import-request.ts';
import { readCacheApart } from '../exchange/read-apart.ts';
import { namedTask } from '../fold/live-fold.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { StagedRows } from '../staged-rows.ts';
import { GivenJudgments } from '../exchange/uncounted.ts';
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
  now: ProjectProtocol,
  run: RunWork | null,
): Promise<StagedJudgments> {
  const project = run?.project ?? now;
  const name = namedTask(project, request.task ?? run?.round.task);
  const task = taskOf(project, name);
  refuseOtherTask(name, run);
  const present = project.protocol.guideline.version;
  const rows = new StagedRows<Judgment>();
  try {
    const units = await indexedUnits(context.store, { project: project.project, task: name });
    const intake = new Intake(task, units, rows, request);
    const named = request.mapping?.annotator;
    const annotator = named === undefined ? undefined : personName(named);
    const aggregate: JudgmentSink['aggregate'] = ({ unit, answers, taskHash }, line) => {
      const judgment = { task: name, unit, answers, taskHash, annotator: annotator! };
      intake.takeAggregate({ ...noJudgment, ...judgment }, line);
    };
    const topics = topicsOfTask(project, task, request.mapping?.topic);
    const sink: JudgmentSink = {
      fault: (one) => intake.found.add(one),
      judgment: (judgment, line) => intake.take(judgment, line),
      ...(annotator === undefined ? {} : { aggregate }),
    };
    const content = await (request.apart === true
      ? readCacheApart(request, topics, sink, intake.found)
      : readCache(request, topics, sink));
    const file = request.name;
    for (const { question, answer, count } of content.outside) {
      const wrong = wrongField(question, answer, codedText('term-value'), { file });
      intake.leaveOut(wrong, 'skipped-outside-terms', count, { question, answer });
    }
    intake.found.throwIfAny();
    const aggregates = annotator === undefined ? 0 : content.aggregates;
    if (rows.size === 0 && content.judgments === 0 && aggregates === 0) {
      const topic = topics.map(({ id }) => id).join(', ');
      refuse('no-judgments', { topic }, { file });
    }
    const left = content.aggregates - aggregates;
    intake.leftOut.skip('skipped-other-topics', content.others);
    intake.leftOut.skip('skipped-aggregates', left);
    const { guideline = 'any' } = request;
    return {
      name: file,
      rows,
      given: intake.given,
      run,
      task: name,
      ...sameHashes(task),
      guideline: guideline === 'any' ? present : guideline,
      changes: [],
      aside: [],
      skipped: intake.leftOut.counts(),
      warnings: [],
    };
  } catch (error) {
    await rows.discard();
    throw error;
  }
}

/** The topics of a cache for a task: those of its policies, or one named like the task. */
export function topicsOfTask(
  project: Pick<ProjectProtocol, 'protocol' | 'content' | 'named'>,
  { task }: Pick<ProjectTask, 'task'>,
  named?: string,
): readonly CachedJudgmentTopic[] {
  const own = projectTopics(project, []).topics.filter(
    (topic) => topic.task.id === task.id && (named === undefined || topic.id === named),
  );
  if (own.length > 0) return own;
  return [{ id: named ?? task.id, task, termHash: termHash(taskSchemaOfTerms(task)) }];
}

/** What of a cache was left out, and how much of it there was. */
export type CacheSums = Pick<CacheJudgments, 'outside' | 'judgments' | 'aggregates' | 'others'>;

/** Passes the judgments of a cache file on in pieces, so that others have their turn in between. */
export async function readCache(
  { path, name, progress }: Pick<ImportRequest, 'path' | 'name' | 'progress'>,
  topics: readonly CachedJudgmentTopic[],
  sink: JudgmentSink,
): Promise<CacheSums> {
  const content = new CacheJudgments(name, topics, legacyPreset().former_names, sink);
  await withBytesCooperatively(
    path,
    async (fill) => {
      const steps = jsonEntrySteps(fill, content, name);
      while (!steps.advance(chunksPerTurn)) await breathe();
    },
    progress,
  );
  const { outside, judgments, aggregates, others } = content;
  return { outside, judgments, aggregates, others };
}

/** Chunks of 256 KB that are read before others have their turn. */
const chunksPerTurn = 2;

const noJudgment = { asides: {}, guideline: null, round: null, at: null, seconds: null };

class Intake {
  readonly found = new FaultList();
  readonly leftOut = skipCounter();
  /** How many judgments each annotator gave. */
  readonly given = new GivenJudgments();
  readonly #task: ProjectTask;
  readonly #units: TextIndex;
  readonly #rows: StagedRows<Judgment>;
  readonly #request: ImportRequest;
  readonly #seen: JudgmentTable;
  /** Faults by the text of the answers: most judgments have the same answers as others. */
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
    this.#seen = new JudgmentTable({ questions: [] });
  }

  take(judgment: Judgment, line: () => number): void {
    const { unit: id, annotator } = judgment;
    const unit = this.#units.find(id);
    const place = (): FaultPlace => ({ file: this.#request.name, line: line() });
    if (unit < 0) {
      const unknown = fault('unknown-unit', { field: 'unit', got: id }, place());
      this.leaveOut(unknown, 'skipped-unknown-units', 1);
      return;
    }
    // Under older terms other answers were possible; they are kept as they are, and never counted.
    const faults = judgment.taskHash === this.#task.hash ? this.#faultsOf(judgment.answers) : [];
    if (faults.length > 0) {
      for (const one of faults) {
        const wrong = { ...faultAbout(one, `${id}, ${annotator}:`), ...place() };
        const { code, values } = one;
        this.leaveOut(wrong, 'skipped-fault', 1, { fault: { code, values } });
      }
      return;
    }
    if (this.#seen.add(unit, this.#seen.annotator(annotator), [])) {
      this.#rows.add(judgment);
      this.given.add(judgment);
      return;
    }
    const twice = { unit: id, annotator, place: earlierPlace(null) };
    this.found.add(fault('duplicate-judgment', twice, place()));
  }

  takeAggregate(judgment: Judgment, line: () => number): void {
    const unit = this.#units.find(judgment.unit);
    if (unit < 0 || !this.#seen.isJudged(unit)) this.take(judgment, line);
  }

  /** Stops the import with a fault, or counts what is left out. */
  leaveOut(one: Fault, ...[what, count, values]: Parameters<Skip>): void {
    if ((this.#request.mode ?? 'reject') === 'reject') this.found.add(one);
    else this.leftOut.skip(what, count, values);
  }

  #faultsOf(answers: Answers): readonly Fault[] {
    const text = JSON.stringify(answers);
    const known = this.#checked.get(text);
    if (known !== undefined) return known;
    const { task, compiled } = this.#task;
    const isFree = (field: string | undefined): boolean => {
      const kind = task.questions.find((question) => question.id === field)?.scale.kind;
      return kind === 'text' || kind === 'quote';
    };
    // A cache holds no texts.
    const faults = compiled
      .faults(answers, null)
      .filter((one) => one.code !== 'missing-field' || !isFree(one.field));
    if (this.#checked.size < 10_000) this.#checked.set(text, faults);
    return faults;
  }
}
