import { missingField } from '../../domain/field-fault.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { readFurther, readRange } from '../../domain/rounds/further-plan.ts';
import type { FurtherPlan } from '../../domain/rounds/further-plan.ts';
import type { RoundKind, RoundSource } from '../../domain/rounds/round.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codedText, foundValue, oneOf } from '../../domain/text-values.ts';
import { printPath, unknownAt, wrongAt } from '../schema-faults.ts';
import type { Finding, Path } from '../schema-faults.ts';

/** How many annotators a round gives each unit, and which units get more. */
interface ReadAnnotators {
  readonly annotators: number | null;
  readonly further: FurtherPlan | null;
}

/** The numbers of annotators of a round; {@link furtherFaults} says what is wrong with them. */
export function readAnnotators({
  annotators,
  further,
}: Pick<RoundSource, 'annotators' | 'further'>): ReadAnnotators {
  if (annotators === 'all') return { annotators: null, further: null };
  if (typeof annotators === 'number') return { annotators, further: null };
  const { least, most } = readRange(annotators);
  return { annotators: least, further: readFurther(further ?? {}, most) };
}

/** What a round with further annotators has to fit. */
interface FurtherRound {
  readonly kind: RoundKind | undefined;
  /** The round's task; null where the round names none that exists. */
  readonly task: Task | null;
  /** Questions of the task whose scales are not known. */
  readonly isDoubted: (question: string) => boolean;
  readonly panel: Panel;
}

/** The faults of a range of annotators, and of what decides who gets the further ones. */
export function furtherFaults(
  path: Path,
  source: Pick<RoundSource, 'annotators' | 'further'>,
  round: FurtherRound,
): readonly Finding[] {
  const { annotators, further } = source;
  const own = [...path, 'annotators'];
  const decides = [...path, 'further'];
  if (typeof annotators !== 'string' || annotators === 'all') {
    if (further === undefined) return [];
    const got = codedText('annotators-given', { annotators });
    return [wrongAt(decides, got, codedText('annotators-range'))];
  }
  const { least, most } = readRange(annotators);
  const found: Finding[] = [];
  if (round.kind === 'training')
    found.push(wrongAt(own, codedText('a-training'), codedText('no-range-in-training')));
  else if (least >= most) found.push(wrongAt(own, annotators, codedText('annotators-range')));
  else found.push(...panelFaults(own, annotators, most, round.panel));
  if (further === undefined) {
    found.push({ path, fault: missingField(printPath(decides), codedText('further-decided-by')) });
    return found;
  }
  const { share, on, questions } = further;
  const plan = readFurther(further, most);
  if (share === undefined && on === undefined)
    found.push(wrongAt(decides, codedText('nothing-decided'), codedText('further-decided-by')));
  if (plan.disagreement && least < 2)
    found.push(wrongAt([...decides, 'on'], 'disagreement', codedText('two-to-disagree')));
  if (plan.flag && round.task?.asides.includes('flag') === false)
    found.push(wrongAt([...decides, 'on'], 'flag', codedText('flag-among-asides')));
  if (questions !== undefined && !plan.disagreement)
    found.push(
      wrongAt([...decides, 'questions'], foundValue(questions), codedText('with-disagreement')),
    );
  questions?.forEach((name, at) =>
    found.push(...questionFaults([...decides, 'questions', at], name, round)),
  );
  return found;
}

/** A panel that names its people must name enough of them. */
function panelFaults(path: Path, range: string, most: number, panel: Panel): readonly Finding[] {
  const people = Object.values(panel).filter((entry) => entry.kind === 'human');
  const isNamed = people.length > 0 && people.every((entry) => entry.names !== undefined);
  const named = new Set(people.flatMap((entry) => entry.names ?? []));
  if (!isNamed || named.size >= most) return [];
  return [wrongAt(path, range, codedText('people-for-further', { named: named.size, most }))];
}

function questionFaults(
  path: Path,
  name: string,
  { task, isDoubted }: FurtherRound,
): readonly Finding[] {
  if (task === null || isDoubted(name)) return [];
  const question = task.questions.find((one) => one.id === name);
  const closed = task.questions.filter((one) => isClosed(one.scale)).map((one) => one.id);
  if (question === undefined) return [unknownAt(path, name, oneOf(closed))];
  if (isClosed(question.scale)) return [];
  const got = codedText('scale-kind', { kind: question.scale.kind });
  return [wrongAt(path, got, codedText('closed-question'))];
}
