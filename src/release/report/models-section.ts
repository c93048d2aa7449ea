import type { Figures } from '../figures.ts';
import { count, counted, grouped, table } from './cells.ts';
import type { ReportCell, ReportSection } from './report.ts';

/** What each run of each model did and cost; null where no model was asked. */
export function modelsSection({ models, tasks }: Figures): ReportSection | null {
  if (models.length === 0) return null;
  const rows = models.map((run, at): readonly ReportCell[] => {
    const place = `models.${at}`;
    const task = tasks.length > 1 ? { note: run.task } : {};
    return [
      { text: run.annotator, ...task },
      count(run.asked, `${place}.asked`),
      count(run.accepted, `${place}.accepted`),
      count(run.refused, `${place}.refused`),
      count(run.rejected, `${place}.rejected`),
      count(run.failed, `${place}.failed`),
      tokens(run.inputTokens, `${place}.inputTokens`),
      tokens(run.outputTokens, `${place}.outputTokens`),
      cost(run, `${place}.cost`),
    ];
  });
  const known = models.filter((run) => run.cost !== null);
  const total = known.reduce((sum, run) => sum + (run.cost ?? 0), 0);
  const uncertain = models.reduce((sum, run) => sum + run.uncertain, 0);
  const unknown = models.length - known.length;
  const lines = [
    ...(known.length === 0
      ? []
      : [`Together ${money(total)} ${known[0]!.currency}, as far as prices are known.`]),
    ...(unknown === 0 ? [] : [`No price is known for ${counted(unknown, 'run')}.`]),
    ...(uncertain === 0 ? [] : [`${grouped(uncertain)} calls may have cost an unknown amount.`]),
    'Only requests made here are listed; imported judgments have no recorded cost.',
  ];
  return {
    id: 'models',
    title: 'Models',
    blocks: [
      table(
        'What each run of a model was asked and cost',
        [
          'Run',
          '#Asked',
          '#Answered',
          '#Refused',
          '#Not usable',
          '#No reply',
          '#Tokens in',
          '#Tokens out',
          '#Cost',
        ],
        rows,
      ),
      { kind: 'list', items: lines },
    ],
  };
}

function tokens(value: number | null, figure: string): ReportCell {
  return value === null ? { text: '–', note: 'not told', figure } : count(value, figure);
}

function cost({ cost: amount, currency }: Figures['models'][number], figure: string): ReportCell {
  if (amount === null) return { text: '–', note: 'no price known', figure };
  return { text: money(amount), note: currency, figure };
}

/** Four decimals: a reply often costs less than a cent. */
function money(amount: number): string {
  return grouped(Number(amount.toFixed(4)));
}
