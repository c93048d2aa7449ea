import { readFileSync } from 'node:fs';
import type { Panel } from '../../domain/judging/annotator.ts';
import { readModelTable, readPanels } from '../../formats/models/model-table.ts';
import type { ModelTable } from '../../formats/models/model-table.ts';

/** What ships with the package about models. */
export interface ModelPresets {
  /** Ready panels, by name: `default`, `high-quality`. */
  readonly panels: Readonly<Record<string, Panel>>;
  readonly table: ModelTable;
}

let presets: ModelPresets | null = null;

/** The presets that ship with the package, read once. */
export function modelPresets(): ModelPresets {
  presets ??= {
    panels: readPanels(presetText('panels.json')),
    table: readModelTable(presetText('model-parameters.json')),
  };
  return presets;
}

function presetText(name: string): string {
  return readFileSync(new URL(`../../../presets/${name}`, import.meta.url), 'utf8');
}
