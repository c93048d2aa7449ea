import { groupBy } from '../../domain/group-by.ts';
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
  /** Whether somebody answered it in the thread of the unit. */
  readonly answered?: boolean;
}

/** A question and its answer that a lead or an adjudicator kept for everybody. */
export interface KeptAnswer {
  readonly unit: string;
  readonly task: string;
  /** Where it is kept. */
  readonly as: 'faq' | 'edge-case';
  readonly asked: string;
  readonly answer: string;
  readonly by: string;
  readonly at: string;
}

/** A difficult unit with what was decided about it and why. */
interface EdgeCase {
  readonly unit: string;
  readonly task: string;
  /** Why it was decided so, or what was answered. */
  readonly rationale: string;
  /** Null when a question was answered and nobody ruled. */
  readonly decision: Ruling['decision'] | null;
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
  /** As it was asked; empty where nobody asked and a ruling proposes to change the guideline. */
  readonly asked: readonly string[];
  /** What was ruled about the unit; null when it was only answered. */
  readonly decision: Ruling['decision'] | null;
  /** The answer, or why it was ruled so. */
  readonly answer: string;
  readonly guidelineProposal: string | null;
  readonly unit: string;
}

/** The register and what grows from it. */
export interface EdgeCaseRegister {
  readonly cases: readonly EdgeCase[];
  readonly faq: readonly FrequentQuestion[];
  /** Units that annotators flagged or asked about, without a ruling or an answer since. */
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
 * The edge cases and the FAQ, from rulings (in log order), annotators' remarks, and answers that
 * somebody kept. A unit is an edge case when a ruling marks it as one, when annotators flagged it
 * or asked about it and it was ruled on, or when an answer about it was kept as one; its latest
 * ruling decides it. The FAQ has the cases with a question or a proposed guideline change, and the
 * answers kept for it.
 */
export function edgeCaseRegister(
  rulings: readonly RegisteredRuling[],
  remarks: readonly Remark[],
  kept: readonly KeptAnswer[] = [],
): EdgeCaseRegister {
  const byUnit = groupBy(rulings, (ruling) => ruling.unit);
  const said = groupBy(
    remarks.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    (remark) => remark.unit,
  );
  const ruled = [...byUnit].flatMap(([unit, own]): readonly EdgeCase[] => {
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
  const answered = kept
    .filter((one) => one.as === 'edge-case')
    .map(({ unit, task, asked, answer: rationale, by, at }): EdgeCase => {
      const common = { unit, task, rationale, by, at, guidelineProposal: null };
      return { ...common, decision: null, remarks: [asked], rulings: 0 };
    });
  const asked = ruled.filter((one) => one.remarks.length > 0 || one.guidelineProposal !== null);
  return {
    cases: [...ruled, ...answered].toSorted((a, b) => (a.at > b.at ? -1 : 1)),
    faq: [
      ...kept
        .filter((one) => one.as === 'faq')
        .map((one) => ({
          asked: [one.asked],
          decision: null,
          answer: one.answer,
          guidelineProposal: null,
          unit: one.unit,
        })),
      ...asked.map(({ unit, decision, remarks: texts, rationale, guidelineProposal }) => ({
        asked: texts,
        decision,
        answer: rationale,
        guidelineProposal,
        unit,
      })),
    ],
    unanswered: [...said]
      .map(([unit, own]) => ({
        unit,
        open: own.filter(
          (remark) => remark.answered !== true && (byUnit.get(unit)?.at(-1)?.at ?? '') < remark.at,
        ),
      }))
      .filter(({ open }) => open.length > 0)
      .map(({ unit, open }) => ({
        unit,
        remarks: open.map((remark) => remark.text).filter((text) => text !== ''),
        since: open[0]!.at,
      }))
      .toSorted((a, b) => (a.since < b.since ? -1 : 1)),
    proposals: rulings
      .flatMap(({ unit, guidelineProposal, by, at }) =>
        guidelineProposal === null ? [] : [{ unit, text: guidelineProposal, by, at }],
      )
      .toReversed(),
  };
}
