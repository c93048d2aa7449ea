import { codedText } from '../../domain/text-values.ts';
import { panelAnnotators } from '../../domain/judging/annotator.ts';
import { refuse } from '../../domain/fault.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { shuffle } from '../../statistics/shuffle.ts';
import { explain } from '../../truth/verdicts/explain.ts';
import type { Explanation } from '../../truth/verdicts/explain.ts';
import { byWeight } from '../../truth/verdicts/unit-grounds.ts';
import type { UnitGrounds } from '../../truth/verdicts/unit-grounds.ts';
import { withoutHidden } from '../../truth/rulings/without-hidden.ts';
import type { TaskRecord } from '../fold/task-record.ts';
import { hiddenModels } from '../rulings/model-votes.ts';
import type { WorkContext } from '../work-context.ts';
import { authoriseVerdicts, chosenTable, withVerdicts } from './project-verdicts.ts';
import { subjectQuotes, subjectTexts } from './truth-from-record.ts';

/** Which verdict is to be explained. */
export interface VerdictRequest {
  readonly project: string;
  readonly subject: string;
  /** The first policy, and the smallest K, when left out. */
  readonly policy?: string;
  readonly k?: number;
  /** Also the units that neither counted nor wait for anything. */
  readonly units?: 'counted' | 'all';
}

/** What another policy, or the same for another K, says about the subject. */
interface OtherVerdict {
  readonly policy: string;
  readonly k: number;
  readonly verdict: string | null;
  readonly score: number | null;
}

/** How a verdict came about, with what every policy and K says about the subject. */
export interface ShownVerdict extends Explanation {
  readonly others: readonly OtherVerdict[];
  /** The latest ruling on each of the units that has one: what a new ruling must name as seen. */
  readonly lastRulings: Readonly<Record<string, string>>;
  /** Votes of models on these units that are hidden from those who rule. */
  readonly hiddenVotes: number;
}

/**
 * Explains a verdict: the rule or the score, the units that matter, their votes and rulings. Only
 * leads and reviewers see who answered what; adjudicators see what models answered once a lead
 * shows it. For leads, adjudicators, reviewers.
 */
export async function showVerdict(
  context: WorkContext,
  input: VerdictRequest,
): Promise<ShownVerdict> {
  const role = await authoriseVerdicts(context, input.project);
  return await withVerdicts(context.store, input.project, async (current) => {
    const { topic, tally } = chosenTable(current, input.policy, input.k);
    const { truths, record } = topic;
    const subject = truths.subject(input.subject);
    if (subject === null)
      refuse('not-found', { what: codedText('subject', { id: input.subject }) });
    const quotes = await subjectQuotes(context.store, record, subject.id);
    const texts = await subjectTexts(context.store, record, subject.id);
    const shown = role === 'adjudicator' ? hiddenNames(record, input.project) : null;
    const { panel } = record.project.protocol;
    const names = record.fold.table.annotators;
    const models = await hiddenModels(context, input.project, panel, names);
    let hiddenVotes = 0;
    const grounds = (unit: string): UnitGrounds => {
      const known = { ...truths.grounds(unit), quotes: quotes.get(unit) ?? [] };
      const seen = withoutVotes(known, models);
      hiddenVotes += known.votes.length - seen.votes.length;
      return shown === null ? seen : shown(unit, seen);
    };
    const own = { ...truths.topic, policies: [tally.policy] };
    const all = input.units === 'all';
    const [explanation] = explain({ topic: own, subject, grounds, texts, all }, [tally.k]);
    const tables = current.tables.filter((table) => table.topic.record === record);
    const others = tables.flatMap((table): readonly OtherVerdict[] => {
      const row = table.rows.find((found) => found.subject === subject.id);
      if (row === undefined) return [];
      const { policy, k } = table.tally;
      return [{ policy: policy.policy.policy, k, verdict: row.verdict, score: row.score }];
    });
    const lastRulings: Record<string, string> = {};
    for (const { id } of subject.units) {
      const last = record.rulings.get(id);
      if (last !== undefined) lastRulings[id] = last.id;
    }
    return { ...explanation!, others, lastRulings, hiddenVotes };
  });
}

/** What the answers rest on, without the votes of some and without what they weigh. */
function withoutVotes(grounds: UnitGrounds, hidden: ReadonlySet<string>): UnitGrounds {
  const isShown = ({ annotator }: { readonly annotator: string }): boolean =>
    !hidden.has(annotator);
  const votes = grounds.votes.filter(isShown);
  const { consensus } = grounds;
  if (votes.length === grounds.votes.length) return grounds;
  const questions = consensus?.questions.map((one) => withoutHidden(one, votes)) ?? [];
  return {
    ...grounds,
    votes,
    quotes: grounds.quotes.filter(isShown),
    consensus: consensus === null ? null : { ...consensus, questions },
  };
}

/** Numbers people in a random order per unit, so that `Annotator 1` differs between units. */
function hiddenNames(record: TaskRecord, project: string) {
  const panel = panelAnnotators(record.project.protocol.panel);
  const models = new Set(panel.filter((one) => one.kind === 'model').map((one) => one.id));
  return (unit: string, { votes, quotes, ...grounds }: UnitGrounds): UnitGrounds => {
    const names = new Set([...votes, ...quotes].map((one) => one.annotator));
    const people = [...names].filter((name) => !models.has(name)).toSorted();
    const order = shuffle(people, seededRandom(`${project}/${record.task.task.id}/${unit}`));
    const named = (annotator: string): string =>
      order.includes(annotator) ? `Annotator ${order.indexOf(annotator) + 1}` : annotator;
    const hidden = votes.map((vote) => ({ ...vote, annotator: named(vote.annotator) }));
    return {
      ...grounds,
      votes: byWeight(hidden),
      quotes: quotes.map((quote) => ({ ...quote, annotator: named(quote.annotator) })),
    };
  };
}
