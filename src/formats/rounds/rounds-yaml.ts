import { z } from 'zod';
import { textSchema } from '../../domain/basic-schemas.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { fileFaults, unknownAt, wrongAt } from '../schema-faults.ts';
import type { Finding } from '../schema-faults.ts';
import { isTime } from '../time-text.ts';
import { parseYaml } from '../yaml-source.ts';
import type { Read } from '../yaml-source.ts';

const waiverSchema = z.strictObject({
  gate: textSchema,
  by: textSchema,
  at: z.string('time').refine(isTime, 'time'),
  reason: z.string().regex(/\S/, 'override-reason'),
});

/** The rounds of a folder of files, as they stand in `rounds.yaml`. */
const roundsSchema = z.strictObject({
  rounds: z
    .array(
      z.strictObject({
        round: textSchema,
        files: z.array(textSchema).min(1),
        waivers: z.array(waiverSchema).default([]),
      }),
    )
    .min(1),
});

/** A round that was worked through in files; listed again, it is its next attempt. */
export interface FiledRound {
  readonly round: Round;
  /** Files in the folder `judgments`. */
  readonly files: readonly string[];
  readonly waivers: readonly z.infer<typeof waiverSchema>[];
}

/**
 * Reads which files of judgments hold which round, in the order of the rounds, and which gates were
 * waived. `present` has the names of the files of judgments. All faults come at once: unknown
 * rounds, gates that a round does not have, files that are missing or listed twice.
 */
export function readFiledRounds(
  text: string,
  protocol: Protocol,
  present: ReadonlySet<string>,
): Read<readonly FiledRound[]> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const { value, lineOf } = parsed.value;
  const checked = roundsSchema.safeParse(value, { reportInput: true });
  const known = protocol.rounds.map((round) => round.id);
  const findings: Finding[] = [];
  const rounds: FiledRound[] = [];
  const files = new Set<string>();
  for (const [at, listed] of (checked.data?.rounds ?? []).entries()) {
    const place = ['rounds', at];
    const round = protocol.rounds.find((one) => one.id === listed.round);
    if (round === undefined)
      findings.push(unknownAt([...place, 'round'], listed.round, oneOf(known)));
    else rounds.push({ ...listed, round });
    for (const [which, file] of listed.files.entries()) {
      const twice = codedText('twice', { value: JSON.stringify(file) });
      if (files.has(file))
        findings.push(wrongAt([...place, 'files', which], twice, codedText('each-file-once')));
      if (!present.has(file))
        findings.push(unknownAt([...place, 'files', which], file, codedText('judgments-file')));
      files.add(file);
    }
    const gates = (round?.gates ?? []).map((gate) => gate.source);
    for (const [which, { gate }] of round === undefined ? [] : listed.waivers.entries())
      if (!gates.includes(gate))
        findings.push(unknownAt([...place, 'waivers', which, 'gate'], gate, oneOf(gates)));
  }
  if (checked.success && findings.length === 0) return { ok: true, value: rounds };
  return { ok: false, faults: fileFaults(checked.error?.issues ?? [], findings, lineOf) };
}
