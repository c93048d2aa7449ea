import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from '../work-context.ts';

/** The folder with the example protocols, in a clone and in an installed package alike. */
export const examplesFolder = fileURLToPath(new URL('../../../examples', import.meta.url));

/** The folder with what was done in the examples. */
export const storiesFolder = join(examplesFolder, 'stories');

/** The folder with what completes an example: rulings on everything that is open in it. */
export function completeFolder(name: string): string {
  return join(storiesFolder, 'complete', name);
}

/** A person in the examples. Their judgments are simulated, so they are too. */
export interface ExamplePerson {
  readonly login: string;
  readonly name: string;
  /** By project; `*` is the whole workspace. */
  readonly roles: Readonly<Record<string, Role>>;
  /** What they do, in a few words; null for people whom nobody needs to sign in as. */
  readonly part: string | null;
}

/** A round of an example. */
export interface ExampleRound {
  /** Its heading in `assay demo`, which shows only rounds that have one. */
  readonly title?: string;
  readonly task: string;
  readonly round: string;
  /** The earlier version of the guideline that it was judged under. */
  readonly guideline?: string;
  /** Its files in the judgments folder of the example. */
  readonly files: readonly string[];
  /** How many of their last units somebody still has to judge; such a round is open. */
  readonly left?: Readonly<Record<string, number>>;
  readonly byModels?: true;
}

/** An example with everything that was done in it, in order. */
export interface ExampleStory {
  readonly name: string;
  /** What it demonstrates, in a phrase. */
  readonly shows: string;
  readonly earlierGuideline?: { readonly version: string; readonly file: string };
  readonly rounds: readonly ExampleRound[];
  /** Rulings that follow the answers of one annotator, one per reason. */
  readonly rulings?: {
    readonly task: string;
    readonly follow: string;
    readonly reasons: readonly string[];
  };
  /** A file with rulings. */
  readonly overrides?: string;
}

/** The four examples and their people. */
export const { stories: exampleStories, people: examplePeople } = JSON.parse(
  readFileSync(join(storiesFolder, 'stories.json'), 'utf8'),
) as { readonly stories: readonly ExampleStory[]; readonly people: readonly ExamplePerson[] };
