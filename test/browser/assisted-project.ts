import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nextUnits } from '../../src/operations/judging/next-unit.ts';
import { saveJudgment } from '../../src/operations/judging/save-judgment.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import type { OpenedRound } from './annotate-rounds.ts';
import type { Person, Workbench } from './workbench.ts';

const protocol = `assay: 1
name: tickets
title: Support tickets
simulated: true
guideline: { version: "1.0", file: guideline.md }
units: { topics: tickets.jsonl }
tasks:
  topics:
    title: Topics of a ticket
    unit: { id: ticket, show: text }
    questions:
      billing: { title: Billing, ask: Is the ticket about a payment? }
      bug: { title: Bug, ask: Does the ticket report a fault of the app? }
      urgent: { title: Urgency, scale: { ordinal: [0: low, 1: normal, 2: high] } }
panel:
  people: { names: [anna, ben] }
  mini: { kind: model, provider: openai, model: mini, weight: 0 }
rounds:
  full: { annotators: 2, assisted: { by: mini, control: 0.25 } }
`;

const tickets = Array.from({ length: 24 }, (_, at) => ({
  ticket: `T-${String(at + 1).padStart(2, '0')}`,
  text: at % 2 === 0 ? `I was charged twice, case ${at}.` : `The app closes by itself, case ${at}.`,
}));

/** What the model says of a ticket. */
export function suggestedOn(ticket: string): Readonly<Record<string, boolean | number>> {
  const isBilling = Number(ticket.slice(2)) % 2 === 1;
  return { billing: isBilling, bug: !isBilling, urgent: isBilling ? 1 : 2 };
}

/** A project whose open round shows the suggestions of a model; simulated. */
export async function assistedProject(
  workbench: Workbench,
  language: 'en' | 'de' = 'en',
): Promise<OpenedRound> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-assisted-'));
  try {
    writeFileSync(join(folder, 'protocol.yaml'), protocol);
    writeFileSync(join(folder, 'guideline.md'), '# Tickets\n\nSay what the ticket is about.\n');
    writeFileSync(join(folder, 'tickets.jsonl'), lines(tickets));
    const project = await workbench.load(folder);
    const lead = await workbench.person('lena', { '*': 'lead' }, { language });
    const anna = await workbench.person('anna', { [project]: 'annotator' }, { language });
    const ben = await workbench.person('ben', { [project]: 'annotator' });
    const { store } = workbench.workspace();
    const { insertJudgments } = await import('../../src/store/judging/insert-judgments.ts');
    const { projectProtocol } = await import('../../src/operations/project-protocol.ts');
    const { hash } = (await projectProtocol(store, project)).tasks.get('topics')!;
    await store.write((tx) =>
      insertJudgments(
        tx,
        tickets.map(({ ticket }) => ({
          id: `mini-${ticket}`,
          project,
          task: 'topics',
          run: null,
          unit: ticket,
          annotator: 'mini#1',
          answers: suggestedOn(ticket),
          asides: {},
          guideline: '1.0',
          taskHash: hash,
          at: '2026-03-02T08:00:00.000Z',
          seconds: null,
          idempotencyKey: `mini-${ticket}`,
          origin: 'model' as const,
        })),
      ),
    );
    const { run } = await openRound(lead.work, { project, round: 'full', seed: 5 });
    return { project, run: run.id, lead, people: [anna, ben] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Judges all that somebody has: as suggested where they see it, else with no urgency. */
export async function judgeAssisted({ work }: Person, run: string): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const shown = (await nextUnits(work, { run })).units[0];
    if (shown === undefined) return;
    const { unit, suggestion } = shown;
    const blind = turn % 3 === 0 ? suggestedOn(unit) : { ...suggestedOn(unit), urgent: 0 };
    await saveJudgment(work, {
      run,
      unit,
      answers: suggestion === null ? blind : suggestion.suggested,
      seconds: suggestion === null ? 40 + (turn % 7) : 20 + (turn % 5),
      idempotencyKey: unit,
    });
  }
}

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
