import { gateSentence } from './figure-words.ts';
import { inEnglish } from '../../domain/english.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { inLanguage } from '../../domain/local-text.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isGraded, isLabel } from '../../domain/protocol/scale.ts';
import { answerCode, codeApplies } from '../../truth/protocol/answer-codes.ts';
import type { Figures } from '../figures.ts';
import type { RecordFold } from '../record-fold.ts';
import { answerWord, isName } from './answer-names.ts';
import { day, plain, table } from './cells.ts';
import type { ReportBlock, ReportSection } from './report.ts';

/** Everything that somebody changed, waived, ruled on or left out, with who and why. */
export function changesSection(fold: RecordFold, figures: Figures): ReportSection {
  const blocks = [
    ...guidelineBlocks(figures),
    ...ruleBlocks(figures),
    ...waiverBlocks(figures),
    ...rulingBlocks(fold),
    ...exclusionBlocks(figures),
    ...edgeCaseBlocks(fold),
  ];
  return { id: 'changes', title: 'Changes, waivers and rulings', blocks };
}

function guidelineBlocks({ guidelines }: Figures): readonly ReportBlock[] {
  const rows = guidelines.map(({ guideline, since, protocolVersion }) =>
    [guideline, day(since), String(protocolVersion)].map(plain),
  );
  return [table('Versions of the guideline', ['Guideline', 'Since', '#Protocol version'], rows)];
}

function ruleBlocks({ ruleChanges }: Figures): readonly ReportBlock[] {
  if (ruleChanges.length === 0)
    return [{ kind: 'text', text: 'The rules did not change after the first judgment.' }];
  const rows = ruleChanges.map(({ version, at, by, reason, changes }) => [
    { text: `Version ${version}`, note: day(at) },
    plain(by),
    plain(changes.map(({ text }) => inEnglish(text)).join(' ')),
    plain(reason ?? 'Before anything was judged'),
  ]);
  return [table('Changes to the rules', ['Version', 'By', 'What changed', 'Reason'], rows)];
}

function waiverBlocks({ waivers }: Figures): readonly ReportBlock[] {
  if (waivers.length === 0) return [{ kind: 'text', text: 'No gate was waived.' }];
  const rows = waivers.map(({ gate, annotator, round, by, at, reason, withdrawn }) => [
    {
      text: gateSentence(gate),
      note: `${gate}; ${annotator === null ? round : `${round}, for ${annotator}`}`,
    },
    { text: by, note: day(at) },
    plain(reason),
    plain(
      withdrawn === null
        ? ''
        : `Withdrawn by ${withdrawn.by} on ${day(withdrawn.at)}: ${withdrawn.reason}`,
    ),
  ]);
  return [table('Waivers', ['Gate', 'By', 'Reason', 'Withdrawn'], rows)];
}

/** So many rulings are printed; the file of rulings has all of them. */
const mostRulings = 60;

function rulingBlocks({ record, tasks }: RecordFold): readonly ReportBlock[] {
  const { rulings } = record;
  const questionsOf = new Map(tasks.map(({ task }) => [task.task.id, task.task.questions]));
  if (rulings.length === 0) return [{ kind: 'text', text: 'Nothing was ruled on.' }];
  const rows = rulings
    .slice(0, mostRulings)
    .map(({ unit, task, by, at, decision, reason, original }) => {
      const questions = questionsOf.get(task) ?? [];
      const stated = decision.kind === 'exclude' ? null : decision.answers;
      return [
        tasks.length === 1 ? plain(unit) : { text: unit, note: task },
        { text: by, note: day(at) },
        plain(stated === null ? 'Excluded' : answersText(questions, stated, stated)),
        plain(stated === null || original === null ? '' : answersText(questions, original, stated)),
        plain(reason),
      ];
    });
  const rest = rulings.length - rows.length;
  return [
    table('Rulings', ['Unit', 'By', 'Ruling', 'The judgments said', 'Reason'], rows),
    ...(rest > 0
      ? [{ kind: 'text' as const, text: `${rest} further rulings are in rulings.jsonl.` }]
      : []),
  ];
}

/** Answers in a line: the labels that apply, all other answers, and what has no answer. */
function answersText(questions: readonly Question[], answers: Answers, asked: Answers): string {
  const own = questions.filter(({ id }) => Object.hasOwn(asked, id));
  const given = own.flatMap((question) => {
    const answer = answers[question.id];
    if (answer === undefined) return [];
    const name = answerWord(question, answer);
    if (!isLabel(question.scale)) return [`${named(question)}: ${name}`];
    const applies = codeApplies(question, answerCode(question, answer));
    if (!applies) return [];
    return [isGraded(question.scale) ? `${named(question)}: ${name}` : named(question)];
  });
  const open = own.filter(({ id }) => answers[id] === undefined).map(named);
  const parts = [
    ...(given.length === 0 && open.length < own.length ? ['no label'] : given),
    ...(open.length === 0 ? [] : [`undecided: ${open.join(', ')}`]),
  ];
  return parts.join('; ');
}

/** A question in few words. */
function named({ id, title }: Question): string {
  const name = inLanguage(title);
  return isName(name) ? name : id;
}

function exclusionBlocks({ tasks }: Figures): readonly ReportBlock[] {
  const rows = tasks.flatMap(({ exclusions }) =>
    exclusions.map(({ unit, reason }) => [plain(unit), plain(reason)]),
  );
  return rows.length === 0 ? [] : [table('Excluded units', ['Unit', 'Reason'], rows)];
}

function edgeCaseBlocks({ record }: RecordFold): readonly ReportBlock[] {
  const cases = record.rulings.filter((ruling) => ruling.edgeCase);
  if (cases.length === 0) return [];
  const rows = cases.map(({ unit, reason, guidelineProposal }) => [
    plain(unit),
    plain(reason),
    plain(guidelineProposal ?? ''),
  ]);
  return [table('Edge cases', ['Unit', 'Decision', 'Proposed for the guideline'], rows)];
}
