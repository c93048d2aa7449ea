import type { SeededRandom } from '../../../src/statistics/seeded-random.ts';
import { askedWords, phaseWords } from './fit.ts';
import type { Fit } from './fit.ts';
import { topicWords } from './queries.ts';
import type { QuerySource } from './queries.ts';
import type { TrialSource } from './trial-source.ts';

/** `full` writes whole sentences, `terse` writes notes. */
export type Voice = 'full' | 'terse';

interface Pair {
  readonly query: QuerySource;
  readonly trial: TrialSource;
  readonly fit: Fit;
}

/** A reason for the label that was given, right or wrong, from the facts of the pair. */
export function rationale(voice: Voice, pair: Pair, given: number, random: SeededRandom): string {
  const reasons = reasonsFor(pair, given)[voice];
  return reasons[random.integer(reasons.length)]!;
}

function reasonsFor(pair: Pair, given: number): Readonly<Record<Voice, readonly string[]>> {
  if (given === 2) return relevant(pair);
  if (given === 0) return notRelevant(pair);
  return pair.fit.condition === 'no'
    ? someOverlap(pair)
    : pair.fit.label === 2
      ? cautious(pair)
      : partly(pair);
}

function relevant({ query, trial, fit }: Pair): Readonly<Record<Voice, readonly string[]>> {
  const asked = askedWords(query);
  const met = list(fit.met);
  if (fit.label === 2) {
    return {
      full: [
        `The trial is in ${asked} and offers what the query asks for: ${met}.`,
        `${capital(asked)} is the condition studied, and the constraints are met (${met}).`,
        `Clear match: ${asked}, ${met}.`,
      ],
      terse: [
        `${asked}; ${met}; all constraints met`,
        `condition yes, ${met}`,
        `full match: ${met}`,
      ],
    };
  }
  const missing = fit.condition === 'partial' ? query.related[trial.topic]! : fit.unmet[0]!;
  return {
    full: [
      `The core intent of ${asked} is covered, although ${missing}; I read that as a minor point.`,
      `It serves somebody who searches for ${asked}, although ${missing}.`,
    ],
    terse: [`core condition fits, although ${missing}`, `fits the intent, although ${missing}`],
  };
}

function partly({ query, trial, fit }: Pair): Readonly<Record<Voice, readonly string[]>> {
  const asked = askedWords(query);
  if (fit.condition === 'partial') {
    const different = query.related[trial.topic]!;
    return {
      full: [
        `Related to ${asked}, but ${different}.`,
        `It overlaps with the query, but ${different}.`,
        `Near the condition asked for, but ${different}.`,
      ],
      terse: [
        `related condition, but ${different}`,
        `not quite ${asked}: ${different}`,
        `family match only: ${different}`,
      ],
    };
  }
  const unmet = list(fit.unmet);
  const beside =
    fit.met.length === 0 ? '' : `, as ${fit.met.length === 1 ? 'does' : 'do'} ${list(fit.met)}`;
  return {
    full: [
      `The condition fits${beside}, but ${unmet}.`,
      `Right disease, yet ${unmet}, and the query is explicit about that.`,
      `${capital(asked)} is studied here, but ${unmet}.`,
    ],
    terse: [
      `condition yes; ${unmet}`,
      `constraint not met: ${unmet}`,
      `right condition, but ${unmet}`,
    ],
  };
}

function cautious({ query, trial, fit }: Pair): Readonly<Record<Voice, readonly string[]>> {
  const asked = askedWords(query);
  const doubt =
    trial.phases.length > 1
      ? `${phaseWords(trial.phases)} may not count as ${phaseWords([query.phase ?? ''])}`
      : /^(Obesity|BRCA)/.test(trial.conditions.at(-1)!)
        ? `it is restricted to patients with ${lowerWords(trial.conditions.at(-1)!)}`
        : trial.sex !== 'ALL' && query.sex === null
          ? 'it takes women only, which the query does not ask for'
          : 'the criteria narrow the group: ' +
            `${lowerFirst(trial.inclusion[1]!.text).replace(/\.$/, '')}`;
  return {
    full: [
      `The condition and ${list(fit.met)} fit, but ${doubt}; the lower label to be safe.`,
      `A trial in ${asked}, but ${doubt}, so I stay with partially relevant.`,
    ],
    terse: [`condition fits; unsure: ${doubt}`, `${list(fit.met)} fine, but ${doubt}`],
  };
}

function notRelevant({ query, trial, fit }: Pair): Readonly<Record<Voice, readonly string[]>> {
  const asked = askedWords(query);
  const subject = topicWords[trial.topic]!;
  if (fit.condition === 'yes') {
    const unmet = list(fit.unmet.length > 0 ? fit.unmet : ['the group is narrower than the query']);
    return {
      full: [
        `Of no use for this query: ${unmet}.`,
        `It fails a hard constraint (${unmet}), so I leave it out.`,
      ],
      terse: [`out: ${unmet}`, `fails on a hard constraint: ${unmet}`],
    };
  }
  if (fit.condition === 'partial') {
    const different = query.related[trial.topic]!;
    return {
      full: [
        `A different patient group: ${different}.`,
        `This is ${subject}, and ${different}; not what is asked.`,
      ],
      terse: [`other group: ${different}`, `not ${asked}: ${different}`],
    };
  }
  const agent = /\b(?!IL-|GLP-|PD-)[A-Z]{2,4}-[A-Z]?\d+\b/.exec(trial.title)?.[0];
  const tested = agent === undefined ? `A study of ${subject}` : `${agent} in ${subject}`;
  return {
    full: [
      `The trial is about ${subject}; the query asks for ${asked}.`,
      `${tested} has nothing to do with ${asked}.`,
      `Different topic: ${lowerFirst(tested)}.`,
      `No overlap with ${asked}; the patients have ${list(trial.conditions.map(lowerWords))}.`,
      `${agent ?? 'The treatment'} is tested for something else: ${subject}.`,
    ],
    terse: [
      `${subject}, not ${asked}`,
      `condition mismatch: ${subject}`,
      `${lowerFirst(tested)}: other disease`,
      `topic is ${subject}; status and phase do not matter`,
      `${agent ?? 'trial'} is for ${subject}`,
    ],
  };
}

function someOverlap({ query, trial, fit }: Pair): Readonly<Record<Voice, readonly string[]>> {
  const shared =
    fit.met.length === 0
      ? 'patients may have both diseases'
      : `it shares ${list(fit.met)} with the query`;
  const subject = topicWords[trial.topic]!;
  return {
    full: [
      `${capital(subject)} is another disease, but ${shared}, so there is some overlap.`,
      `Not ${askedWords(query)}, though ${shared}.`,
    ],
    terse: [`${subject}, but ${shared}`, `weak overlap: ${shared}`],
  };
}

function list(entries: readonly string[]): string {
  return entries.length < 2
    ? (entries[0] ?? 'the intent')
    : `${entries.slice(0, -1).join(', ')} and ${entries.at(-1)!}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A name of a condition as it stands within a sentence; abbreviations and people's names keep their
 * capitals.
 */
function lowerWords(name: string): string {
  return name
    .split(' ')
    .map((word) =>
      /^(Alzheimer|Parkinson)|^[A-Z]+[0-9]|^Ig/.test(word) ? word : word.toLowerCase(),
    )
    .join(' ');
}

/** Without the capital of a sentence's beginning; scales, names and abbreviations keep theirs. */
function lowerFirst(text: string): string {
  return /^([A-Z]+\b|[A-Z][a-z]+[ –][A-Z]|NT-|Ig)/.test(text) && !text.startsWith('A ')
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1);
}
