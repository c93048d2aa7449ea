import { differingUnits } from '../../../operations/agreement/agree.ts';
import type { ConfusionMatrix } from '../../../operations/agreement/agree.ts';
import { count, heading, numeric, paragraph, table } from '../../output.ts';
import { shorten } from '../../text-width.ts';

/** How every pair answered, question by question. Pairs that never differ are named at the end. */
export function confusionReport(matrices: readonly ConfusionMatrix[]): string {
  const differing = matrices.filter((one) => differingUnits(one) > 0);
  const alike = matrices.filter((one) => one.units > 0 && differingUnits(one) === 0);
  const apart = matrices.filter((one) => one.units === 0);
  const named = (all: readonly ConfusionMatrix[]): string =>
    all.map(({ question, first, second }) => `${question} (${first}, ${second})`).join(', ');
  return [
    heading('Who answered what'),
    ...differing.map(matrixTable),
    ...(alike.length === 0 ? [] : [paragraph(`No difference: ${named(alike)}.`)]),
    ...(apart.length === 0 ? [] : [paragraph(`No unit in common: ${named(apart)}.`)]),
  ].join('\n\n');
}

function matrixTable(matrix: ConfusionMatrix): string {
  const { question, first, second, answers, counts, units } = matrix;
  const names = answers.map((answer) => shorten(String(answer), 24));
  const rows = counts.map((cells, at) => [
    `${first}: ${names[at]!}`,
    ...cells.map((cell) => (cell === 0 ? '·' : count(cell))),
  ]);
  const differ = `${count(differingUnits(matrix))} of ${count(units)} differ`;
  return `${question}: ${first} (rows) and ${second} (columns), ${differ}\n${table(
    ['', ...names.map(numeric)],
    rows,
  )}`;
}
