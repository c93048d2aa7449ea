import { codedText } from '../../domain/text-values.ts';
import { z } from 'zod';
import type { Fault } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import { nameSchema } from '../../domain/basic-schemas.ts';
import type { WeakRules } from '../../truth/units/weak-rules.ts';
import { orNothing } from '../optional-part.ts';
import { byLine, printPath, schemaFaults } from '../schema-faults.ts';
import { parseYaml } from '../yaml-source.ts';
import type { Read } from '../yaml-source.ts';

const phrase = z.string().regex(/\S/, 'phrase');

/** Keyword rules as they stand in a file. */
const weakRulesSchema = z.strictObject({
  labels: z
    .record(nameSchema, z.array(phrase).min(1))
    .refine((labels) => Object.keys(labels).length > 0, 'labels-with-keywords'),
  negations: z
    .array(phrase)
    .default([])
    .meta({ description: 'Words or phrases that cancel a keyword: not, other than' }),
  window: z
    .int()
    .nonnegative()
    .max(50)
    .default(5)
    .meta({ description: 'How many words before a keyword are searched for a negation' }),
});

/**
 * Reads keyword rules: `labels: { IRB: [irb, internal ratings based] }`, `negations: [not, other
 * than]`, `window: 5`. All faults come at once. A keyword may serve two labels, but only once each.
 * @example readWeakRules('labels: { LCR: [lcr] }').value.labels // { LCR: ['lcr'] }
 */
export function readWeakRules(text: string): Read<WeakRules> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const { value, lineOf } = parsed.value;
  const checked = weakRulesSchema.safeParse(value, { reportInput: true });
  const { labels = {}, negations = [] } = readableRules.safeParse(value).data ?? {};
  const lists = [
    ...Object.entries(labels).map(([label, keywords = []]) => ({
      path: ['labels', label],
      phrases: keywords,
    })),
    { path: ['negations'], phrases: negations },
  ];
  const twice = lists.flatMap(({ path, phrases }) =>
    repeats(phrases).map((at): Fault => {
      const place = [...path, at];
      return wrongField(
        printPath(place),
        codedText('twice', { value: JSON.stringify(phrases[at]) }),
        codedText('each-phrase-once'),
        { line: lineOf(place) },
      );
    }),
  );
  if (checked.success && twice.length === 0) return { ok: true, value: checked.data };
  return {
    ok: false,
    faults: byLine([...schemaFaults(checked.error?.issues ?? [], lineOf), ...twice]),
  };
}

const phrases = orNothing(z.array(orNothing(phrase)));
/** The phrases that can be read, in their places. */
const readableRules = z.object({
  labels: orNothing(z.record(z.string(), phrases)),
  negations: phrases,
});

function repeats(list: readonly (string | undefined)[]): readonly number[] {
  const seen = new Set<string>();
  return list.flatMap((one, at) => {
    if (one === undefined) return [];
    const folded = one.trim().toLowerCase();
    if (seen.has(folded)) return [at];
    seen.add(folded);
    return [];
  });
}
