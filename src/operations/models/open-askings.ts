import { inEnglish } from '../../domain/english.ts';
import { InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { AskedModel } from '../../domain/models/asked-model.ts';
import type { ModelReply } from '../../domain/models/model-reply.ts';
import { problemText } from '../../domain/models/reply-problem.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { Guideline } from '../../domain/protocol/guideline.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { unstorable } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import { panelModels } from '../../formats/models/panel-models.ts';
import { knownModel } from '../../formats/models/model-table.ts';
import { buildPrompt, unitRequest } from '../../formats/models/prompt.ts';
import type { Prompt } from '../../formats/models/prompt.ts';
import { readReply } from '../../formats/models/reply-reader.ts';
import type { ReplyForm } from '../../formats/models/reply-schema.ts';
import { priceOf, requestTokens, sizeFault } from '../../formats/models/token-cost.ts';
import { openProvider } from '../../llm/open-provider.ts';
import type { ProviderSettings } from '../../llm/open-provider.ts';
import type { ModelProvider } from '../../llm/provider.ts';
import type { ProjectTask } from '../project-protocol.ts';
import type { Asking, CheckedReply } from './asking.ts';
import { modelPresets } from './model-presets.ts';

/** What models are asked about: a task under a version of its protocol. */
export interface AskedTask {
  readonly protocol: Protocol;
  readonly guideline: Guideline;
  readonly task: ProjectTask;
}

/** The models of a panel that are for a task, without a way to reach them yet. */
export function promptsOf(
  { protocol, guideline, task }: AskedTask,
  panel: Panel,
): readonly Prompt[] {
  const { models, faults } = panelModels(panel, task.task.id, modelPresets().table);
  const prompts = models.map((model) => buildPrompt(task.task, guideline, model, protocol.prompts));
  const all: readonly Fault[] = [...faults, ...prompts.slice(0, 1).flatMap((one) => one.faults)];
  if (all.length > 0) throw new InputError(all);
  return prompts;
}

/** The models of a panel, ready to be asked; throws everything that prevents it. */
export async function openAskings(
  asked: AskedTask,
  panel: Panel,
  settings: ProviderSettings,
): Promise<ReadonlyMap<string, Asking>> {
  const faults: Fault[] = [];
  const askings = new Map<string, Asking>();
  for (const prompt of promptsOf(asked, panel)) {
    const opened = await openProvider(prompt.model, settings);
    if (opened.ok) askings.set(prompt.model.entry, asking(asked, prompt, opened.provider));
    else faults.push(...opened.faults);
  }
  if (faults.length > 0) throw new InputError(faults);
  return askings;
}

function asking({ protocol, task }: AskedTask, prompt: Prompt, provider: ModelProvider): Asking {
  const { model } = prompt;
  const left = new Set<string>();
  return {
    model,
    provider,
    service: serviceOf(model),
    promptHash: prompt.hash.slice(0, 32),
    price: priceOf(protocol.prices, model),
    request: ({ unit, annotator }, fields, id, maxTokens) => {
      const request = unitRequest(prompt, { id: unit, fields }, { id, annotator });
      const why = unstorable(request.content);
      if (why !== null) return fault('unsendable', { unit, reason: why });
      const large = sizeFault(request, model, knownModel(modelPresets().table, model.model).window);
      if (large !== null) return large;
      const kept = Object.entries(request.parameters).filter(([name]) => !left.has(name));
      return { ...request, maxTokens, parameters: Object.fromEntries(kept) };
    },
    read: rememberedReader(prompt.form, (reply, fields) =>
      readAnswers(task, prompt, reply, fields),
    ),
    readsUnits: hasTexts(prompt.form),
    tokens: requestTokens,
    drop: (parameter) => void left.add(parameter),
  };
}

/** Models behind the same address and key stop together. */
function serviceOf({ provider, service, baseUrl, keyEnv, recording }: AskedModel): string {
  const kind = provider === 'openai-chat' ? 'openai' : provider;
  return JSON.stringify([kind, service, baseUrl, keyEnv, recording]);
}

type Reader = Asking['read'];

/** Different replies that are remembered with what they say. */
const mostRemembered = 1000;

/**
 * Reads replies; of those with the same letters only the first. Where all answers are choices, a
 * million replies are a few different texts, and none of them is about the text of the unit.
 * @internal
 */
export function rememberedReader(form: Pick<ReplyForm, 'fields'>, read: Reader): Reader {
  if (hasTexts(form)) return read;
  const known = new Map<string, CheckedReply>();
  return (reply, unit) => {
    if (reply.end !== 'complete') return read(reply, unit);
    const before = known.get(reply.text);
    if (before !== undefined) return before;
    const found = read(reply, unit);
    if (!found.ok) return found;
    if (known.size >= mostRemembered) known.clear();
    known.set(reply.text, found);
    return found;
  };
}

function hasTexts({ fields }: Pick<ReplyForm, 'fields'>): boolean {
  return fields.some(({ values }) => values.kind === 'text');
}

function readAnswers(
  { compiled }: ProjectTask,
  { form }: Prompt,
  reply: ModelReply,
  fields: UnitFields,
): CheckedReply {
  const read = readReply(compiled, form, reply, fields);
  if (read.ok) {
    const marks = [
      ...(read.recovered ? ['recovered'] : []),
      ...(read.normalised.length > 0 ? ['normalised'] : []),
    ];
    return { ok: true, answers: read.answers, asides: read.asides, marks };
  }
  const { kind } = read.problem;
  const outcome = outcomes.get(kind) ?? 'invalid';
  const message =
    kind === 'refused' && reply.refusal !== null
      ? reply.refusal
      : inEnglish(problemText(read.problem));
  return { ok: false, outcome, code: kind, message: message.slice(0, longestMessage) };
}

const longestMessage = 500;

/** The problems of a reply that have an outcome of their own; all others are invalid. */
const outcomes = new Map<string, 'truncated' | 'refused' | 'context'>([
  ['truncated', 'truncated'],
  ['refused', 'refused'],
  ['context_truncated', 'context'],
]);
