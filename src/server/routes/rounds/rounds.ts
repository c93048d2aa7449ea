import { z } from 'zod';
import { unitChoices } from '../../../domain/rounds/unit-choice.ts';
import { gateStatuses } from '../../../domain/rounds/gate-status.ts';
import { defined } from '../../../domain/defined.ts';
import { addAnnotator } from '../../../operations/rounds/add-annotator.ts';
import { decideUnits } from '../../../operations/rounds/decide-units.ts';
import { closeRound } from '../../../operations/rounds/close-round.ts';
import { openRound } from '../../../operations/rounds/open-round.ts';
import { removeAnnotator } from '../../../operations/rounds/remove-annotator.ts';
import { showRounds } from '../../../operations/rounds/round-states.ts';
import { longWork } from '../../../operations/workspace/long-work.ts';
import { waiveGate, withdrawWaiver } from '../../../operations/rounds/waive-gate.ts';
import { route } from '../../route.ts';
import { projectParams, runParams } from '../project-params.ts';
import {
  admissionStatus,
  codedText,
  gateCheck,
  heldProgress,
  roundKind,
  ruleChange,
  staleCount,
} from '../reply-parts.ts';

const handOut = z.enum(['balanced', 'open']);
const reasoned = z.object({ by: z.string(), reason: z.string(), at: z.string() });
const waiver = reasoned.extend({
  id: z.string(),
  gate: z.string(),
  annotator: z.string().nullable().describe('In training, for whom alone'),
  withdrawn: reasoned.nullable().describe('Who withdrew it; the gate then blocks again'),
});
const runWaiver = waiver.extend({ run: z.string() });

const unitChoice = z.enum(unitChoices);
const unitDecision = z.object({
  choice: unitChoice,
  units: z.number(),
  reason: z.string().nullable(),
  by: z.string(),
  at: z.string(),
});
const choosing = {
  choice: unitChoice.describe('Judge them again in a later round, rule on each, or leave them out'),
  reason: z.string().max(5000).optional().describe('Why; needed to leave them out'),
};

const decidedReply = unitDecision.extend({ run: z.string(), round: z.string() });

const block = z.object({
  kind: z.enum(['not-opened', 'not-closed', 'gate', 'admission', 'running', 'passed']),
  text: codedText,
  round: z.string(),
  run: z.string().optional(),
  judged: z.number().optional(),
  wanted: z.number().optional(),
  admitted: z.number().optional(),
  needed: z.number().optional(),
  checks: z.array(gateCheck).optional(),
  retired: z.boolean().optional().describe('Whether the protocol no longer has the round'),
});

const runReply = z.object({
  run: z.string(),
  attempt: z.number(),
  protocol_version: z.number(),
  guideline: z.string(),
  seed: z
    .number()
    .nullable()
    .describe('The seed of the draw; null if the units were imported, and for annotators'),
  per_unit: z.number(),
  hand_out: handOut,
  opened_at: z.string(),
  opened_by: z.string(),
  closed_at: z.string().nullable(),
  stale: z.object({ questions: z.boolean(), guideline: z.boolean() }),
  annotators: z
    .array(heldProgress.extend({ annotator: z.string() }))
    .describe('For annotators: only themselves'),
  figures: z
    .object({
      wanted: z.number(),
      judged: z.number(),
      free: z.number(),
      left_out: z.number(),
      status: z.enum(gateStatuses),
      passed: z.boolean(),
      checks: z.array(gateCheck),
      unmet: z.array(gateCheck),
      waivers: z.array(waiver),
    })
    .nullable()
    .describe('The figures of the run; null for annotators'),
  access: z
    .array(
      z.object({
        kind: z.enum(['invite', 'enter', 'grant', 'password-link']),
        role: z.enum(['lead', 'adjudicator', 'reviewer']),
        by: z.string(),
        takes_part: z.boolean().describe('Whether whoever gave it judges in this run'),
        person: z.string().nullable().describe('Null for a link that nobody has used yet'),
        at: z.string(),
      }),
    )
    .describe('Roles that see answers, given while the run was open; empty for annotators'),
  left: z.number().describe('Units of a closed run on which nothing counts; 0 for annotators'),
  unit_decision: unitDecision.nullable().describe('What was decided about them'),
});

const roundReply = z.object({
  round: z.string(),
  kind: roundKind,
  task: z.string(),
  state: z.enum(['locked', 'ready', 'open', 'closed']),
  needed: z.boolean(),
  may_open: z.boolean(),
  again: z.number().describe('Units that would be judged again, since nothing on them counts'),
  per_unit: z.number().nullable().describe('How many people judge each unit; null for all'),
  assisted: z
    .object({ by: z.string(), control: z.number() })
    .nullable()
    .describe('Whose suggestions are shown, and the share of units judged blind'),
  blocks: z.array(block),
  runs: z.array(runReply),
  admissions: z.array(
    z.object({
      annotator: z.string(),
      status: admissionStatus,
      admitted: z.boolean(),
      run: z.string(),
      checks: z.array(gateCheck),
      study: z.array(z.string()),
    }),
  ),
});
export type RoundReply = z.infer<typeof roundReply>;

const roundsReply = z.object({
  project: z.string(),
  version: z.number(),
  guideline: z.string(),
  rounds: z.array(roundReply),
  retired: z
    .array(runReply.extend({ round: z.string(), task: z.string(), kind: roundKind }))
    .describe('Runs of rounds that the protocol no longer has; empty for annotators'),
  rule_changes: z.array(ruleChange).describe('Changes to the rules: who, when and why'),
  stale: z.array(staleCount),
});
export type RoundsReply = z.infer<typeof roundsReply>;

