import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonLines } from './run-assay.ts';
import type { Answers } from '../src/domain/judging/judgment.ts';
import type { Store } from '../src/store/open-store.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import type { ImportResult } from '../src/operations/exchange/import-file.ts';
import type { ImportRequest } from '../src/operations/exchange/import-request.ts';
import { makeRuling } from '../src/operations/rulings/make-ruling.ts';
import { listVerdicts } from '../src/operations/verdicts/list-verdicts.ts';
import type { VerdictRow } from '../src/truth/verdicts/verdict-row.ts';
import { timeOrderedIds } from '../src/operations/time-ordered-ids.ts';
import type { WorkContext } from '../src/operations/work-context.ts';

export const project = 'reviews';

export const protocol = (
  severities = 'none, mild, severe',
  version = '1.0',
  panel = '  large: { kind: model, weight: 2 }\n  small: { kind: model, weight: 1, runs: 2 }\n',
  rounds = '',
): string => `assay: 1
name: ${project}
guideline: { version: "${version}", file: guideline.md }
tasks:
  safety:
    unit: { id: id, subject: place, show: text, date: date }
    questions:
      relevant: {}
      severity: { when: relevant, scale: { nominal: [${severities}] } }
      why: { scale: text, required: false }
panel:
${panel}${rounds}consensus: weighted
policies: { files: [points.yaml], k: [2, 4] }
`;

export const policy =
  'policy: P1\ntitle: By points\ntopic: T1\ntask: safety\nverdicts: [Low, High]\n' +
  'default: Low\ncounts: relevant\npoints:\n  by: severity\n' +
  '  values: { mild: 1, severe: 10 }\n  thresholds: [{ verdict: High, min: 5 }]\n';

export const content = (source: string) => ({
  source,
  guideline: '# Guideline\n',
  files: { 'points.yaml': policy },
});

export interface Sketch {
  readonly unit: string;
  readonly annotator: string;
  readonly answers: Answers;
}

export const units = ['a1', 'a2', 'a3', 'b1', 'b2'].map((id, at) => ({
  id,
  place: id[0]!.toUpperCase(),
  text: `Text of ${id}.`,
  date: `2026-01-0${9 - at}`,
}));

export const annotators = ['large#1', 'small#1', 'small#2'];

export const all = (answersOf: (unit: string, annotator: string) => Answers): readonly Sketch[] =>
  units.flatMap(({ id }) =>
    annotators.map((annotator) => ({ unit: id, annotator, answers: answersOf(id, annotator) })),
  );

export const severe: Answers = { relevant: true, severity: 'severe' };

export const mild: Answers = { relevant: true, severity: 'mild' };

export const irrelevant: Answers = { relevant: false };

export function contextOf(
  store: Store,
  login = 'lena',
  role: 'lead' | 'annotator' | 'adjudicator' = 'lead',
): WorkContext {
  let now = Date.parse('2026-02-01T10:00:00Z');
  const clock = (): Date => new Date((now += 1000));
  return {
    store,
    clock,
    newId: timeOrderedIds(clock),
    actor: { account: login, login, roleIn: () => role, via: 'cli' },
  };
}

export async function imported(
  lead: WorkContext,
  kind: ImportRequest['kind'],
  text: string,
  given: Partial<ImportRequest> = {},
): Promise<ImportResult> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-imported-'));
  try {
    const path = join(folder, 'file');
    writeFileSync(path, text);
    return await importFile(lead, { project, kind, path, name: 'file', ...given });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function world(
  store: Store,
  judgments: readonly Sketch[],
  source = protocol(),
): Promise<WorkContext> {
  const lead = contextOf(store);
  await createProject(lead, content(source));
  await imported(lead, 'units', jsonLines(units));
  if (judgments.length > 0) await judged(lead, judgments);
  return lead;
}

export async function judged(
  lead: WorkContext,
  judgments: readonly Sketch[],
  round?: string,
): Promise<void> {
  await imported(
    lead,
    'judgments',
    jsonLines(
      judgments.map(({ unit, annotator, answers }) => ({
        id: unit,
        ...answers,
        annotator_id: annotator,
        guideline_version: '1.0',
      })),
    ),
    round === undefined ? {} : { round },
  );
}

export const request = {
  project,
  ids: [],
  allowPartial: false,
  invalidate: false,
  subject: null,
  seed: 1,
};

export const rows = async (lead: WorkContext, k = 4): Promise<readonly VerdictRow[]> =>
  (await listVerdicts(lead, { project, k })).items;

/**
 * A record in which A has a severe case, a3, which is its third unit; B a mild one, b1, which was
 * ruled to be severe, and b2, on which two of three models have not answered.
 */
export async function ruledReviews({ store }: { readonly store: Store }) {
  const given = all((unit) => (unit === 'a3' ? severe : unit === 'b1' ? mild : irrelevant));
  const votes = given.filter(({ unit, annotator }) => unit !== 'b2' || annotator === 'large#1');
  const lead = await world(store, votes);
  const ruling = await makeRuling(lead, {
    project,
    unit: 'b1',
    answers: { severity: 'severe' },
    reason: 'They fainted.',
    seen: null,
    idempotencyKey: 'k',
  });
  return { lead, ruling: ruling.id };
}
