import { createProject } from '../src/operations/protocol/create-project.ts';
import { pollWorkspace } from '../src/operations/models/poll-models.ts';
import type { Polled } from '../src/operations/models/poll-models.ts';
import type { StartRequest } from '../src/operations/models/overview/start-models.ts';
import type { Store } from '../src/store/open-store.ts';
import { insertUnits } from '../src/store/units/units.ts';
import { jsonLines } from './run-assay.ts';
import { makeWorld } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

/** The project whose notes recorded models are asked about. */
export const project = 'notes';
export const place = { project, task: 'relevance' };
const source = (extra = ''): string => `assay: 1
name: notes
guideline: { version: "1.0", file: guideline.md }
tasks:
  relevance:
    unit: { id: id, show: text }
    questions:
      relevant: { ask: Is the note relevant? }
panel:
  people: { weight: 1 }
  nano: { kind: model, weight: 1, runs: 2, provider: recorded, recording: replies.jsonl }
  mini: { kind: model, weight: 1, runs: 1, provider: recorded, recording: replies.jsonl }
${extra}consensus: majority
`;
export const units = ['n1', 'n2', 'n3', 'n4'];
/** All say yes, but nano#1 says no of n2, and n4 is refused by mini. */
const replies = jsonLines([
  { recording: 1, simulated: true },
  ...units.flatMap((unit) => [
    { unit, reply: { relevant: true }, tokens: { input: 100, output: 10 } },
  ]),
  ...[1, 2].map((run) => ({ unit: 'n2', annotator: `nano#${run}`, reply: { relevant: false } })),
  { unit: 'n3', annotator: 'mini#1', reply: '<img src=x onerror=alert(1)>' },
  { unit: 'n4', annotator: 'mini#1', reply: 'no', end: 'refusal' },
]);
/** What a lead asks for, unless a test says otherwise. */
export const asked: StartRequest = {
  ...place,
  mode: 'now',
  budget: null,
  invalidate: false,
  again: false,
  outsideRounds: false,
};

/** A project with four notes and recorded models, and a worker that does what is to be done. */
export async function notes(
  store: Store,
  extra = '',
): Promise<{
  readonly world: WorkWorld;
  readonly work: (signal?: AbortSignal) => Promise<readonly Polled[]>;
}> {
  const world = await makeWorld(store);
  await createProject(world.lead, {
    source: source(extra),
    guideline: '# Guideline\n\n## relevant\n\nWhether the note says anything.\n',
    files: { 'replies.jsonl': replies },
  });
  const rows = units.map((id) => ({ id, subject: null, fields: { id, text: `text of ${id}` } }));
  await world.store.write((tx) => insertUnits(tx, place, rows, '2026-03-02T08:00:00.000Z'));
  const never = new AbortController().signal;
  const work = (signal = never) =>
    pollWorkspace(world.lead, { signal, wait: false, interval: 10 }, ['now', 'batch']);
  return { world, work };
}
