import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type {
  EvaluationContent,
  ShownMeasure,
} from '../../../evaluation/report/evaluation-content.ts';
import { attempt } from '../../write-files.ts';

/** What a workspace keeps of an evaluation beside its page. */
export interface KeptEvaluation {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly systems: readonly string[];
  readonly files: readonly string[];
  readonly kind: EvaluationContent['kind'];
  readonly task: string;
  readonly split: 'dev' | 'test' | 'all';
  readonly n: number;
  readonly measures: readonly ShownMeasure[];
  readonly simulated: boolean;
  /** Why it went on although the guard objected, and how often it did; null without objections. */
  readonly override: { readonly reason: string; readonly objections: number } | null;
  readonly training: {
    readonly rows: number;
    readonly overlapping: number;
    readonly withheld: number;
  } | null;
  /** The look it was: how many there were then, and the last one's hash; null for dev. */
  readonly looks: {
    readonly count: number;
    readonly ofSystems: number;
    readonly head: string;
  } | null;
}

/** The page of an evaluation inside its folder. */
const pageName = 'evaluation.html';
const factsName = 'evaluation.json';

/** Where evaluations against a release are kept: beside it, as its ledger is. */
function placeOf(release: string): string {
  return `${release}.evaluations`;
}

/** Keeps an evaluation with its page; it is there as a whole, or not at all. */
export function keepEvaluation(release: string, kept: KeptEvaluation, page: string): void {
  const place = placeOf(release);
  attempt(place, () => {
    const writing = join(place, `.${kept.id}`);
    mkdirSync(writing, { recursive: true });
    writeFileSync(join(writing, pageName), page);
    writeFileSync(join(writing, factsName), `${JSON.stringify(kept, null, 2)}\n`);
    renameSync(writing, join(place, kept.id));
  });
}

/** The evaluations against a release that are kept, the latest first. */
export function keptEvaluations(release: string): readonly KeptEvaluation[] {
  const place = placeOf(release);
  if (!existsSync(place)) return [];
  const names = readdirSync(place).filter((name) => !name.startsWith('.'));
  return names
    .toSorted()
    .toReversed()
    .map(
      (name) => JSON.parse(readFileSync(join(place, name, factsName), 'utf8')) as KeptEvaluation,
    );
}

/** The page of an evaluation that is kept; null where there is none of that name. */
export function keptPage(release: string, id: string): string | null {
  const path = join(placeOf(release), id, pageName);
  return /^[\w-]+$/.test(id) && existsSync(path) ? path : null;
}
