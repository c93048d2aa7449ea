import type { rulingQueue } from '../../../operations/rulings/ruling-queue.ts';
import type { RulingCase } from '../../../operations/rulings/show-case.ts';
import { count, decimals, heading, number, print, table, wrap } from '../../output.ts';

/** Prints a case: the unit, the votes side by side, what they come to, and earlier rulings. */
export function printCase(shown: RulingCase): void {
  print(
    heading(
      `${shown.unit} (${shown.state}${shown.agreement === null ? '' : `, agreement ${decimals(shown.agreement, 2)}`})`,
    ),
  );
  for (const [name, value] of Object.entries(shown.fields))
    print(wrap(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`));
  const columns = [
    { title: 'question' },
    ...shown.voices.map((voice) => ({ title: voice.who })),
    { title: 'votes come to' },
    { title: 'possible' },
  ];
  const rows = shown.questions.map((one) => [
    one.question,
    ...one.answers.map((answer) => (answer === null ? '–' : String(answer))),
    one.consensus === null
      ? ''
      : one.consensus.answer === null
        ? 'open'
        : String(one.consensus.answer),
    one.possible.map(String).join(' '),
  ]);
  print(`\n${table(columns, rows)}`);
  for (const voice of shown.voices)
    print(
      wrap(
        `${voice.who}: guideline ${voice.guideline}${voice.counts ? '' : ', stale'}${voice.asides.confidence === undefined ? '' : `, ${voice.asides.confidence} confidence`}${voice.asides.flag === true ? ', flagged' : ''}${voice.asides.notes === undefined ? '' : `: ${voice.asides.notes}`}`,
      ),
    );
  for (const reason of shown.reasons) print(wrap(`Open: ${reason.sentence}`));
  for (const change of shown.suggestion?.changes ?? [])
    print(wrap(`Consistent with ${change.question} = ${String(change.to)} (${change.because})`));
  for (const ruling of shown.rulings)
    print(
      wrap(
        `${ruling.at.slice(0, 16)} ${ruling.by}: ` +
          `${ruling.decision.kind === 'exclude' ? 'excluded' : JSON.stringify(ruling.decision.answers)}: ${ruling.reason}`,
      ),
    );
}

/** Beyond this a table would cut ids, which are needed whole for `rule show` and `rule add`. */
const longId = 30;

/** The units that wait for a ruling. */
export function queueText(items: Awaited<ReturnType<typeof rulingQueue>>['items']): string {
  const reasonsOf = (item: (typeof items)[number]): readonly string[] =>
    item.reasons.map((reason) => reason.sentence);
  if (items.some(({ unit }) => unit.length > longId)) {
    return items
      .map(
        (item) =>
          `${item.unit}\n${wrap(`agreement ${decimals(item.agreement, 2)}, ${number(item.judgments, 'vote')}: ${reasonsOf(item).join('; ')}`)}`,
      )
      .join('\n');
  }
  const rows = items.flatMap((item) => {
    const [first = '', ...others] = reasonsOf(item);
    return [
      [item.unit, decimals(item.agreement, 2), count(item.judgments), first],
      ...others.map((sentence) => ['', '', '', sentence]),
    ];
  });
  return table(
    [
      { title: 'unit' },
      { title: 'agree', numeric: true },
      { title: 'votes', numeric: true },
      { title: 'why' },
    ],
    rows,
  );
}
