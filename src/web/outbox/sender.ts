import type { OwnUnitReply, SavedReply } from '../../server/routes/judging/work.ts';
import { apiPath, request } from '../api/client.ts';
import type { DraftContent, JudgmentContent, FactContent, ServerDraft } from './saves.ts';

/** The server's reply to a judgment. */
export type SavedJudgment = SavedReply;

/** What the server has of a unit. */
interface ServerUnit {
  readonly draft: ServerDraft | null;
  readonly judgment: Pick<NonNullable<OwnUnitReply['judgment']>, 'id'> | null;
}

/** Takes saves to the server. Throws as `request` does. */
export interface Sender {
  judge(
    run: string,
    unit: string,
    judgment: Omit<JudgmentContent, 'supersedes'> & {
      readonly supersedes: string | null;
      readonly key: string;
    },
  ): Promise<SavedJudgment>;
  saveDraft(
    run: string,
    unit: string,
    draft: DraftContent & { readonly revision: number; readonly supersedes: string | null },
    how?: { readonly keepalive: boolean },
  ): Promise<void>;
  record(run: string, unit: string, fact: FactContent & { readonly key: string }): Promise<void>;
  fetchUnit(run: string, unit: string): Promise<ServerUnit>;
}

/** Over the API. */
export const apiSender: Sender = {
  judge: async (run, unit, { answers, asides, seconds, pauses, supersedes, key }) =>
    await request<SavedJudgment>(apiPath`/api/runs/${run}/units/${unit}/judgments`, {
      method: 'POST',
      body: {
        answers,
        asides,
        ...(pauses === undefined ? {} : { pauses }),
        ...(seconds === undefined ? {} : { seconds }),
        supersedes,
        idempotency_key: key,
      },
    }),
  saveDraft: async (run, unit, { answers, asides, revision, supersedes }, how) => {
    await request(apiPath`/api/runs/${run}/units/${unit}/draft`, {
      method: 'PUT',
      body: { answers, asides, revision, supersedes },
      ...how,
    });
  },
  record: async (run, unit, { kind, detail, key }) => {
    await request(apiPath`/api/runs/${run}/units/${unit}/facts`, {
      method: 'POST',
      body: { kind, detail, idempotency_key: key },
    });
  },
  fetchUnit: async (run, unit) =>
    await request<ServerUnit>(apiPath`/api/runs/${run}/units/${unit}`),
};
