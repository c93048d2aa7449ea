import { z } from 'zod';
import { countSchema, pathSchema, textSchema } from '../basic-schemas.ts';
import { modelSettings } from '../models/model-settings.ts';

/** Who answers: people, model runs and keyword rules all give the same kind of judgment. */
const annotatorKinds = ['human', 'model', 'rule'] as const;
type AnnotatorKind = (typeof annotatorKinds)[number];

/** A member of the panel, or all members of one entry of it. */
export interface Annotator {
  readonly id: string;
  readonly kind: AnnotatorKind;
  /** How much a judgment counts in a consensus; 0 is kept and compared, never counted. */
  readonly weight: number;
  /** Ties runs of one model together: they are not independent annotators. */
  readonly family: string;
}

/** An entry of the panel in a protocol file. */
export const panelEntrySchema = z.strictObject({
  kind: z.enum(annotatorKinds).default('human'),
  weight: z
    .number()
    .nonnegative()
    .optional()
    .describe('1 for people and models, 0 for rules, unless said otherwise'),
  family: textSchema.optional(),
  runs: countSchema.optional().describe('How many runs of a model; each is an annotator'),
  names: z
    .array(z.string().normalize('NFC').min(1))
    .min(1)
    .optional()
    .describe('The people, where they are known beforehand'),
  file: pathSchema.optional().describe('The file with the keywords of a rule'),
  ...modelSettings,
});
export type PanelEntry = z.infer<typeof panelEntrySchema>;

/** The people, models and rules who judge, by the name of their entry. */
export type Panel = Readonly<Record<string, PanelEntry>>;

/** The weight that an entry's judgments have. */
export function entryWeight(entry: PanelEntry): number {
  return entry.weight ?? (entry.kind === 'rule' ? 0 : 1);
}

/**
 * The annotators that a panel names: model runs, people, rules. People without names give none.
 * With a task, models that are for other tasks are left out.
 * @example panelAnnotators({ gpt: { kind: 'model', runs: 2 } })[1].id // 'gpt#2'
 * @example panelAnnotators({ gpt: { kind: 'model', tasks: ['rules'] } }, 'topics').length // 0
 */
export function panelAnnotators(panel: Panel, task: string | null = null): readonly Annotator[] {
  return Object.entries(panel).flatMap(([name, entry]) => {
    const { kind, family = name, runs = 1, names = [], tasks } = entry;
    if (task !== null && tasks?.includes(task) === false) return [];
    const common = { kind, weight: entryWeight(entry), family };
    if (kind === 'rule') return [{ id: name, ...common }];
    if (kind === 'human') return names.map((id) => ({ id, ...common, family: id }));
    return Array.from({ length: runs }, (_, run) => ({ id: `${name}#${run + 1}`, ...common }));
  });
}

/**
 * What an annotator is on a panel, and what they weigh; `kind` is null for somebody who is not on
 * it. An entry for people without names stands for those with the role, `people`, or, where nobody
 * has roles, for everybody whose name is not that of a model run. A panel that names neither people
 * nor models stands for everybody. With a task, a model for other tasks is not on the panel.
 */
export function annotatorStanding(
  panel: Panel,
  annotator: string,
  people: ReadonlySet<string> | null,
  task: string | null = null,
): { readonly kind: AnnotatorKind | null; readonly weight: number } {
  const named = panelAnnotators(panel, task).find((one) => one.id === annotator);
  if (named !== undefined) return named;
  const entries = Object.values(panel);
  const unnamed = entries.find(({ kind, names }) => kind === 'human' && names === undefined);
  const isOpen = unnamed !== undefined || entries.every(({ kind }) => kind === 'rule');
  const isRun = unnamed !== undefined && people === null && isModelRun(annotator);
  const isUnplanned = isRun || modelFamily(panel, annotator) !== undefined;
  if (!isOpen || isUnplanned || people?.has(annotator) === false) return { kind: null, weight: 0 };
  return { kind: 'human', weight: unnamed === undefined ? 1 : entryWeight(unnamed) };
}

/**
 * Whether a name is that of a run of a model; people are never called so.
 * @example isModelRun('gpt-5-mini#2') // true
 */
export function isModelRun(annotator: string): boolean {
  return runNumber.test(annotator);
}

/** The weight of an annotator where nobody has roles. */
export function annotatorWeight(
  panel: Panel,
  annotator: string,
  task: string | null = null,
): number {
  return annotatorStanding(panel, annotator, null, task).weight;
}

/** The family of an annotator; somebody not on the panel is a separate family. */
export function annotatorFamily(panel: Panel, annotator: string): string {
  const named = panelAnnotators(panel).find((one) => one.id === annotator);
  return named?.family ?? modelFamily(panel, annotator) ?? annotator;
}

/** Whether an annotator is neither a model, nor a run of one, nor a keyword rule. */
export function isPerson(panel: Panel, annotator: string): boolean {
  const name = annotator.replace(runNumber, '');
  return !Object.hasOwn(panel, name) || panel[name]!.kind === 'human';
}

const runNumber = /#\d+$/;

/** The family of a run that was not planned, or of the model itself; undefined for anybody else. */
function modelFamily(panel: Panel, annotator: string): string | undefined {
  const model = annotator.replace(runNumber, '');
  const entry = Object.hasOwn(panel, model) ? panel[model]! : undefined;
  return entry?.kind === 'model' ? (entry.family ?? model) : undefined;
}
