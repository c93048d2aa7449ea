import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Task } from '../../domain/protocol/task.ts';

/**
 * The version of what a task asks: 16 hex digits over questions, scales, conditions and
 * constraints. Judgments carry it; after a change older ones are stale. Titles, help texts, spacing
 * and brackets do not count.
 */
export function taskHash(task: Task): string {
  const asked = {
    questions: task.questions.map((question) => ({
      id: question.id,
      scale: scaleContent(question.scale),
      when: question.when?.expression ?? null,
      required: question.required,
    })),
    constraints: task.constraints.map((constraint) => constraint.expression),
  };
  return contentHash(canonicalJson(asked)).slice(0, 16);
}

/** SHA-256 of a text, in hexadecimal. */
export function contentHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

function scaleContent(scale: Task['questions'][number]['scale']): unknown {
  if (scale.kind === 'nominal')
    return { kind: scale.kind, values: scale.values.map((entry) => entry.value) };
  if (scale.kind === 'ordinal')
    return {
      kind: scale.kind,
      values: scale.values.map((entry) => entry.value),
      present: scale.present,
      ...(scale.default === null ? {} : { default: scale.default }),
    };
  return scale;
}
