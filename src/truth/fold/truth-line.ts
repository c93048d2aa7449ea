import type { CodedText, TextValue } from '../../domain/coded-text.ts';
import type { Decision } from '../../domain/fold/decision.ts';
import { reasonText } from '../../domain/fold/open-reason.ts';
import { missingTexts } from '../../domain/fold/standing.ts';
import type { Standing } from '../../domain/fold/standing.ts';
import { uncountedTexts } from '../../domain/fold/uncounted.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed, isGraded, isLabel } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codedText } from '../../domain/text-values.ts';
import { answerCode, codeApplies } from '../protocol/answer-codes.ts';
import { decisionOf, leastSupported } from './decision.ts';
import type { Voted } from './decision.ts';

/** What is true of a unit, by what rule, and the line that says both. */
export interface UnitTruth {
  readonly standing: Standing;
  /** Null while it has no truth. */
  readonly decision: Decision | null;
  readonly line: CodedText;
}

/** The truth of a unit that stands so by these votes. */
export function truthOf(standing: Standing, voted: Voted): UnitTruth {
  const decision = decisionOf(standing, voted);
  return { standing, decision, line: truthLine(voted.task, standing, decision) };
}

/**
 * What is true of a unit and why, in one line: `Truth: no label, majority 2 of 3`. Every report
 * about a unit uses this line.
 */
export function truthLine(task: Task, standing: Standing, decision: Decision | null): CodedText {
  switch (standing.state) {
    case 'settled': {
      const answers = answerTexts(task, standing.answers);
      return codedText('truth-settled', { answers, rule: ruleText(decision!) });
    }
    case 'ruled': {
      const { by, reason } = standing;
      return codedText('truth-ruled', { answers: answerTexts(task, standing.answers), by, reason });
    }
    case 'excluded':
      return codedText('truth-excluded', { by: standing.by, reason: standing.reason });
    case 'open':
      return codedText('truth-open', { why: standing.why.map(reasonText) });
    case 'awaiting':
      return codedText('truth-awaiting', { why: missingTexts(standing) });
    case 'uncounted':
      return codedText('truth-awaiting', { why: uncountedTexts(standing.uncounted) });
    case 'undrawn':
      return codedText('truth-undrawn');
  }
}

/** The same for a unit whose answers were aggregated before they were imported. */
export function storedLine(task: Task, answers: Answers): CodedText {
  const rule = codedText('rule-stored');
  return codedText('truth-settled', { answers: answerTexts(task, answers), rule });
}

/** Answers in a few words: the labels that apply, or each question with its answer. */
function answerTexts(task: Task, answers: Answers): readonly TextValue[] {
  const closed = task.questions.filter((question) => isClosed(question.scale));
  const labels = closed.filter((question) => isLabel(question.scale));
  const isLabelled = labels.length > 1 && labels.length === closed.length;
  const given = closed.filter((question) => answers[question.id] !== undefined);
  const shown = isLabelled ? given.filter((question) => applies(question, answers)) : given;
  if (shown.length === 0) return [codedText(isLabelled ? 'no-label' : 'nothing-answered')];
  return shown.map((question) => {
    const answer = String(answers[question.id]);
    if (!isLabelled) return codedText('answer-to', { question: question.id, answer });
    return isGraded(question.scale)
      ? codedText('label-with-grade', { label: question.id, grade: answer })
      : question.id;
  });
}

function applies(question: Question, answers: Answers): boolean {
  return codeApplies(question, answerCode(question, answers[question.id]));
}

function ruleText(decision: Decision): CodedText {
  const whole = wholeRuleText(decision);
  const { assisted: count } = decision;
  const rule = count === 0 ? whole : codedText('rule-assisted', { rule: whole, count });
  return decision.isPartial ? codedText('rule-partial', { rule }) : rule;
}

function wholeRuleText(decision: Decision): CodedText {
  const rule = plainRuleText(decision);
  for (const vote of ['unanimous', 'majority'] as const) {
    const overruled = decision.support.filter((one) => one.overrules === vote);
    const questions = overruled.map((one) => one.question);
    if (questions.length > 0) return codedText(`rule-against-${vote}`, { rule, questions });
  }
  return rule;
}

function plainRuleText({ rule, support }: Decision): CodedText {
  const least = leastSupported(support);
  const chance = (least?.chance ?? 0).toFixed(2);
  const counted = {
    for: plain(least?.for),
    total: plain((least?.for ?? 0) + (least?.against ?? 0)),
  };
  const isSeveral = support.length > 1;
  switch (rule) {
    case 'unanimous':
      return codedText('rule-unanimous', { total: counted.total });
    case 'majority':
      return codedText(isSeveral ? 'rule-majorities' : 'rule-majority', counted);
    case 'weighted':
      return codedText(isSeveral ? 'rule-weighted-majorities' : 'rule-weighted', counted);
    case 'dawid-skene':
      return codedText('rule-dawid-skene', { chance });
    case 'mace':
      return codedText('rule-mace', { chance });
    case 'tie-break':
      return codedText('rule-tie-break');
    default:
      return codedText('rule-single');
  }
}

/** A sum of weights without rounding errors. */
function plain(sum = 0): number {
  return Math.round(sum * 1e6) / 1e6;
}
