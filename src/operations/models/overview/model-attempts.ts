import { refuse } from '../../../domain/fault.ts';
import type { AttemptOutcome } from '../../../domain/models/attempt.ts';
import { codedText } from '../../../domain/text-values.ts';
import { buildPrompt, unitRequest } from '../../../formats/models/prompt.ts';
import type { Prompt } from '../../../formats/models/prompt.ts';
import { panelModels } from '../../../formats/models/panel-models.ts';
import { attemptPage, findAttempt } from '../../../store/models/attempts.ts';
import type { LoggedAttempt } from '../../../store/models/attempts.ts';
import { listProtocols } from '../../../store/protocol/protocols.ts';
import { findUnit } from '../../../store/units/units.ts';
import { authorise, overseeingRoles } from '../../authorise.ts';
import { namedTask } from '../../fold/live-fold.ts';
import { refuseWhileBlind } from '../../judging/blindness.ts';
import { projectProtocol } from '../../project-protocol.ts';
import { refuseHiddenModels } from '../../rulings/model-votes.ts';
import type { WorkContext } from '../../work-context.ts';
import { entryOf } from '../engine.ts';
import { modelPresets } from '../model-presets.ts';

/** Which attempts are asked for. */
export interface AttemptsRequest {
  readonly project: string;
  readonly task?: string;
  readonly annotator?: string;
  readonly unit?: string;
  readonly outcomes?: readonly AttemptOutcome[];
  readonly before?: number;
  readonly limit: number;
}

/** A page of attempts, the latest first. */
export interface AttemptsView {
  readonly task: string;
  readonly attempts: readonly LoggedAttempt[];
  readonly next: number | null;
}

/** What was asked of models and what came of it, attempt by attempt. For those who see votes. */
export async function modelAttempts(
  context: WorkContext,
  { project, limit, ...filter }: AttemptsRequest,
): Promise<AttemptsView> {
  authorise(context.actor, project, ...overseeingRoles);
  const task = namedTask(await projectProtocol(context.store, project), filter.task);
  await refuseVotes(context, project, task);
  const page = await context.store.read((db) =>
    attemptPage(db, { ...filter, project, task, limit: limit + 1 }),
  );
  const attempts = page.slice(0, limit);
  return { task, attempts, next: page.length > limit ? attempts.at(-1)!.seq : null };
}

/** One attempt with the reply as it came and the prompt that it answers. */
export interface ShownAttempt extends LoggedAttempt {
  readonly task: string;
  /** The body as it arrived, without keys; null when there was none. */
  readonly raw: string | null;
  /** What was sent; null when no version of the protocol gives this prompt. */
  readonly prompt: {
    readonly instructions: string;
    readonly content: string;
    readonly schema: string;
    readonly parameters: string;
    readonly maxTokens: number;
    /** The version of the protocol that it comes from. */
    readonly version: number;
  } | null;
}

/** The reply behind a vote and the prompt before it. For those who see votes. */
export async function showAttempt(
  context: WorkContext,
  { project, attempt: id }: { readonly project: string; readonly attempt: string },
): Promise<ShownAttempt> {
  authorise(context.actor, project, ...overseeingRoles);
  const found = await context.store.read((db) => findAttempt(db, { project, id }));
  if (found === null) refuse('not-found', { what: codedText('model-attempt', { id }) });
  const { attempt, task, raw } = found;
  await refuseVotes(context, project, task);
  return { ...attempt, task, raw, prompt: await sentPrompt(context, project, task, attempt) };
}

/**
 * Hides what models answered from those who judge, and from those who rule while votes are hidden.
 */
async function refuseVotes(context: WorkContext, project: string, task: string): Promise<void> {
  await refuseWhileBlind(context, { project, task });
  await refuseHiddenModels(context, project);
}

/**
 * The prompt with the hash of the attempt, made again from the version of the protocol it was made
 * from; the latest one that gives this hash.
 */
async function sentPrompt(
  { store }: WorkContext,
  project: string,
  task: string,
  attempt: LoggedAttempt,
): Promise<ShownAttempt['prompt']> {
  const { unit: id, annotator, promptHash } = attempt;
  const versions = await store.read((db) => listProtocols(db, project));
  const unit = await store.read((db) => findUnit(db, { project, task, unit: id }));
  for (const { version } of versions.toReversed()) {
    const prompt = await promptIn(store, project, version, task, attempt);
    if (prompt === null || !prompt.hash.startsWith(promptHash) || unit === null) continue;
    const about = { id, fields: unit.fields };
    const request = unitRequest(prompt, about, { id: attempt.id, annotator });
    return {
      instructions: request.instructions,
      content: request.content,
      schema: JSON.stringify(request.reply.schema, null, 2),
      parameters: JSON.stringify(request.parameters, null, 2),
      maxTokens: request.maxTokens,
      version,
    };
  }
  return null;
}

async function promptIn(
  store: WorkContext['store'],
  project: string,
  version: number,
  task: string,
  { annotator, promptHash }: LoggedAttempt,
): Promise<Prompt | null> {
  const { protocol, guideline, tasks } = await projectProtocol(store, project, version);
  const asked = tasks.get(task);
  if (asked === undefined) return null;
  const entry = entryOf(annotator);
  const { table, panels } = modelPresets();
  for (const panel of [protocol.panel, ...Object.values(panels)]) {
    const own = Object.entries(panel).filter(([name]) => name === entry);
    const [model] = panelModels(Object.fromEntries(own), task, table).models;
    if (model === undefined) continue;
    const prompt = buildPrompt(asked.task, guideline, model, protocol.prompts);
    if (prompt.hash.startsWith(promptHash)) return prompt;
  }
  return null;
}
