import { canonicalJson } from '../../domain/canonical-json.ts';
import type { GuidelineCard, GuidelineChapter } from '../../domain/protocol/guideline.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { ListedChange } from './content-changes.ts';
import { listedChanges } from './listed-changes.ts';
import type { WholeProtocol } from './listed-changes.ts';
import { taskHash } from './task-hash.ts';

/** What became of something between two versions. */
type Change = 'added' | 'removed' | 'changed';

/** A question that is new, gone, or asked differently. */
interface QuestionChange {
  readonly task: string;
  readonly question: string;
  readonly change: Change;
  /** What about it changed: `scale`, `ask` …; empty for what is new or gone. */
  readonly what: readonly string[];
}

/** A constraint that is new or gone, in its own words. */
interface ConstraintChange {
  readonly task: string;
  readonly constraint: string;
  readonly change: 'added' | 'removed';
}

/** What the guideline says differently about a question. */
interface CardChange {
  readonly question: string;
  readonly change: Change;
  /** Sentence by sentence or entry by entry, what was taken out of a part and what was put in. */
  readonly parts: readonly {
    readonly part: CardPart;
    readonly removed: readonly string[];
    readonly added: readonly string[];
  }[];
}

/** A chapter of the guideline that is not about one question. */
interface ChapterChange {
  readonly title: string;
  readonly change: Change;
  /** Paragraph by paragraph or entry by entry, what was taken out of it and what was put in. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Everything that an annotator has to know when a protocol got a new version. */
export interface ProtocolChanges {
  readonly guideline: { readonly before: string; readonly after: string };
  readonly questions: readonly QuestionChange[];
  readonly constraints: readonly ConstraintChange[];
  readonly cards: readonly CardChange[];
  readonly chapters: readonly ChapterChange[];
  /** Tasks whose questions or scales changed, so that judgments given before are stale. */
  readonly staleTasks: readonly string[];
  /** Every change in words, of the rules too. */
  readonly list: readonly ListedChange[];
}

/** The parts of a guideline card that are compared. */
type CardPart = (typeof cardParts)[number];

const cardParts = ['title', 'definition', 'include', 'exclude', 'positive', 'negative'] as const;
const questionParts = ['title', 'ask', 'help', 'scale', 'when', 'required', 'measured'] as const;

/** What changed between two protocol versions, in the later one's order; removals last. */
export function protocolChanges(before: WholeProtocol, after: WholeProtocol): ProtocolChanges {
  const [earlier, later] = [before.guideline, after.guideline];
  const tasks = pairs(before.protocol.tasks, after.protocol.tasks, (task) => task.id);
  const cards = pairs(earlier.cards, later.cards, (card) => card.question);
  const chapters = pairs(earlier.chapters, later.chapters, (chapter) => chapter.title);
  return {
    guideline: {
      before: before.protocol.guideline.version,
      after: after.protocol.guideline.version,
    },
    questions: tasks.flatMap(questionChanges),
    constraints: tasks.flatMap(constraintChanges),
    cards: cards.flatMap(cardChange),
    chapters: chapters.flatMap(chapterChange),
    staleTasks: tasks.flatMap(({ key, old, now }) =>
      old !== undefined && (now === undefined || taskHash(old) !== taskHash(now)) ? [key] : [],
    ),
    list: listedChanges(before, after),
  };
}

/** True when nothing that annotators read or answer changed. */
export function isUnchanged(changes: ProtocolChanges): boolean {
  const { questions, constraints, cards, chapters } = changes;
  return [questions, constraints, cards, chapters].every((list) => list.length === 0);
}

/** The changes that concern one task: its questions and cards, and chapters for all tasks. */
export function changesOfTask(changes: ProtocolChanges, task: Task): ProtocolChanges {
  const gone = changes.questions.filter((one) => one.task === task.id).map((one) => one.question);
  const own = new Set([...task.questions.map((question) => question.id), ...gone]);
  return {
    ...changes,
    questions: changes.questions.filter((one) => one.task === task.id),
    constraints: changes.constraints.filter((one) => one.task === task.id),
    cards: changes.cards.filter((one) => own.has(one.question)),
    staleTasks: changes.staleTasks.filter((one) => one === task.id),
  };
}

/** The changes of the rules among all changes. */
export function rulesChanged({ list }: Pick<ProtocolChanges, 'list'>): readonly ListedChange[] {
  return list.filter((one) => one.class === 'rules');
}

/** The same thing in two versions; one of them is missing where it is new or gone. */
interface Pair<Thing> {
  readonly key: string;
  readonly old: Thing | undefined;
  readonly now: Thing | undefined;
}

function pairs<Thing>(
  before: readonly Thing[],
  after: readonly Thing[],
  keyOf: (thing: Thing) => string,
): readonly Pair<Thing>[] {
  const old = new Map(before.map((thing) => [keyOf(thing), thing]));
  const now = new Map(after.map((thing) => [keyOf(thing), thing]));
  return [...new Set([...now.keys(), ...old.keys()])].map((key) => ({
    key,
    old: old.get(key),
    now: now.get(key),
  }));
}

function questionChanges({ key, old, now }: Pair<Task>): readonly QuestionChange[] {
  return pairs(old?.questions ?? [], now?.questions ?? [], (question) => question.id).flatMap(
    (pair): readonly QuestionChange[] => {
      const common = { task: key, question: pair.key };
      if (pair.old === undefined || pair.now === undefined)
        return [{ ...common, change: pair.old === undefined ? 'added' : 'removed', what: [] }];
      const what = questionParts.filter(
        (part) => partText(pair.old!, part) !== partText(pair.now!, part),
      );
      return what.length === 0 ? [] : [{ ...common, change: 'changed', what }];
    },
  );
}

function partText(question: Question, part: (typeof questionParts)[number]): string {
  return canonicalJson(part === 'when' ? (question.when?.expression ?? null) : question[part]);
}

function constraintChanges({ key, old, now }: Pair<Task>): readonly ConstraintChange[] {
  return pairs(old?.constraints ?? [], now?.constraints ?? [], (constraint) =>
    canonicalJson(constraint.expression),
  ).flatMap((pair): readonly ConstraintChange[] => {
    if (pair.old !== undefined && pair.now !== undefined) return [];
    const change = pair.old === undefined ? 'added' : 'removed';
    return [{ task: key, constraint: (pair.now ?? pair.old)!.source, change }];
  });
}

function cardChange({ key, old, now }: Pair<GuidelineCard>): readonly CardChange[] {
  const parts = cardParts.flatMap((part) => {
    const before = entriesOf(old, part);
    const after = entriesOf(now, part);
    const removed = before.filter((entry) => !after.includes(entry));
    const added = after.filter((entry) => !before.includes(entry));
    return removed.length + added.length === 0 ? [] : [{ part, removed, added }];
  });
  if (old !== undefined && now !== undefined)
    return parts.length === 0 ? [] : [{ question: key, change: 'changed', parts }];
  return [{ question: key, change: old === undefined ? 'added' : 'removed', parts }];
}

/** A definition is compared sentence by sentence, so that a reader finds the one that changed. */
function entriesOf(card: GuidelineCard | undefined, part: CardPart): readonly string[] {
  const value = card?.[part];
  if (value === undefined || value === '') return [];
  if (part !== 'definition') return typeof value === 'string' ? [value] : value;
  return String(value).split(/(?<=[.!?])\s+(?=\p{Lu})/u);
}

function chapterChange({ key, old, now }: Pair<GuidelineChapter>): readonly ChapterChange[] {
  if (old?.text === now?.text) return [];
  const [before, after] = [passagesOf(old), passagesOf(now)];
  const removed = before.filter((passage) => !after.includes(passage));
  const added = after.filter((passage) => !before.includes(passage));
  if (old !== undefined && now !== undefined)
    return [{ title: key, change: 'changed', removed, added }];
  return [{ title: key, change: old === undefined ? 'added' : 'removed', removed, added }];
}

/** The paragraphs and list entries of a chapter. */
function passagesOf(chapter: GuidelineChapter | undefined): readonly string[] {
  const passages = chapter?.text.split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/) ?? [];
  return passages.map((one) => one.replace(/\s+/g, ' ').trim()).filter((one) => one !== '');
}
