import type { EvaluationContent } from '../../../evaluation/report/evaluation-content.ts';
import type { RagFamily } from '../../../evaluation/summed-rag.ts';
import { evaluateClasses } from '../evaluate-classes.ts';
import { evaluateRag } from '../evaluate-rag.ts';
import { evaluateRules } from '../evaluate-rules.ts';
import { evaluateRun } from '../evaluate-run.ts';
import { evaluateTable } from '../evaluate-table.ts';
import { usualCutoffs, usualMeasures } from '../named-measures.ts';
import {
  classContent,
  labelContent,
  plainContent,
  runContent,
} from '../report/evaluation-contents.ts';
import type { ContentNames } from '../report/evaluation-contents.ts';
import { withRelease } from './open-release.ts';
import type { GuardReport, OpenedRelease, ReleaseRequest } from './open-release.ts';
import type { MeasuredShape } from './measured-shape.ts';

/** What a system predicts. */
type PredictedKind =
  | { readonly as: 'labels' }
  | { readonly as: 'class'; readonly question: string }
  | { readonly as: 'ranking'; readonly question: string | null }
  | { readonly as: 'rag'; readonly family: RagFamily }
  | { readonly as: 'verdicts'; readonly policy: string | null }
  | { readonly as: 'rules'; readonly question: string | null };

/** Systems against a release, with nothing else to choose: as `assay evaluate --release` is. */
export interface EvaluationRequest extends Omit<ReleaseRequest, 'shape'> {
  readonly predicted: PredictedKind;
  /** What each system said, in their order; none where the truth is about its outputs. */
  readonly files: readonly string[];
  readonly slice: string | null;
  readonly overVotes: boolean;
  /** What the release is called on the page. */
  readonly title: string;
}

/** An evaluation. Where it is a look, it may not be shown before that is recorded. */
interface ReleaseEvaluation {
  readonly content: EvaluationContent;
  readonly report: GuardReport;
}

/** Measures systems against a release, behind the guard. */
export function evaluateRelease(request: EvaluationRequest): Promise<ReleaseEvaluation> {
  return withRelease({ ...request, shape: shapeOf(request) }, async (opened) => ({
    content: await measured(opened, request),
    report: opened.report,
  }));
}

const id = 'id';
const draws = { seed: 1, resamples: 2000 } as const;

function shapeOf({ predicted, slice }: EvaluationRequest): MeasuredShape {
  switch (predicted.as) {
    case 'labels':
      return { as: 'labels', id, slice };
    case 'class':
      return { as: 'class', id, question: predicted.question, slice };
    case 'ranking':
      return { as: 'qrels', question: predicted.question, slice };
    case 'rag':
      return { as: 'rag', slice };
    case 'verdicts':
      return { as: 'verdicts', policy: predicted.policy };
    case 'rules':
      return { as: 'rules', id, question: predicted.question };
  }
}

async function measured(
  opened: OpenedRelease,
  { predicted, files, systems, slice, overVotes, title }: EvaluationRequest,
): Promise<EvaluationContent> {
  const [first = '', ...others] = files;
  const names: ContentNames = { systems, truth: title, slice, textOf: opened.textOf };
  const { truth, queries } = opened;
  const votes = overVotes ? opened.votes : null;
  const shared = { ...draws, zeroes: false, slice, votes, others };
  const level = opened.level ?? 1;
  const { unitColumn } = opened;
  const rows = {
    ...shared,
    truth,
    predictions: first,
    id,
    unitColumn,
    subject: 'subject',
    chance: null,
  };
  switch (predicted.as) {
    case 'labels':
      return labelContent(
        await evaluateTable({ ...rows, level, labels: null, threshold: 0.5, measures: null }),
        names,
      );
    case 'class': {
      const { order, classes } = opened;
      const column = predicted.question;
      return classContent(
        await evaluateClasses({ ...rows, column, order, classes }),
        names,
        'classes',
      );
    }
    case 'verdicts': {
      const { order, classes, verdicts } = opened;
      const byK = verdicts!.ks.length > 1 ? 'k' : null;
      const { unitsOf } = verdicts!;
      const how = { ...rows, column: 'verdict', order, classes, unitsOf, slice: byK };
      return classContent(await evaluateClasses(how), { ...names, slice: byK }, 'verdicts');
    }
    case 'ranking': {
      const plain = { complete: false, depth: null, judgedOnly: false, collection: null };
      const how = { ...plain, measures: usualMeasures };
      return runContent(
        await evaluateRun({
          ...shared,
          ...how,
          judgments: 'qrels',
          qrels: truth,
          run: first,
          level,
          queries,
          chance: null,
        }),
        names,
      );
    }
    case 'rag': {
      const { family } = predicted;
      const how = { ...shared, truth, family, cutoffs: usualCutoffs, chance: null };
      const found = await evaluateRag(how);
      return plainContent(found, names, 'rag', found.queries);
    }
    case 'rules': {
      const found = await evaluateRules({ ...rows, others });
      const { sources, notPredicted, notTrue } = found;
      const left = { notPredicted, notTrue };
      return plainContent({ ...found, slices: null }, names, 'rules', sources, left);
    }
  }
}
