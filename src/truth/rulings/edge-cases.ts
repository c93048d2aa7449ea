import { groupBy } from '../../domain/group-by.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';

/** A ruling as the register needs it. */
export interface RegisteredRuling extends Ruling {
  readonly id: string;
  readonly at: string;
  readonly edgeCase: boolean;
  readonly guidelineProposal: string | null;
}

/** What an annotator said about a unit while judging it: the note with a flag, or a question. */
export interface Remark {
  readonly unit: string;
  readonly text: string;
  readonly at: string;
}

/** A difficult unit with what was decided about it and why. */
interface EdgeCase {
  readonly unit: string;
  readonly task: string;
  /** Why it was decided so. */
  readonly rationale: string;
  readonly decision: Ruling['decision'];
  readonly by: string;
  readonly at: string;
  /** What annotators had noted or asked, without their names, oldest first. */
  readonly remarks: readonly string[];
  readonly guidelineProposal: string | null;
  /** How often it was ruled on; the latest ruling is shown. */
  readonly rulings: number;
}

/** A question that came up, with its answer. */
export interface FrequentQuestion {
  /** The questions of the task that it is about; empty for a unit that was excluded. */
  readonly about: readonly string[];
  readonly asked: readonly string[];
  readonly answer: string;
  readonly unit: string;
}

/** The register and what grows from it. */
export interface EdgeCaseRegister {
  readonly cases: readonly EdgeCase[];
  readonly faq: readonly FrequentQuestion[];
  /** Units that annotators flagged or asked about and that nobody has ruled on. */
  readonly unanswered: readonly {
    readonly unit: string;
    readonly remarks: readonly string[];
    readonly since: string;
  }[];
  /** Changes of the guideline that rulings propose, latest first. */
  readonly proposals: readonly {
    readonly unit: string;
    readonly text: string;
    readonly by: string;
    readonly at: string;
  }[];
}

/**
 * The edge cases and the FAQ, from rulings (in log order) and annotators' remarks. A unit is an
 * edge case when a ruling marks it as one, or when annotators flagged it or asked about it; its
 * latest ruling decides it. The FAQ has the cases with a question or a proposed guideline change.
 */
export function edgeCaseRegister(
  rulings: readonly RegisteredRuling[],
  remarks: readonly Remark[],
): EdgeCaseRegister {
  const byUnit = groupBy(rulings, (ruling) => ruling.unit);
  const said = groupBy(
    remarks.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    (remark) => remark.unit,
  );
  const cases = [...byUnit].flatMap(([unit, own]): readonly EdgeCase[] => {
    const latest = own.at(-1)!;
    if (!own.some((ruling) => ruling.edgeCase) && !said.has(unit)) return [];
    const texts = (said.get(unit) ?? []).map((remark) => remark.text.trim());
    const noted = [...new Set(texts)].filter((text) => text !== '');
    const { task, reason: rationale, decision, by, at } = latest;
    const proposing = own.findLast((ruling) => ruling.guidelineProposal !== null);
    const guidelineProposal = proposing?.guidelineProposal ?? null;
    const common = { unit, task, rationale, decision, by, at };
    return [{ ...common, remarks: noted, guidelineProposal, rulings: own.length }];
  });
  const asked = cases.filter((one) => one.remarks.length > 0 || one.guidelineProposal !== null);
  return {
    cases: cases.toSorted((a, b) => (a.at > b.at ? -1 : 1)),
    faq: asked.map(({ unit, decision, remarks: texts, rationale, guidelineProposal }) => ({
      about: decision.kind === 'answers' ? Object.keys(decision.answers) : [],
      asked: texts,
      answer: [
        decisionText(decision),
        rationale,
        ...(guidelineProposal === null ? [] : [`Proposed for the guideline: ${guidelineProposal}`]),
      ].join(' '),
      unit,
    })),
    unanswered: [...said]
      .filter(([unit, own]) => (byUnit.get(unit)?.at(-1)?.at ?? '') < own.at(-1)!.at)
      .map(([unit, own]) => ({
        unit,
        remarks: own.map((remark) => remark.text).filter((text) => text !== ''),
        since: own[0]!.at,
      }))
      .toSorted((a, b) => (a.since < b.since ? -1 : 1)),
    proposals: rulings
      .flatMap(({ unit, guidelineProposal, by, at }) =>
        guidelineProposal === null ? [] : [{ unit, text: guidelineProposal, by, at }],
      )
      .toReversed(),
  };
}

/** The FAQ as a chapter of a guideline. */
export function faqMarkdown(faq: readonly FrequentQuestion[]): string {
  if (faq.length === 0) return '## Frequent questions\n\nNothing was asked yet.\n';
  const entries = faq.map(({ about, asked, answer, unit }) => {
    const title = about.length === 0 ? unit : `${about.join(', ')} (${unit})`;
    const questions = asked.map((text) => `> ${text.replaceAll('\n', '\n> ')}\n\n`).join('');
    return `### ${title}\n\n${questions}${answer}\n`;
  });
  return `## Frequent questions\n\n${entries.join('\n')}`;
}

function decisionText(decision: EdgeCase['decision']): string {
  if (decision.kind === 'exclude') return 'Excluded.';
  const stated = Object.entries(decision.answers).map(
    ([question, answer]) => `${question} = ${answerWord(answer)}`,
  );
  return `${stated.join(', ')}.`;
}

function answerWord(answer: Answer): string {
  if (typeof answer !== 'boolean') return String(answer);
  return answer ? 'yes' : 'no';
}
