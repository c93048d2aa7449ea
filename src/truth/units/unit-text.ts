import type { UnitShape } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';

/** What a unit says: the texts that its task shows, in their order. */
export function unitText({ show, hidden }: UnitShape, fields: UnitFields): string {
  return show
    .filter((name) => !hidden.includes(name))
    .map((name) => fields[name])
    .filter((value) => typeof value === 'string')
    .join('\n');
}
