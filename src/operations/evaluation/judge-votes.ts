import { refuse } from '../../domain/fault.ts';
import { foundValue, oneOf } from '../../domain/text-values.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { assessJudge } from '../../evaluation/assess-judge.ts';
import type { JudgeAssessment, JudgeRequest } from '../../evaluation/assess-judge.ts';
import { slicing } from '../../evaluation/slicings.ts';
import { judgeOfVotes } from '../../evaluation/vote-judge.ts';
import { byName } from '../../truth/models/voices.ts';
import { voteTable } from '../fold/read-votes.ts';
import type { Progress } from '../text-file.ts';
import { firstColumns, readJudgeVotes } from './read-judge-votes.ts';

/** A judge in a plain table of votes. */
export interface VotesRequest extends JudgeRequest {
  readonly file: string;
  readonly judge: string;
  /** Who the people are; else everybody but the judge. */
  readonly people: readonly string[] | null;
  /** Columns by which the judge may be biased. */
  readonly by: readonly string[];
  readonly progress?: Progress;
}

/** How a judge does on a table of votes. */
export interface JudgedVotes {
  readonly assessment: JudgeAssessment;
  /** Rows without an answer: no votes. */
  readonly empty: number;
  /** Votes that replace an earlier one of the same annotator on the same unit and question. */
  readonly repeated: number;
}

/** Measures a judge on a table of votes, without a protocol. */
export function judgeVotes(request: VotesRequest): JudgedVotes {
  const { file, judge, people, by, progress } = request;
  const { votes, units, empty, repeated } = readJudgeVotes(file, progress);
  if (units.length === 0) refuse('file-empty', {}, { file });
  refuseUnknownFields(by, units, file);
  const slicings = by.map((field) =>
    slicing(
      field,
      units.map((unit) => unit[field]),
    ),
  );
  const work = judgeOfVotes(votes, judge, { units: units.length, people, slicings });
  if (work === null)
    refuseJudge(
      judge,
      votes.map((vote) => vote.annotator),
      file,
    );
  return { assessment: assessJudge(work, request), empty, repeated };
}

/** Whether a file is a long table of votes, or has no rows; else it has rows of judgments. */
export function isLongTable(file: string): boolean {
  const columns = firstColumns(file);
  return columns.length === 0 || voteTable(columns) !== null;
}

/** Refuses fields that no unit has: a mistyped one would look like a judge without bias. */
export function refuseUnknownFields(
  by: readonly string[],
  units: readonly (UnitFields | undefined)[],
  file?: string,
): void {
  const known = new Set(units.flatMap((unit) => Object.keys(unit ?? {})));
  const place = file === undefined ? {} : { file };
  for (const field of by)
    if (!known.has(field))
      refuse(
        'wrong-value',
        { field: '--by', got: foundValue(field), expected: oneOf([...known]) },
        place,
      );
}

/** Says that nobody of that name has judged, and who has. */
export function refuseJudge(judge: string, annotators: readonly string[], file?: string): never {
  const known = [...new Set(annotators)].toSorted(byName);
  return refuse(
    'wrong-value',
    { field: 'judge', got: foundValue(judge), expected: oneOf(known) },
    file === undefined ? {} : { file },
  );
}
