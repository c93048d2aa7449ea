import { canonicalJson } from '../../domain/canonical-json.ts';
import { refuse } from '../../domain/fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codedText } from '../../domain/text-values.ts';
import { policyTopic } from '../../domain/verdicts/policy.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import { contentHash } from '../../truth/protocol/task-hash.ts';
import type { LoadedPolicy, Topic } from '../../truth/verdicts/topic.ts';
import { taskSchemaOfTerms, termHash } from './term-hash.ts';

/** A policy with where it is, and the hash over what it says. */
export function loadedPolicy(policy: Policy, { file }: { readonly file: string }): LoadedPolicy {
  return { policy, file, hash: contentHash(canonicalJson(policy)).slice(0, 16) };
}

/** Policies in Assay's format by the topics that they belong to. */
export function topicsOf(
  policies: readonly LoadedPolicy[],
  tasks: readonly Task[],
): readonly Topic[] {
  const ids = [...new Set(policies.map((one) => policyTopic(one.policy)))];
  return ids.map((id) => {
    const own = policies.filter((one) => policyTopic(one.policy) === id);
    const task = tasks.find((one) => one.id === own[0]!.policy.task)!;
    const other = own.find((one) => one.policy.task !== task.id);
    if (other !== undefined) {
      const got = codedText('task-in-topic', { task: other.policy.task, topic: id });
      const { policy } = own[0]!.policy;
      const expected = codedText('task-of-policy', { task: task.id, policy });
      refuse('wrong-value', { field: 'task', got, expected }, { file: other.file });
    }
    const schema = taskSchemaOfTerms(task);
    return { id, task, schema, termHash: termHash(schema), policies: own };
  });
}
