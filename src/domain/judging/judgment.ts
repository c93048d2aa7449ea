import type { Answer } from '../answer.ts';
import type { Assistance } from './assistance.ts';
import type { FurtherReason } from './further.ts';

/** The answers of one judgment, by question. A question that does not apply is absent. */
export type Answers = Readonly<Record<string, Answer>>;

/** How sure the annotator was. */
export const confidences = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof confidences)[number];

/** The most characters that the notes beside a judgment may have. */
export const longestNotes = 10_000;

/** What an annotator may say besides the answers. */
export interface Asides {
  readonly confidence?: Confidence;
  readonly notes?: string;
  /** The annotator asks for a second look. */
  readonly flag?: boolean;
  /** The annotator was unsure and chose the lower answer, as the guideline asks. */
  readonly uncertain?: boolean;
  /** In an assisted round: what was suggested, by whom, and whether it was shown. */
  readonly assistance?: Assistance;
  /** Why the unit got this annotator besides the first ones; absent for one of the first. */
  readonly further?: FurtherReason;
  /** Unknown keys of an imported row, kept so that an export has them again. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** Where a judgment comes from, and whether it counts. */
export interface JudgmentOrigin {
  /** `workbench`, `model`, `rule` or `import`, the last with the id of the import. */
  readonly origin: string;
  /** `yes`, or the code of the reason why it does not count. */
  readonly counts: string;
}

/** One annotator's answers about one unit. Never changed: a revision is a new judgment. */
export interface Judgment {
  readonly unit: string;
  readonly task: string;
  readonly annotator: string;
  readonly answers: Answers;
  readonly asides: Asides;
  readonly guideline: string | null;
  /** The version of the task's questions and scales that was answered. */
  readonly taskHash: string | null;
  readonly round: string | null;
  /** When it was given, ISO 8601. */
  readonly at: string | null;
  /** Active seconds spent on it. */
  readonly seconds: number | null;
}

/** A judgment in the record: its versions and its time are known, and it is in a run or in none. */
export interface RecordedJudgment extends Omit<
  Judgment,
  'round' | 'guideline' | 'taskHash' | 'at'
> {
  readonly run: string | null;
  readonly guideline: string;
  readonly taskHash: string;
  readonly at: string;
}

/** A judgment on a task as the log has it: answers and asides are JSON text, not read yet. */
export interface LoggedJudgment extends Omit<RecordedJudgment, 'task' | 'answers' | 'asides'> {
  /** Its place in the log. */
  readonly seq: number;
  readonly answers: string;
  readonly asides: string;
  /** When it was imported, if it was: until then nobody knew of it. */
  readonly recordedAt?: string | null;
}
