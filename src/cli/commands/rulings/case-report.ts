import { inEnglish } from '../../../domain/english.ts';
import type { rulingQueue } from '../../../operations/rulings/ruling-queue.ts';
import type { RulingCase } from '../../../operations/rulings/show-case.ts';
import { count, decimals, heading, number, numeric, print, table, wrap } from '../../output.ts';

/** Prints a case: the unit, the votes side by side, what they decide, and earlier rulings. */
export function printCase(shown: RulingCase): void {
  const agreement = shown.agreement === null ? '' : `, agreement ${decimals(shown.agreement, 2)}`;
  print(heading(`${shown.unit} (${shown.state}${agreement})`));
  print(wrap(inEnglish(shown.line)));
  for (const [name, value] of Object.entries(shown.fields))
    print(wrap(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`));
  const voices = shown.voices.map((voice) => voice.who);
  const rows = shown.questions.map(({ question, answers, consensus, possible }) => [
    question,
    ...answers.map((answer) => (answer === null ? '–' : String(answer))),
    consensus === null ? '' : String(consensus.answer ?? 'open'),
    possible.map(String).join(' '),
  ]);
  print(`\n${table(['question', ...voices, 'consensus', 'possible'], rows)}`);
  for (const voice of shown.voices) print(wrap(voiceText(voice)));
  for (const reason of shown.reasons) print(wrap(`Open: ${inEnglish(reason.sentence)}`));
  for (const change of shown.suggestion?.changes ?? [])
    print(wrap(`Consistent with ${change.question} = ${String(change.to)} (${change.because})`));
  for (const { at, by, decision, reason } of shown.rulings) {
    const ruled = decision.kind === 'exclude' ? 'excluded' : JSON.stringify(decision.answers);
    print(wrap(`${at.slice(0, 16)} ${by}: ${ruled}: ${reason}`));
  }
}

function voiceText({ who, guideline, uncounted, asides }: RulingCase['voices'][number]): string {
  const facts = [`${who}: guideline ${guideline}`];
  if (uncounted !== null) facts.push(`does not count (${inEnglish(uncounted)})`);
  if (asides.confidence !== undefined) facts.push(`${asides.confidence} confidence`);
  if (asides.flag === true) facts.push('flagged');
  return facts.join(', ') + (asides.notes === undefined ? '' : `: ${asides.notes}`);
}

/** Beyond this a table would cut ids, which are needed whole for `rule show` and `rule add`. */
const longId = 30;

/** The units that wait for a ruling. */
export function queueText(items: Awaited<ReturnType<typeof rulingQueue>>['items']): string {
  const reasonsOf = (item: (typeof items)[number]): readonly string[] =>
    item.reasons.map((reason) => inEnglish(reason.sentence));
  if (items.some(({ unit }) => unit.length > longId)) {
    const texts = items.map((item) => {
      const votes = `agreement ${decimals(item.agreement, 2)}, ${number(item.judgments, 'vote')}`;
      return `${item.unit}\n${wrap(`${votes}: ${reasonsOf(item).join('; ')}`)}`;
    });
    return texts.join('\n');
  }
  const rows = items.flatMap((item) => {
    const [first = '', ...others] = reasonsOf(item);
    return [
      [item.unit, decimals(item.agreement, 2), count(item.judgments), first],
      ...others.map((sentence) => ['', '', '', sentence]),
    ];
  });
  return table(['unit', numeric('agree'), numeric('votes'), 'why'], rows);
}
