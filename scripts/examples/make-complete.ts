import { join } from 'node:path';
import type { Answers } from '../../src/domain/judging/judgment.ts';
import { exampleStories } from '../../src/operations/protocol/example-stories.ts';
import type { ExampleStory } from '../../src/operations/protocol/example-stories.ts';
import { readFolderRecord } from '../../src/operations/release/read-folder-record.ts';
import { obstacles } from '../../src/release/obstacles.ts';
import { foldRecord } from '../../src/release/record-fold.ts';
import type { ReleaseRecord } from '../../src/release/record.ts';
import { jsonLines, writeExample } from './write-example.ts';

const examples = join(import.meta.dirname, '../../examples');
const at = '2026-03-16T10:00:00Z';

/** Whom the senior follows, where the story of an example does not say. */
const followed = 'gpt-5.1#1';

const reasons = [
  'Read again with the guideline: its definition decides, and this reading keeps to it.',
  'Talked through with both sides; the text supports this answer and not the other.',
  'Close to the border that the guideline draws. Decided by what the text says, not by what it ' +
    'implies.',
  'The other answer rests on a part of the text that is about something else.',
];
const unusable = 'The text is cut off in the middle of a sentence and cannot be judged.';

const notAgain =
  'Judged in the first pilot only, under another guideline than the present one, and not drawn ' +
  'again.';

/**
 * Rulings on all that is open in the examples, and on what was judged and does not count, by their
 * path below `examples`. Simulated.
 */
export function files(): ReadonlyMap<string, string> {
  return new Map(
    exampleStories.map((story) => [
      `stories/complete/${story.name}/rulings/decided.jsonl`,
      jsonLines(rulings(story)),
    ]),
  );
}

/**
 * The first open unit is excluded, all others are ruled on as one of the annotators judged. What
 * does not count is left out.
 */
function rulings(story: ExampleStory): readonly object[] {
  const { record } = readFolderRecord(join(examples, story.name), at);
  const left = obstacles(foldRecord(record, 1)).flatMap((one) =>
    one.kind === 'units' && (one.why === 'open' || one.why === 'uncounted')
      ? one.units.map((unit) => ({ unit, task: one.task, why: one.why }))
      : [],
  );
  return left.map(({ unit, task, why }, place) => {
    const common = { unit, task, by: 'senior' };
    if (place === 0 || why === 'uncounted') {
      const reason = why === 'uncounted' ? notAgain : unusable;
      return { ...common, exclude: true, reason: `${reason} (Simulated.)`, at };
    }
    const reason = `${reasons[place % reasons.length]!} (Simulated.)`;
    return { ...common, answers: answersOf(record, story, { unit, task }), reason, at };
  });
}

function answersOf(
  { judgments }: ReleaseRecord,
  { rulings: ruled }: ExampleStory,
  { unit, task }: { readonly unit: string; readonly task: string },
): Answers {
  const own = judgments.filter((one) => one.unit === unit && one.task === task);
  const judged = own.findLast((one) => one.annotator === (ruled?.follow ?? followed));
  return JSON.parse(judged!.answers) as Answers;
}

if (import.meta.main) writeExample(examples, files());
