import fc from 'fast-check';
import { buildTask } from './build-task.ts';
import type { Panel } from '../src/domain/judging/annotator.ts';
import type { Consensus } from '../src/domain/fold/consensus.ts';
import type { ConsensusPlan } from '../src/domain/fold/consensus-plan.ts';
import type { Answers, Judgment } from '../src/domain/judging/judgment.ts';
import type { Task } from '../src/domain/protocol/task.ts';
import { consensus } from '../src/truth/fold/consensus.ts';

export const people: Panel = { people: { kind: 'human', weight: 1 } };

export const majority: ConsensusPlan = { method: 'majority', tie: 'ruling' };

export function decide(
  task: Task,
  judgments: readonly Judgment[],
  plan: Partial<ConsensusPlan> = {},
  panel: Panel = people,
): readonly Consensus[] {
  return consensus(task, judgments, { panel, plan: { ...majority, ...plan }, seed: 1 });
}

export const task = buildTask({
  questions: {
    relevant: {},
    sufficient: {},
    grade: { scale: { ordinal: [0, 1, 2], present: 1 } },
    severity: { scale: { nominal: ['mild', 'severe'] }, when: 'relevant' },
    extra: { required: false },
  },
  constraints: ['sufficient => relevant'],
});

export const answers = fc
  .record({
    relevant: fc.boolean(),
    sufficient: fc.boolean(),
    grade: fc.constantFrom(0, 1, 2),
    severity: fc.constantFrom('mild', 'severe'),
    extra: fc.option(fc.boolean(), { nil: undefined }),
  })
  .map(({ relevant, sufficient, grade, severity: severe, extra }): Answers => ({
    relevant,
    sufficient: sufficient && relevant,
    grade,
    ...(relevant ? { severity: severe } : {}),
    ...(extra === undefined ? {} : { extra }),
  }));

export const panel: Panel = {
  senior: { kind: 'human', weight: 2.5, names: ['anna'] },
  people: { kind: 'human', weight: 1 },
  keywords: { kind: 'rule', weight: 0 },
};
