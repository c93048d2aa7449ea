import { codedText } from '../../domain/text-values.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import { readVotes } from '../fold/read-votes.ts';
import type { NamedColumns } from '../fold/read-votes.ts';
import { FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { answerCodes } from './cell-codes.ts';
import type { LevelName } from './cell-codes.ts';
import type { NamedRatings } from './read-ratings.ts';

/** A matrix of more cells would not fit into memory. */
const mostCells = 500_000_000;

/**
 * Reads a long table of votes (unit, annotator, answer) as a matrix of ratings. Where somebody
 * voted on a unit more than once, the last vote counts, and a warning says how many do not.
 */
export function readVoteRatings(
  file: string,
  named: NamedColumns,
  scale: LevelName,
  declared: readonly string[] | null,
  progress?: Progress,
): NamedRatings {
  const { votes, annotators, answers, repeats } = readVotes(file, named, progress);
  const found = new FaultList();
  const { categories, codeOf, problemOf } = answerCodes(answers, scale, declared);
  for (const answer of answers) {
    const problem = problemOf(answer);
    if (problem !== null) found.add(wrongValue('answer', answer, problem, { file }));
  }
  if (annotators.length < 2) {
    const expected = codedText('number-from', { least: 2 });
    found.add(wrongValue('annotators', annotators.length, expected, { file }));
  }
  const cells = votes.units * annotators.length;
  if (cells > mostCells)
    found.add(wrongValue('cells', cells, codedText('at-most', { limit: mostCells }), { file }));
  found.throwIfAny();
  const place = answers.map(codeOf);
  const codes = emptyCodes(cells, categories.length);
  for (let vote = 0; vote < votes.unit.length; vote += 1)
    codes[votes.unit[vote]! * annotators.length + votes.annotator[vote]!] =
      place[votes.answer[vote]!]!;
  return {
    ratings: {
      units: votes.units,
      annotators: annotators.length,
      categories: categories.length,
      codes,
    },
    annotators,
    categories,
    warnings: repeats === 0 ? [] : [codedText('later-votes', { count: repeats })],
  };
}
