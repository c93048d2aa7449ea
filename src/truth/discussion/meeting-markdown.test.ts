import { expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { measureText } from '../../domain/agreement/measure.ts';
import { pointEstimate } from '../../statistics/estimate.ts';
import { codedText } from '../../domain/text-values.ts';
import { meetingMarkdown } from './meeting-markdown.ts';

const task = buildTask({ questions: { A: {} } });

it('a meeting is printed with its figures, points and the decisions in force', () => {
  const figure = pointEstimate(0.5, 20, 0, codedText('no-interval-speed'));
  const estimate = { ...figure, interval: [0.3, 0.7] as const };
  const decision = { point: 'question/7', by: 'lea', at: '2026-03-04T10:00:00Z' };
  const printed = meetingMarkdown(
    {
      title: 'Week 10',
      at: '2026-03-04T09:30:00.000Z',
      simulated: true,
      tasks: [
        { task: task.id, judgments: 40, name: measureText('fleiss_kappa'), agreement: estimate },
      ],
      points: [
        {
          kind: 'label',
          key: 'label/t/A',
          task: task.id,
          question: 'A',
          measure: 'fleiss_kappa',
          name: measureText('fleiss_kappa'),
          estimate,
          target: 0.7,
        },
        {
          kind: 'question',
          key: 'question/7',
          task: task.id,
          question: 7,
          unit: 'u1',
          text: 'Does a\ntable count?',
          at: '2026-03-03T10:00:00Z',
        },
      ],
      more: { question: 7 },
      unitTexts: { [`${task.id}/u1`]: 'A table.' },
      decisions: [
        { ...decision, id: 'd1', text: 'Yess.', replaces: null },
        { ...decision, id: 'd2', text: 'Yes.', replaces: 'd1' },
        { ...decision, id: 'd3', point: null, text: 'Meet on Friday.', replaces: null },
      ],
    },
    { tasks: [task] },
  );
  expect(printed).toBe(
    `# Week 10

As of 2026-03-04 09:30 UTC. All judgments are simulated.
- ${task.id}: Fleiss’ κ 0.50 [0.30, 0.70] (n = 20), 40 judgments

## Open questions (8)
- Does a table count? (unit u1, asked 2026-03-03)
  > A table.
  - Decided: Yes. (lea, 2026-03-04)
- … and 7 more

## Labels below target (1)
- A: Fleiss’ κ 0.50 [0.30, 0.70] (n = 20), target 0.70

## Other decisions
- Decided: Meet on Friday. (lea, 2026-03-04)
`,
  );
});

it('what people wrote is text in it, and no markup', () => {
  const attack = '<img src=x onerror=alert(1)>\n\n# Certified\n[x](javascript:alert(1))';
  const read = '&lt;img src=x onerror=alert(1)> # Certified \\[x\\](javascript:alert(1))';
  const printed = meetingMarkdown(
    {
      title: attack,
      at: '2026-03-04T09:30:00.000Z',
      simulated: false,
      tasks: [],
      points: [
        {
          kind: 'question',
          key: 'question/7',
          task: task.id,
          question: 7,
          unit: '<u1>',
          text: attack,
          at: '2026-03-03T10:00:00Z',
        },
      ],
      more: {},
      unitTexts: { [`${task.id}/<u1>`]: attack },
      decisions: [
        {
          id: 'd',
          point: null,
          by: 'lea',
          at: '2026-03-04T10:00:00Z',
          text: attack,
          replaces: null,
        },
      ],
    },
    { tasks: [task] },
  );
  expect(printed).toBe(
    `# ${read}

As of 2026-03-04 09:30 UTC.



## Open questions (1)
- ${read} (unit &lt;u1>, asked 2026-03-03)
  > ${read}

## Other decisions
- Decided: ${read} (lea, 2026-03-04)
`,
  );
});
