import type { LocalText } from '../../domain/local-text.ts';
import type { ProtocolSource } from '../../domain/protocol/protocol.ts';

/**
 * The languages besides English that a protocol is written in: those that `release.language` names,
 * and those of texts that are given per language.
 */
export function protocolLanguages({ release, tasks }: ProtocolSource): readonly string[] {
  const texts = Object.values(tasks).flatMap(({ title, unit, questions, steps }) => [
    title,
    ...Object.values(unit.titles ?? {}),
    ...steps,
    ...Object.values(questions).flatMap((one) => [one.title, one.ask, one.help]),
  ]);
  const named = [...(release.language ?? []), ...texts.flatMap(languagesOf)];
  return [...new Set(named)].filter((language) => language !== 'en').toSorted();
}

function languagesOf(text: LocalText | undefined): readonly string[] {
  return text === undefined || typeof text === 'string' ? [] : Object.keys(text);
}
