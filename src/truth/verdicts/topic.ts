import type { Task } from '../../domain/protocol/task.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';

/** A policy with where it is. */
export interface LoadedPolicy {
  readonly policy: Policy;
  readonly file: string;
  /** 16 hexadecimal digits over everything that the policy says. */
  readonly hash: string;
}

/** The terms that models are asked for: per field its values, each with its description. */
export type TermSchema = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Policies that judge the same units by the same questions: the variants of one topic. */
export interface Topic {
  readonly id: string;
  readonly task: Task;
  /** What is asked for; null when the terms are not known, and then nothing is checked. */
  readonly schema: TermSchema | null;
  readonly termHash: string | null;
  readonly policies: readonly LoadedPolicy[];
}

/** The fields of subjects that files of verdicts and policies speak of. */
export function subjectFields(topics: readonly Topic[]): readonly string[] {
  const policies = topics.flatMap((topic) => topic.policies.map(({ policy }) => policy));
  const modifiers = policies.flatMap((policy) => policy.points?.subject_modifiers ?? []);
  return [...new Set(['name', 'categories', ...modifiers.map((modifier) => modifier.field)])];
}
