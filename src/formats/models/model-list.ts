import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { modelRuns } from './model-runs.ts';

/** A panel of models, or everything that is wrong with the list. */
export type ModelList =
  | { readonly ok: true; readonly panel: Panel }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Reads a list such as `gpt-5.1:1,gpt-5-mini:3` into the models to ask, each with so many runs.
 * Weight, provider and settings come from the panel, else from a ready panel; a model that neither
 * has is a fault, because its weight would be a guess.
 * @example modelList('nano:2', { nano: { kind: 'model', weight: 3 } }, {}).panel.nano.runs // 2
 */
export function modelList(
  text: string,
  panel: Panel,
  presets: Readonly<Record<string, Panel>>,
): ModelList {
  const read = modelRuns(text);
  if (!read.ok)
    return { ok: false, faults: [fault('usage', { reason: `--models: ${read.reason}.` })] };
  const faults: Fault[] = [];
  const chosen = [...read.numbers].flatMap(([name, runs]) => {
    const found = [panel, ...Object.values(presets)]
      .map((one) => (Object.hasOwn(one, name) ? one[name]! : null))
      .find((one) => one?.kind === 'model');
    if (found === undefined || found === null) {
      faults.push(fault('unknown-model', { model: name }));
      return [];
    }
    return [[name, { ...found, runs }] as const];
  });
  return faults.length > 0
    ? { ok: false, faults }
    : { ok: true, panel: Object.fromEntries(chosen) };
}

/**
 * The same panel with every model replayed from one recording instead of being asked.
 * @example replayedPanel({ nano: { kind: 'model' } }, 'r.jsonl').nano.provider // 'recorded'
 */
export function replayedPanel(panel: Panel, recording: string): Panel {
  return Object.fromEntries(
    Object.entries(panel).map(([name, entry]) => [
      name,
      entry.kind === 'model' ? { ...entry, provider: 'recorded' as const, recording } : entry,
    ]),
  );
}
