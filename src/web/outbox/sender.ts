import type { OwnUnitReply, SavedReply } from '../../server/routes/judging/work.ts';
import { apiPath, request } from '../api/client.ts';
import type { RequestOptions } from '../api/client.ts';
import type { JudgmentContent, FactContent, ServerDraft, StoredDraft } from './saves.ts';

/** What the server has of a unit. */
interface ServerUnit {
  readonly draft: ServerDraft | null;
  readonly judgment: Pick<NonNullable<OwnUnitReply['judgment']>, 'id'> | null;
}

type SentContent = Omit<JudgmentContent, 'supersedes'> &
  Readonly<{ supersedes: string | null; key: string }>;
type SentDraft = Pick<StoredDraft, 'answers' | 'asides' | 'revision' | 'supersedes'>;

/** Takes saves to the server. Throws as `request` does. */
export interface Sender {
  judge(run: string, unit: string, judgment: SentContent): Promise<SavedReply>;
  saveDraft(
    run: string,
    unit: string,
    draft: SentDraft,
    how?: Pick<RequestOptions, 'keepalive'>,
  ): Promise<void>;
  record(run: string, unit: string, fact: FactContent & { readonly key: string }): Promise<void>;
  fetchUnit(run: string, unit: string): Promise<ServerUnit>;
}

/** Over the API. */
export const apiSender: Sender = {
  judge: async (run, unit, { answers, asides, seconds, suggestedBy, supersedes, key }) =>
    await request<SavedReply>(apiPath`/api/runs/${run}/units/${unit}/judgments`, {
      method: 'POST',
      body: {
        answers,
        asides,
        ...(seconds === undefined ? {} : { seconds }),
        ...(suggestedBy == null ? {} : { suggested_by: suggestedBy }),
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
