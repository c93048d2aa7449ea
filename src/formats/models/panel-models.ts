import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { entryWeight } from '../../domain/judging/annotator.ts';
import type { Panel, PanelEntry } from '../../domain/judging/annotator.ts';
import type { AskedModel } from '../../domain/models/asked-model.ts';
import { providerNames } from '../../domain/models/model-settings.ts';
import { oneOf } from '../../domain/text-values.ts';
import { knownModel } from './model-table.ts';
import type { ModelTable } from './model-table.ts';

/** The models of a panel that can be asked, and why others cannot. */
export interface PanelModels {
  readonly models: readonly AskedModel[];
  readonly faults: readonly Fault[];
}

/**
 * The models of a panel that are for a task, with what the table knows filled in. What an entry
 * sets takes precedence over the table. A model without a known provider is a fault.
 */
export function panelModels(panel: Panel, task: string, table: ModelTable): PanelModels {
  const models: AskedModel[] = [];
  const faults: Fault[] = [];
  for (const [name, entry] of Object.entries(panel)) {
    if (entry.kind !== 'model' || entry.tasks?.includes(task) === false) continue;
    const asked = askedModel(name, entry, table);
    if (asked === null)
      faults.push(fault('provider-unknown', { model: name, providers: oneOf(providerNames) }));
    else models.push(asked);
  }
  return { models, faults };
}

function askedModel(name: string, entry: PanelEntry, table: ModelTable): AskedModel | null {
  const model = entry.model ?? name;
  const known = knownModel(table, model);
  const provider = entry.provider ?? known.provider;
  if (provider === null || provider === undefined) return null;
  const given = entry.parameters ?? {};
  const refused = Object.keys(given).filter((key) => known.refuses.includes(key));
  const mayDrop = entry.drop_parameters ?? false;
  return {
    entry: name,
    provider,
    model,
    service: entry.service ?? null,
    baseUrl: entry.base_url ?? null,
    keyEnv: entry.key_env ?? null,
    weight: entryWeight(entry),
    runs: entry.runs ?? 1,
    parameters: Object.fromEntries(
      Object.entries(given).filter(([key]) => !mayDrop || !refused.includes(key)),
    ),
    dropped: mayDrop ? refused : [],
    doubtful: mayDrop ? [] : refused,
    dropParameters: mayDrop,
    prompt: entry.prompt ?? null,
    maxTokens: entry.max_tokens ?? known.maxTokens,
    context: entry.context ?? null,
    recording: entry.recording ?? null,
  };
}
