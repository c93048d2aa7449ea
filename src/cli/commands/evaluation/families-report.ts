import { inEnglish } from '../../../domain/english.ts';
import type { FamilyQuestion, ModelComparison } from '../../../operations/models/compare-models.ts';
import { estimateJson } from '../agreement/estimate-json.ts';
import { count, decimals, heading, number, numeric, paragraph, table } from '../../output.ts';
import { shorten } from '../../text-width.ts';

type Estimate = FamilyQuestion['between']['percent'];
type Difference = ModelComparison['comparison']['splits'][number];

/** Differences that are listed; `--json` has all. */
const shownDifferences = 10;

/** The models of a task beside each other and beside the people. */
export function familiesReport({ comparison, project, task, simulated }: ModelComparison): string {
  const { families, people, questions, splits, againstPeople } = comparison;
  const sample = simulated ? ' (its judgments are simulated)' : '';
  const parts = [
    heading(
      `${task}: ${number(families.length, 'model')} beside ${number(people.length, 'person')}`,
    ),
    paragraph(
      `${project}${sample}. ` +
        families.map(({ family, runs }) => `${family} × ${runs.length}`).join(', '),
    ),
  ];
  if (families.length === 0) return [...parts, 'No model has judged these units.'].join('\n\n');
  parts.push(betweenTable(comparison), stabilityTable(comparison));
  if (questions.some((one) => one.ensemble.percent.value !== null)) {
    parts.push(peopleTable(comparison));
    parts.push(differences('All models agree against the people', againstPeople, families.length));
  }
  if (families.length > 1)
    parts.push(differences('The models differ', splits, families.length, families));
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The same for programs. */
export function familiesJson({ comparison, ...about }: ModelComparison): unknown {
  const { families, people, questions, splits, againstPeople } = comparison;
  const names = families.map((one) => one.family);
  const byFamily = <T>(values: readonly T[], show: (value: T) => unknown): object =>
    Object.fromEntries(names.map((name, at) => [name, show(values[at]!)]));
  const pair = ({ percent, kappa }: FamilyQuestion['withPeople'][number]): object => ({
    percent_agreement: estimateJson(percent),
    cohen_kappa: estimateJson(kappa),
  });
  const named = ({ unit, question, families: said, people: truth }: Difference): object => ({
    unit,
    question,
    models: byFamily(said, (answer) => answer),
    people: truth,
  });
  return {
    ...about,
    families: families.map(({ family, runs }) => ({ family, runs })),
    people,
    questions: questions.map((one) => ({
      question: one.question,
      between_families: {
        percent_agreement: estimateJson(one.between.percent),
        krippendorff_alpha: estimateJson(one.between.alpha),
      },
      pairs: one.pairs.map(({ first, second, ...agreement }) => ({
        families: [names[first], names[second]],
        ...pair(agreement),
      })),
      stability: byFamily(one.stability, estimateJson),
      with_people: byFamily(one.withPeople, pair),
      ensemble_with_people: {
        ...pair(one.ensemble),
        confusion: Object.fromEntries(
          one.answers.map((answer, row) => [
            answer,
            Object.fromEntries(
              one.answers.map((said, column) => [said, one.ensemble.confusion[row]![column]]),
            ),
          ]),
        ),
      },
      answered_by_several: one.answered,
      split: one.split,
    })),
    splits: splits.map(named),
    all_models_against_people: againstPeople.map(named),
  };
}

function betweenTable(comparison: ModelComparison['comparison']): string {
  const { questions, families, alphaName } = comparison;
  if (families.length < 2) return '';
  const rows = questions.map(({ question, between, answered, split }) => [
    question,
    ...cells(between.percent),
    ...cells(between.alpha),
    count(answered),
    count(split),
  ]);
  const columns = [
    'question',
    numeric('models agree'),
    numeric('95 %'),
    numeric('α'),
    numeric('95 %'),
    numeric('units'),
    numeric('split'),
  ];
  const legend =
    'Between models, each represented by the majority of its runs; ' +
    `α is ${inEnglish(alphaName)}.`;
  return `${table(columns, rows)}\n${paragraph(legend)}`;
}

function stabilityTable({ questions, families }: ModelComparison['comparison']): string {
  const several = families.flatMap(({ runs }, at) => (runs.length > 1 ? [at] : []));
  if (several.length === 0) return '';
  const columns = [
    'stability',
    ...several.map((at) => numeric(`${shorten(families[at]!.family, 16)}`)),
  ];
  const rows = questions.map(({ question, stability }) => [
    question,
    ...several.map((at) => cells(stability[at]!).join(' ')),
  ]);
  return `${table(columns, rows)}\n${paragraph('How well the runs of one model agree.')}`;
}

function peopleTable({ questions, families }: ModelComparison['comparison']): string {
  const rows = questions.flatMap(({ question, withPeople, ensemble }) => {
    const own = families.map(({ family }, at) => [family, withPeople[at]!] as const);
    const all = families.length > 1 ? [...own, ['all together', ensemble] as const] : own;
    return all.map(([name, { percent, kappa }]) => [
      question,
      name,
      ...cells(percent),
      ...cells(kappa),
      count(percent.n),
    ]);
  });
  const columns = [
    'question',
    'model',
    numeric('agree'),
    numeric('95 %'),
    numeric('κ'),
    numeric('95 %'),
    numeric('n'),
  ];
  const legend = 'Each model compared with the people, by their judgments and rulings alone.';
  return `${table(columns, rows)}\n${paragraph(legend)}`;
}

function differences(
  title: string,
  all: readonly Difference[],
  width: number,
  families?: readonly { readonly family: string }[],
): string {
  if (all.length === 0) return `${title} on no unit.`;
  const names = families?.map((one) => shorten(one.family, 16)) ?? ['models'];
  const rows = all
    .slice(0, shownDifferences)
    .map((one) => [
      one.unit,
      one.question,
      ...(families === undefined
        ? [one.families.find((answer) => answer !== null) ?? '–']
        : one.families.slice(0, width).map((answer) => answer ?? '–')),
      one.people ?? '–',
    ]);
  const more = all.length - rows.length;
  return [
    `${title} on ${number(all.length, 'answer')}:`,
    table(['unit', 'question', ...names, 'people'], rows),
    ...(more > 0 ? [`… and ${count(more)} more; --json has all`] : []),
  ].join('\n');
}

function cells(estimate: Estimate): readonly [string, string] {
  if (estimate.value === null) return ['–', '–'];
  const bounds = estimate.interval?.map((bound) => decimals(bound, 2)).join(', ');
  return [decimals(estimate.value), bounds === undefined ? '–' : `[${bounds}]`];
}
