import type { LocalText } from '../../../domain/local-text.ts';
import { isClosed, scaleAnswers } from '../../../domain/protocol/scale.ts';
import { ragFamilies } from '../../../evaluation/summed-rag.ts';
import type { RagFamily } from '../../../evaluation/summed-rag.ts';
import { labelQuestions } from '../../../release/measured/measured-truth.ts';
import { policiesOf } from '../../../release/measured/measured-verdicts.ts';
import type { FoldedTask, RecordFold } from '../../../release/record-fold.ts';
import { releaseSplit } from '../../../release/release-split.ts';
import { releasedTruths } from '../../../release/truth-rows.ts';
import { releaseFold } from '../judge-release.ts';

/** A question of a released task that systems can be measured on. */
interface ChosenQuestion {
  readonly id: string;
  readonly title: LocalText;
  readonly answers: readonly string[];
}

/** A task of a release, and what systems may predict of it. */
interface ChosenTask {
  readonly task: string;
  readonly title: LocalText;
  /** Units with a truth; of the sides of a split where there is one. */
  readonly units: number;
  readonly sides: { readonly dev: number; readonly test: number } | null;
  readonly labels: readonly string[];
  readonly classes: readonly ChosenQuestion[];
  /** Questions of relevance, where units are pairs of a query and a document. */
  readonly relevance: readonly ChosenQuestion[];
  readonly families: readonly RagFamily[];
  /** Whether units stand below a subject, as rules below their text. */
  readonly hasSubjects: boolean;
  /** What units can be sliced by. */
  readonly fields: readonly string[];
}

/** What of a release systems can be measured against. */
export interface ReleaseChoices {
  readonly simulated: boolean;
  readonly tasks: readonly ChosenTask[];
  readonly policies: readonly {
    readonly policy: string;
    readonly task: string;
    /** Whether its verdicts have sides: the split keeps subjects together. */
    readonly hasSides: boolean;
  }[];
}

/** What of a release systems can be measured against. */
export function releaseChoices(release: string): ReleaseChoices {
  const fold = releaseFold(release);
  return {
    simulated: fold.present.protocol.simulated,
    tasks: fold.tasks.map((task) => chosenTask(fold, task)),
    policies: policiesOf(fold).map(({ policy, task }) => ({
      policy,
      task,
      hasSides: fold.tasks.some(
        (one) => one.task.task.id === task && releaseSplit(fold, one)?.keepTogether === true,
      ),
    })),
  };
}

function chosenTask(fold: RecordFold, folded: FoldedTask): ChosenTask {
  const { task } = folded.task;
  const { subject, id } = task.unit;
  const settled = releasedTruths(fold, folded).filter(({ answers }) => answers !== null);
  const split = releaseSplit(fold, folded);
  const onSide = (side: 'dev' | 'test'): number =>
    settled.filter(({ unit }) => split?.sideOf.get(unit.id) === side).length;
  const closed = task.questions.filter(({ scale }) => isClosed(scale));
  const chosen = (questions: typeof closed): readonly ChosenQuestion[] =>
    questions.map((one) => ({
      id: one.id,
      title: one.title,
      answers: scaleAnswers(one.scale).map(String),
    }));
  const labels = labelQuestions(folded).map((one) => one.id);
  const isPairs = subject !== null && id.some((field) => field !== subject);
  const values = settled.flatMap(({ unit }) =>
    Object.entries(unit.fields).filter(([, value]) => isSliceable(value)),
  );
  return {
    task: task.id,
    title: task.title,
    units: settled.length,
    sides: split === null ? null : { dev: onSide('dev'), test: onSide('test') },
    labels,
    classes: chosen(closed),
    relevance: isPairs ? chosen(closed.filter(({ scale }) => scale.kind !== 'nominal')) : [],
    families: (Object.keys(ragFamilies) as RagFamily[]).filter((family) =>
      ragFamilies[family].every((label) => labels.includes(label)),
    ),
    hasSubjects: subject !== null,
    fields: [...new Set(values.map(([name]) => name))].filter(
      (name) => !id.includes(name) && !task.unit.show.includes(name),
    ),
  };
}

function isSliceable(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'object';
}
