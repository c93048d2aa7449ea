import type { Answer } from '../../domain/answer.ts';

/** How names in a tool's export map to those of a task. Equal names need no entry. */
export interface ToolMapping {
  /**
   * Where a tool's field (from_name, question, scheme) goes: a question; `*`, when each chosen
   * label is itself a question; `notes` (several fields are joined); or null, to leave it out.
   */
  readonly fields?: Readonly<Record<string, string | null>>;
  /** What a label of a field means: an answer, or for a field that goes to `*`, a question. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, Answer>>>>;
  /** From which score on a binary question is answered with yes, by field. */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** The fields of the tool's records that name the unit, in the order of the task's id fields. */
  readonly unit?: readonly string[];
  /** The tool's users by the names that they have here. */
  readonly annotators?: Readonly<Record<string, string>>;
  /** Who annotated, where the export does not say. */
  readonly annotator?: string;
  /** What an annotation without answers means in a task of labels; a fault when left out. */
  readonly empty?: 'no label applies';
  readonly guideline?: string;
  readonly round?: string;
}
