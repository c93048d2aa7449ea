import type { CodedText } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import { inLanguage } from '../../domain/local-text.ts';
import { markdownText } from '../../domain/markdown-text.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { AgendaPoint } from './agenda.ts';

/** An agenda, with decisions where the meeting was held, as it is printed. */
export interface PrintedMeeting {
  readonly title: string;
  readonly at: string;
  readonly simulated: boolean;
  readonly tasks: readonly {
    readonly task: string;
    readonly judgments: number;
    readonly name: CodedText;
    readonly agreement: Estimate;
  }[];
  readonly points: readonly AgendaPoint[];
  /** How many more there are of some kinds. */
  readonly more: Readonly<Partial<Record<AgendaPoint['kind'], number>>>;
  readonly unitTexts: Readonly<Record<string, string>>;
  readonly decisions: readonly PrintedDecision[];
}

interface PrintedDecision {
  readonly id: string;
  readonly point: string | null;
  readonly replaces: string | null;
  readonly text: string;
  readonly by: string;
  readonly at: string;
}

const simulatedText = ' All judgments are simulated.';

const sections: readonly (readonly [AgendaPoint['kind'], string])[] = [
  ['put', 'Put on the agenda'],
  ['question', 'Open questions'],
  ['label', 'Labels below target'],
  ['unit', 'Hardest units'],
  ['flag', 'Flagged units'],
  ['week', 'Weeks that stand out'],
  ['annotator', 'Annotators who stand out'],
  ['speed', 'Speed'],
];

/** A meeting in Markdown: how things stand, the points by kind, and what was decided. */
export function meetingMarkdown(
  meeting: PrintedMeeting,
  protocol: Pick<Protocol, 'tasks'>,
): string {
  const { title, at, simulated, tasks, points, more, decisions } = meeting;
  const parts = [
    `# ${markdownText(title)}`,
    `As of ${at.slice(0, 16).replace('T', ' ')} UTC.${simulated ? simulatedText : ''}`,
    tasks
      .map(
        ({ task, judgments, name, agreement }) =>
          `- ${task}: ${inEnglish(name)} ${estimateText(agreement)}, ${judgments} judgments`,
      )
      .join('\n'),
  ];
  for (const [kind, name] of sections) {
    const own = points.filter((point) => point.kind === kind);
    if (own.length === 0) continue;
    const rest = more[kind] ?? 0;
    parts.push(`## ${name} (${own.length + rest})`);
    for (const point of own) {
      parts.push(`- ${pointText(point, protocol)}${quoteOf(point, meeting)}`);
      parts.push(...decisionLines(decisions, point.key).map((line) => `  - ${line}`));
    }
    if (rest > 0) parts.push(`- … and ${rest} more`);
  }
  if (points.length === 0) parts.push('There is nothing to discuss.');
  const others = decisionLines(decisions, null);
  if (others.length > 0)
    parts.push('## Other decisions', others.map((one) => `- ${one}`).join('\n'));
  return `${parts.join('\n\n').replace(/\n\n(?= *- )/g, '\n')}\n`;
}

function decisionLines(
  decisions: readonly PrintedDecision[],
  point: string | null,
): readonly string[] {
  const replaced = new Set(decisions.map(({ replaces }) => replaces));
  return decisions
    .filter((one) => one.point === point && !replaced.has(one.id))
    .map(({ text, by, at }) => `Decided: ${markdownText(text)} (${by}, ${at.slice(0, 10)})`);
}

function pointText(point: AgendaPoint, { tasks }: Pick<Protocol, 'tasks'>): string {
  switch (point.kind) {
    case 'label': {
      const questions = tasks.find(({ id }) => id === point.task)?.questions ?? [];
      const question = questions.find(({ id }) => id === point.question);
      const title = question === undefined ? point.question : inLanguage(question.title);
      const { name, estimate, target, bound } = point;
      const end = bound === 'low' ? ' for the lower end' : '';
      const found = `${inEnglish(name)} ${estimateText(estimate)}`;
      return `${markdownText(title)}: ${found}, target ${target.toFixed(2)}${end}`;
    }
    case 'unit':
      return (
        `${markdownText(point.unit)}: ${percent(point.agreement)} of answers the same, ` +
        `${point.judgments} judgments`
      );
    case 'question':
      return (
        `${markdownText(point.text)} (unit ${markdownText(point.unit)}, ` +
        `asked ${point.at.slice(0, 10)})`
      );
    case 'annotator': {
      const usual = point.usual === null ? '–' : percent(point.usual);
      const why = `agrees less with the others than they do, median ${usual}`;
      return `${point.annotator}: ${estimateText(point.agreement)}; ${why}`;
    }
    case 'week': {
      const { annotator, week, units, kappa, others } = point;
      return (
        `${annotator}, ${week}: κ ${kappa.toFixed(2)} with the others, who have ` +
        `${others.toFixed(2)} among themselves (${units} judgments)`
      );
    }
    case 'speed': {
      const [slowest, fastest] = point.limits;
      const how = point.flag === 'fast' ? 'faster' : 'more slowly';
      const rate = estimateText(point.perHour, 1);
      const expected = `${how} than expected (${slowest} to ${fastest})`;
      return `${point.annotator}: ${rate} units per hour, ${expected}`;
    }
    default: {
      const unit = point.unit === null ? '' : `unit ${markdownText(point.unit)}, `;
      return `${markdownText(point.text)} (${unit}${point.by}, ${point.at.slice(0, 10)})`;
    }
  }
}

function quoteOf(point: AgendaPoint, { unitTexts }: PrintedMeeting): string {
  const unit = 'unit' in point ? point.unit : null;
  const text = unit === null ? undefined : unitTexts[`${point.task}/${unit}`];
  return text === undefined ? '' : `\n  > ${markdownText(text)}`;
}

function estimateText(estimate: Estimate, digits = 2): string {
  if (estimate.value === null) return `no value (${inEnglish(estimate.why)})`;
  const { value, interval, n } = estimate;
  const bounds = interval?.map((bound) => bound.toFixed(digits)).join(', ');
  return `${value.toFixed(digits)}${bounds === undefined ? '' : ` [${bounds}]`} (n = ${n})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
