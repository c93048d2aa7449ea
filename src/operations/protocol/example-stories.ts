import type { ProtocolContent } from '../project-protocol.ts';

/** A round of an example, as its files have it. */
export interface ExampleRound {
  readonly task: string;
  readonly round: string;
  /** The files of this stretch of work, relative to the example's judgments. */
  readonly files: readonly string[];
  /**
   * How many units at the end of their order are left for somebody to judge; the round is open
   * then.
   */
  readonly left?: Readonly<Record<string, number>>;
}

/** An example with all that was done in it, in the order in which it was done. */
export interface ExampleStory {
  readonly name: string;
  /** Under an earlier version of the guideline, where the example has one. */
  readonly before?: {
    readonly content: (present: ProtocolContent) => ProtocolContent;
    readonly rounds: readonly ExampleRound[];
  };
  readonly rounds: readonly ExampleRound[];
  /**
   * Units of a task on which the senior has ruled, as one of the annotators had answered; with the
   * reason.
   */
  readonly rulings?: {
    readonly task: string;
    readonly follow: string;
    readonly reasons: readonly string[];
  };
  /** A file with rulings. */
  readonly overrides?: string;
}

const experts = (stretch: string): readonly string[] =>
  ['a', 'b', 'c'].map((letter) => `${stretch}.expert_${letter}.jsonl`);
const pair = (stretch: string): readonly string[] =>
  ['a', 'b'].map((letter) => `${stretch}.annotator_${letter}.jsonl`);
const both = (task: string): readonly string[] =>
  ['mara', 'jonas'].map((name) => `${task}.${name}.jsonl`);

/**
 * The four examples. In each of those that people judge, somebody has units left, so that there is
 * something to do.
 */
export const exampleStories: readonly ExampleStory[] = [
  {
    name: 'regulatory-topics',
    before: {
      content: draftGuideline,
      rounds: [{ task: 'topics', round: 'pilot', files: experts('pilot') }],
    },
    rounds: [
      { task: 'topics', round: 'training', files: experts('training') },
      { task: 'topics', round: 'repilot', files: experts('repilot') },
      { task: 'topics', round: 'full', files: experts('full'), left: { expert_a: 12 } },
    ],
    rulings: {
      task: 'topics',
      follow: 'expert_a',
      reasons: [
        'Read with the section on borders between labels: what the chunk manages decides, not the words it uses.',
        'The topic is named only, in a list. A name alone is not ticked.',
        'Two topics, each with a point of its own: both keep their grade.',
      ],
    },
  },
  {
    name: 'trial-relevance',
    rounds: [
      { task: 'relevance', round: 'pilot', files: pair('pilot.relevance') },
      { task: 'relevance', round: 'pilot', files: pair('repilot.relevance') },
      { task: 'relevance', round: 'full', files: pair('relevance'), left: { annotator_a: 6 } },
      { task: 'rules', round: 'rules-pilot', files: pair('pilot.rules') },
      { task: 'rules', round: 'rules-full', files: pair('rules'), left: { annotator_a: 15 } },
    ],
    rulings: {
      task: 'relevance',
      follow: 'annotator_a',
      reasons: [
        'Talked through with both: the condition fits, and the unmet constraint is named in the rationale.',
      ],
    },
  },
  {
    name: 'rag-tasks',
    rounds: [
      { task: 'retrieval', round: 'retrieval', files: both('retrieval'), left: { mara: 18 } },
      { task: 'grounding', round: 'grounding', files: both('grounding'), left: { mara: 10 } },
      { task: 'generation', round: 'generation', files: both('generation'), left: { mara: 10 } },
    ],
    rulings: {
      task: 'grounding',
      follow: 'mara',
      reasons: [
        'The mark in the answer belongs to a source that was shown, so it is cited and not made up.',
      ],
    },
  },
  {
    name: 'policy-ground-truth',
    rounds: [
      {
        task: 'allergy',
        round: 'extraction',
        files: ['gpt-5.1', 'gpt-5-mini', 'gpt-5-nano'].map((model) => `extraction.${model}.jsonl`),
      },
    ],
    overrides: 'rulings/overrides.json',
  },
];

/**
 * The guideline as it was in the first pilot, according to its own list of changes: without the
 * section on borders.
 */
function draftGuideline({ source, guideline, files }: ProtocolContent): ProtocolContent {
  return {
    source: source.replace('version: "1.0"', 'version: "0.9"'),
    guideline: guideline
      .replace('version 1.0', 'version 0.9')
      .replace(/^5\. Where two labels[^\n]*\n6\./m, '5.')
      .replace(/^## Borders between labels\n[\s\S]*?(?=^## )/m, '')
      .replace(/^- \*\*1\.0\*\*[\s\S]*?(?=^- \*\*0\.9\*\*)/m, ''),
    files,
  };
}
