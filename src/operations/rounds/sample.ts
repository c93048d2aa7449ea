import { refuse } from '../../domain/fault.ts';
import { draw } from '../../truth/rounds/draw.ts';
import type { Drawn } from '../../truth/rounds/draw.ts';
import { chooseWork } from './choose-work.ts';
import type { Work, WorkRequest } from './choose-work.ts';
import { withRereadable } from '../rereadable-input.ts';
import { labelSource, shownText, Stratifier } from './stratify.ts';
import { FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { eachRow, namedUnit, namedFormat, rowFormat, UnitFile } from '../units/unit-file.ts';
import { checkNames, writeFiles } from '../write-files.ts';

/** What to sample; anything left out comes from the round, or from the defaults. */
export interface SampleRequest extends WorkRequest {
  /** Takes as many units as the round says for a repeat after a failed gate. */
  readonly repeat?: boolean;
  readonly n?: number;
  readonly seed: number;
  readonly by?: string;
  readonly floor?: number;
  readonly hard?: number;
  readonly hardBy?: string;
  readonly id?: readonly string[];
  readonly text?: readonly string[];
  /** Files with units that were used before. */
  readonly exclude: readonly string[];
  readonly out?: string;
  readonly force: boolean;
  /** Takes the drawn units, line by line, when there is no file to write them to. */
  readonly print?: (text: string) => void;
  readonly progress?: Progress;
}

/** What was drawn, from where, by what. */
export interface Sample extends Drawn {
  readonly file: string;
  readonly out: string | null;
  readonly round: string | null;
  readonly idFields: readonly string[];
  readonly by: string | null;
  readonly floor: number;
  readonly hardShare: number | null;
  /** Units that were said to be used, but are not among the units. */
  readonly usedElsewhere: number;
  /** True when units carried an inclusion probability already, which was replaced. */
  readonly replaced: boolean;
}

/** The field that a drawn unit gets: the chance that it had to be drawn. */
const probabilityField = 'inclusion_probability';

/** Draws units from a file and writes them in the file's order, with their probabilities. */
export function sample(request: SampleRequest): Sample {
  const plan = planOf(request);
  if (request.out !== undefined)
    checkNames([request.out], request.force, [plan.file, ...request.exclude]);
  return withRereadable(plan.file, (path) => sampleFrom(path, plan, request));
}

interface SamplePlan extends Work {
  /** How many; null takes all that are left. */
  readonly size: number | null;
  readonly by: string | null;
  readonly floor: number;
  readonly hard: number | null;
  readonly hardBy: string | null;
}

function planOf(request: SampleRequest): SamplePlan {
  const work = chooseWork(request);
  const { round } = work;
  if (request.repeat === true && round?.repeat == null)
    refuse('usage', {
      reason: '--repeat needs a --round whose protocol says how many units a repeat takes.',
    });
  const size = request.n ?? (request.repeat === true ? round!.repeat : (round?.units ?? null));
  if (work.loaded === null && request.round !== undefined) refuse('no-protocol');
  if (size === null && round === null)
    refuse('usage', {
      reason: 'Say how many units to draw: --n 100, or --round for the size in the protocol.',
    });
  return {
    ...work,
    size,
    by: request.by ?? round?.draw.by ?? null,
    floor: request.floor ?? round?.draw.floor ?? 0,
    hard: request.hard ?? round?.draw.hard ?? null,
    hardBy: request.hardBy ?? round?.draw.hardBy ?? null,
  };
}

function sampleFrom(path: string, plan: SamplePlan, request: SampleRequest): Sample {
  const source = labelSource(plan.by, plan.loaded, shownText(plan.task, request.text));
  if (plan.hard !== null && plan.hardBy === null && source.kind !== 'rule') {
    const need = '--hard-by, the field that says how hard a unit is, or rules to draw by';
    refuse('usage', { reason: `A share of hard units needs ${need}.` });
  }
  if (plan.floor > 0 && source.kind === 'none')
    refuse('usage', { reason: 'A floor needs --by, the field or the rules that give the labels.' });
  const units = new UnitFile(path, plan.task, request.id ?? null);
  const outFormat = request.out === undefined ? null : namedFormat(request.out);
  if (outFormat !== null && outFormat !== units.format) {
    const same = 'and the drawn units are written the same way: give --out the matching extension.';
    refuse('usage', { reason: `${plan.file} is ${units.format.toUpperCase()}, ${same}` });
  }
  const found = new FaultList();
  const hardness = { by: plan.hardBy, wanted: plan.hard !== null };
  const stratifier = new Stratifier(source, hardness, found, path);
  let replaced = false;
  units.read(
    (row) => {
      replaced ||= row.fields[probabilityField] !== undefined;
      stratifier.add(row);
    },
    found,
    request.progress,
  );
  const corpus = stratifier.units();
  const used = usedUnits(request.exclude, units.ids);
  const ids = new Set(corpus.map((unit) => unit.id));
  const left = corpus.reduce((sum, unit) => sum + Number(!used.has(unit.id)), 0);
  if (left === 0) refuse('all-units-used', { units: corpus.length });
  const drawn = draw(corpus, {
    size: plan.size ?? left,
    floor: plan.floor,
    hard: plan.hard,
    seed: request.seed,
    used,
    ...(source.kind === 'rule' ? { labels: Object.keys(source.rules.labels) } : {}),
  });
  deliver(units, drawn, request);
  return {
    ...drawn,
    file: plan.file,
    out: request.out ?? null,
    round: plan.round?.id ?? null,
    idFields: units.ids,
    by: plan.by,
    floor: plan.floor,
    hardShare: plan.hard,
    usedElsewhere: [...used].filter((id) => !ids.has(id)).length,
    replaced,
  };
}

/** The units that files speak of: drawn units, assignments or judgments. */
function usedUnits(files: readonly string[], ids: readonly string[]): ReadonlySet<string> {
  const used = new Set<string>();
  const found = new FaultList();
  for (const file of files) {
    const each: Parameters<typeof eachRow>[2] = (fields, line) => {
      const named = namedUnit(fields, ids);
      if (named.ok) used.add(named.id);
      else for (const one of named.faults) found.add({ ...one, file, line });
    };
    eachRow(file, rowFormat(file), each, found);
  }
  found.throwIfAny();
  return used;
}

/** Reads the units again and passes on those that were drawn. */
function deliver(units: UnitFile, drawn: Drawn, request: SampleRequest): void {
  const content = (write: (text: string) => void): void => {
    const found = new FaultList();
    write(units.headWith(probabilityField));
    units.read((row) => {
      const probability = drawn.units.get(row.id);
      if (probability !== undefined) write(units.lineWith(row, probabilityField, probability));
    }, found);
    found.throwIfAny();
  };
  if (request.out !== undefined)
    writeFiles(new Map([[request.out, content]]), { force: request.force });
  else if (request.print !== undefined) content(request.print);
}
