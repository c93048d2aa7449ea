import { z } from 'zod';
import { countSchema, textSchema } from '../basic-schemas.ts';

/** Who answers: people, model runs and keyword rules all give the same kind of judgment. */
const annotatorKinds = ['human', 'model', 'rule'] as const;
type AnnotatorKind = (typeof annotatorKinds)[number];

/** A member of the panel, or all members of one entry of it. */
export interface Annotator {
  readonly id: string;
  readonly kind: AnnotatorKind;
  /** How much a judgment counts in a consensus; 0 is heard and compared, never counted. */
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
  file: textSchema.optional().describe('The file with the keywords of a rule'),
});
type PanelEntry = z.infer<typeof panelEntrySchema>;

/** The people, models and rules who judge, by the name of their entry. */
export type Panel = Readonly<Record<string, PanelEntry>>;

/** The weight that an entry's judgments have. */
function entryWeight(entry: PanelEntry): number {
  return entry.weight ?? (entry.kind === 'rule' ? 0 : 1);
}

/**
 * The annotators that a panel names: model runs, people, rules. People without names give none.
 * @example panelAnnotators({ gpt: { kind: 'model', runs: 2 } })[1].id // 'gpt#2'
 */
export function panelAnnotators(panel: Panel): readonly Annotator[] {
  return Object.entries(panel).flatMap(([name, entry]) => {
    const { kind, family = name, runs = 1, names = [] } = entry;
    const common = { kind, weight: entryWeight(entry), family };
    if (kind === 'rule') return [{ id: name, ...common }];
    if (kind === 'human') return names.map((id) => ({ id, ...common, family: id }));
    return Array.from({ length: runs }, (_, run) => ({ id: `${name}#${run + 1}`, ...common }));
  });
}

/** The weight of an annotator; somebody not on the panel counts as one of its people. */
export function annotatorWeight(panel: Panel, annotator: string): number {
  const member = panelMember(panel, annotator);
  if (member !== undefined) return member.weight;
  const people = Object.values(panel).find(
    (entry) => entry.kind === 'human' && entry.names === undefined,
  );
  return people === undefined ? 1 : entryWeight(people);
}

/** The family of an annotator; somebody not on the panel is a separate family. */
export function annotatorFamily(panel: Panel, annotator: string): string {
  return panelMember(panel, annotator)?.family ?? annotator;
}

/** The panel's entry for an annotator; unplanned runs still belong to their model. */
function panelMember(panel: Panel, annotator: string): Omit<Annotator, 'id' | 'kind'> | undefined {
  const named = panelAnnotators(panel).find((one) => one.id === annotator);
  if (named !== undefined) return named;
  const model = annotator.replace(/#\d+$/, '');
  const entry = Object.hasOwn(panel, model) ? panel[model]! : undefined;
  if (entry?.kind !== 'model') return undefined;
  return { weight: entryWeight(entry), family: entry.family ?? model };
}