const longWorkReply = z.object({
  items: z.array(
    z.object({
      kind: z.enum(['run', 'units', 'judgments', 'rulings', 'exclusion', 'marking']),
      name: z.string().describe('The round, the file, or the key of the request'),
      done: z.number(),
      total: z.number(),
      started_at: z.string(),
    }),
  ),
});
export type LongWorkReply = z.infer<typeof longWorkReply>;

const openedReply = z.object({
  run: z.object({
    id: z.string(),
    round: z.string(),
    attempt: z.number(),
    task: z.string(),
    protocol_version: z.number(),
    guideline: z.string(),
    seed: z.number(),
    per_unit: z.number(),
    hand_out: handOut,
    opened_at: z.string(),
    opened_by: z.string(),
  }),
  units: z.number(),
  again: z.number().describe('How many of them are judged again'),
  annotators: z.array(z.string()),
  not_admitted: z.array(
    z.object({ annotator: z.string(), status: z.string(), study: z.array(z.string()) }),
  ),
});

const changedAnnotators = z.object({
  run: z.string(),
  annotators: z.array(z.string()),
  moved: z.number(),
  changed: z.boolean(),
});

export const roundRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/rounds',
    tag: 'Rounds',
    summary: 'The state of the rounds, with gates computed from the current judgments',
    who: 'member; annotators see their own progress only',
    params: projectParams,
    response: roundsReply,
    handle: async ({ context, params }) => await showRounds(context, params),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/long-work',
    tag: 'Rounds',
    summary: 'How far rounds that are being opened, imports and exclusions of units are',
    who: 'adjudicator, lead',
    params: projectParams,
    response: longWorkReply,
    handle: async ({ context, params }) => await longWork(context, params),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/rounds/:round/open',
    tag: 'Rounds',
    summary: 'Open a round, also again: draw its units and assign them',
    who: 'lead',
    params: projectParams.extend({ round: z.string().max(200) }),
    body: z.strictObject({
      seed: z.int().default(1),
      annotators: z.array(z.string().max(200).normalize('NFC')).max(1000).optional(),
      hand_out: handOut.optional(),
      again: z
        .boolean()
        .optional()
        .describe('Judge units again on which nothing counts; left out, in full rounds only'),
    }),
    status: 201,
    response: openedReply,
    handle: async ({ context, params, body: { hand_out: handOutAs, ...rest } }) =>
      await openRound(context, { ...params, ...defined({ ...rest, handOut: handOutAs }) }),
  }),
  route({
    method: 'POST',
    path: '/api/runs/:run/close',
    tag: 'Rounds',
    summary: 'Close a run; if judgments are missing, only with incomplete',
    who: 'lead',
    params: runParams,
    body: z
      .strictObject({
        incomplete: z.boolean().default(false),
        units: z
          .strictObject(choosing)
          .optional()
          .describe('What happens to its units on which nothing counts, if there are any'),
      })
      .nullish(),
    response: z.object({
      run: z.string(),
      round: z.string(),
      closed_at: z.string(),
      closed_by: z.string(),
      judged: z.number(),
      wanted: z.number(),
      fresh: z.boolean(),
      left: z.number().describe('How many of its units nothing counts on'),
      units: decidedReply.nullable(),
    }),
    handle: async ({ context, params, body }) => {
      const { units, incomplete = false } = body ?? {};
      const chosen = units === undefined ? {} : { units: defined(units) };
      return await closeRound(context, { ...params, incomplete, ...chosen });
    },
  }),
  route({
    method: 'POST',
    path: '/api/runs/:run/units',
    tag: 'Rounds',
    summary: 'Decide what happens to the units of a closed run on which nothing counts',
    who: 'lead',
    params: runParams,
    body: z.strictObject(choosing),
    response: decidedReply,
    handle: async ({ context, params, body }) =>
      await decideUnits(context, { ...params, ...defined(body) }),
  }),
  route({
    method: 'POST',
    path: '/api/runs/:run/waivers',
    tag: 'Rounds',
    summary: 'Waive a gate that did not pass, with your name and a reason',
    who: 'lead',
    params: runParams,
    body: z.strictObject({
      gate: z.string().min(1).max(500),
      reason: z.string().max(5000),
      annotator: z.string().max(200).optional(),
    }),
    status: 201,
    response: runWaiver,
    handle: async ({ context, params, body }) =>
      await waiveGate(context, { ...params, ...defined(body) }),
  }),
  route({
    method: 'POST',
    path: '/api/runs/:run/waivers/:waiver/withdraw',
    tag: 'Rounds',
    summary: 'Withdraw a waiver, with your name and a reason; its gate blocks again',
    who: 'lead',
    params: runParams.extend({ waiver: z.string().max(200) }),
    body: z.strictObject({ reason: z.string().max(5000) }),
    response: runWaiver,
    handle: async ({ context, params, body }) =>
      await withdrawWaiver(context, { ...params, ...body }),
  }),
  route({
    method: 'PUT',
    path: '/api/runs/:run/annotators/:annotator',
    tag: 'Rounds',
    summary: 'Add somebody to an open run; submitted work never moves',
    who: 'lead',
    params: runParams.extend({ annotator: z.string().max(200) }),
    response: changedAnnotators,
    handle: async ({ context, params }) => await addAnnotator(context, params),
  }),
  route({
    method: 'DELETE',
    path: '/api/runs/:run/annotators/:annotator',
    tag: 'Rounds',
    summary: 'Remove somebody from an open run; submitted work stays',
    who: 'lead',
    params: runParams.extend({ annotator: z.string().max(200) }),
    response: changedAnnotators,
    handle: async ({ context, params }) => await removeAnnotator(context, params),
  }),
];
