import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ExcludeReply, MarkReply } from '../../../server/routes/units/bulk.ts';
import { change } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { LongWorkProgress } from '../../components/LongWorkProgress.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { Scope } from '../../figures/use-scope.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { withdraw, withdrawalKey } from '../discussion/ThreadCard.tsx';
import { bulkTexts } from './bulk-texts.ts';
import type { UnitFilterAddress } from './filter-address.ts';
import styles from './units.module.css';

/** Which units are chosen: by name, or all that pass the filter. */
export type Chosen = ReadonlySet<string> | 'all';

interface BulkActionsProps {
  readonly scope: Scope;
  readonly filter: UnitFilterAddress;
  readonly shown: readonly string[];
  readonly total: number;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  /** Something was done to units, or undone. */
  readonly onChanged: () => void;
}

type Act = 'flag' | 'agenda' | 'exclude';

/** Chooses units by page or by filter, and what can be done with many at once. */
export function BulkActions({
  scope,
  filter,
  shown,
  total,
  chosen,
  onChoose,
  onChanged,
}: BulkActionsProps) {
  const texts = useTexts(bulkTexts);
  const format = useFormat();
  const [act, setAct] = useState<Act | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const count = chosen === 'all' ? total : chosen.size;
  const say = (next: Done): void => {
    setDone(next);
    onChanged();
  };
  const choose = (next: Chosen): void => {
    setDone(null);
    onChoose(next);
  };
  return (
    <div className={styles.bulk} role="group" aria-label={texts.title}>
      <Button variant="subtle" size="compact-sm" onClick={() => choose(new Set(shown))}>
        {texts.choosePage(format.count(shown.length))}
      </Button>
      {total > shown.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => choose('all')}>
          {texts.chooseAll(format.count(total))}
        </Button>
      ) : null}
      {count === 0 ? null : (
        <>
          <strong role="status">{texts.chosen(format.count(count))}</strong>
          {(['flag', 'agenda', 'exclude'] as const).map((one) => (
            <Button key={one} variant="default" size="compact-sm" onClick={() => setAct(one)}>
              {texts.acts[one]}
            </Button>
          ))}
          <Button variant="subtle" size="compact-sm" onClick={() => choose(new Set())}>
            {texts.clear}
          </Button>
        </>
      )}
      {done === null ? null : <DoneNotice project={scope.project} done={done} onUndone={say} />}
      {act === null ? null : (
        <ActDialog
          act={act}
          scope={scope}
          count={count}
          body={
            chosen === 'all' ? { filter: filterBody(filter), count: total } : { units: [...chosen] }
          }
          onClose={() => setAct(null)}
          onDone={(next) => {
            say(next);
            onChoose(new Set());
          }}
        />
      )}
    </div>
  );
}

/** What was done, and the notes by which it can be undone. */
interface Done {
  readonly sentence: string;
  readonly notes: readonly string[];
}

interface DoneNoticeProps {
  readonly project: string;
  readonly done: Done;
  readonly onUndone: (done: Done) => void;
}

function DoneNotice({ project, done, onUndone }: DoneNoticeProps) {
  const texts = useTexts(bulkTexts);
  const [isUndoing, setUndoing] = useState(false);
  const undo = async (): Promise<void> => {
    setUndoing(true);
    await withdraw(project, ...done.notes).finally(() => setUndoing(false));
    onUndone({ sentence: texts.undone, notes: [] });
  };
  return (
    <Notice
      kind="good"
      actions={
        done.notes.length === 0 ? undefined : (
          <Button
            variant="default"
            size="compact-sm"
            disabled={isUndoing}
            onClick={() => void undo()}
          >
            {texts.undo}
          </Button>
        )
      }
    >
      {done.sentence}
      {isUndoing ? (
        <LongWorkProgress
          project={project}
          kind="marking"
          name={withdrawalKey(done.notes)}
          label={texts.progress.undo}
        />
      ) : null}
    </Notice>
  );
}

interface ActDialogProps {
  readonly act: Act;
  readonly scope: Scope;
  readonly count: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
  readonly onDone: (done: Done) => void;
}

/** Asks for the one reason, and does it to all of them or to none. */
function ActDialog({ act, scope, count, body, onClose, onDone }: ActDialogProps) {
  const texts = useTexts(bulkTexts);
  const format = useFormat();
  const [key] = useState(() => crypto.randomUUID());
  const [isWriting, setWriting] = useState(false);
  const base = apiPath`/api/projects/${scope.project}`;
  const common = { task: scope.task.id, ...body, idempotency_key: key };
  return (
    <Dialog
      title={texts.titles[act]}
      confirm={texts.confirm[act]}
      reason={texts.reasons[act]}
      onClose={onClose}
      onConfirm={async (text) => {
        setWriting(true);
        const send = <Reply,>(path: string, given: Readonly<Record<string, string>>) =>
          change<Reply>(
            `${base}/units/${path}`,
            { method: 'POST', body: { ...common, ...given } },
            base,
          ).finally(() => setWriting(false));
        if (act === 'exclude') {
          const { excluded } = await send<ExcludeReply>('exclude', { reason: text });
          return onDone({ sentence: texts.excluded(format.count(excluded)), notes: [] });
        }
        const { notes } = await send<MarkReply>('mark', { as: act, text });
        onDone({ sentence: texts.marked[act](format.count(notes.length)), notes });
      }}
    >
      <p>{texts.why[act](format.count(count))}</p>
      {isWriting ? (
        <LongWorkProgress
          project={scope.project}
          kind={act === 'exclude' ? 'exclusion' : 'marking'}
          name={key}
          label={texts.progress[act]}
        />
      ) : null}
    </Dialog>
  );
}

/** The filter of the address as a body: words become values, and the order does not matter. */
function filterBody({ order: _, ...filter }: UnitFilterAddress): Readonly<Record<string, unknown>> {
  return filter;
}
