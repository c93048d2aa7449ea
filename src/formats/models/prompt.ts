import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Fault } from '../../domain/fault.ts';
import type { AskedModel } from '../../domain/models/asked-model.ts';
import type { ModelRequest } from '../../domain/models/model-request.ts';
import type { Guideline } from '../../domain/protocol/guideline.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { instructionsText } from './instructions.ts';
import { replyForm } from './reply-schema.ts';
import type { ReplyForm } from './reply-schema.ts';
import { unitContent } from './unit-content.ts';

/** Everything that a model is sent about a task, apart from the unit. */
export interface Prompt {
  readonly task: Task;
  readonly model: AskedModel;
  readonly instructions: string;
  readonly form: ReplyForm;
  /** SHA-256 over all that decides what the model is asked: a change asks again. */
  readonly hash: string;
  readonly faults: readonly Fault[];
}

/** Changes when the way a unit is sent does. */
const layoutVersion = 1;

/** The prompt of a task for a model, with the text of its variant. */
export function buildPrompt(
  task: Task,
  guideline: Guideline,
  model: AskedModel,
  prompts: Readonly<Record<string, string>>,
): Prompt {
  const form = replyForm(task);
  const variant = model.prompt === null ? null : (prompts[model.prompt] ?? null);
  const instructions = instructionsText(task, guideline, form, variant);
  const content = {
    layout: layoutVersion,
    // Judgments under another version are stale, even if no word changed.
    guideline: guideline.version,
    instructions,
    reply: form.schema,
    model: model.model,
    parameters: model.parameters,
  };
  const hash = bytesToHex(sha256(utf8ToBytes(canonicalJson(content))));
  return { task, model, instructions, form, hash, faults: form.faults };
}

/** What is sent about one unit, for the judgment of one run of the model. */
export function unitRequest(
  prompt: Prompt,
  unit: { readonly id: string; readonly fields: UnitFields },
  { id, annotator }: { readonly id: string; readonly annotator: string },
): ModelRequest {
  return {
    id,
    model: prompt.model.model,
    instructions: prompt.instructions,
    content: unitContent(prompt.task.unit, unit.fields),
    reply: prompt.form.schema,
    maxTokens: prompt.model.maxTokens,
    parameters: prompt.model.parameters,
    about: { unit: unit.id, annotator, prompt: prompt.hash },
  };
}
