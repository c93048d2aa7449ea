import type { Panel } from '../../domain/judging/annotator.ts';
import { readModelTable, readPanels } from '../../formats/models/model-table.ts';
import type { ModelTable } from '../../formats/models/model-table.ts';
import { packageText } from '../package-files.ts';

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
    panels: readPanels(packageText('presets/panels.json')),
    table: readModelTable(packageText('presets/model-parameters.json')),
  };
  return presets;
}
