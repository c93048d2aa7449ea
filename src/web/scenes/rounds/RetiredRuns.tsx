import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import type { RoundsReply } from '../../../server/routes/rounds/rounds.ts';
import { Section } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useSharedTexts } from '../../texts/shared-texts.ts';
import { GateList } from './GateList.tsx';
import { waivableGates, WaiveDialog } from './RoundDialogs.tsx';
import { overviewTexts } from './texts.ts';
import styles from './overview.module.css';

type Retired = RoundsReply['retired'][number];

/** Runs of rounds that the protocol no longer has; their gates still block until waived. */
export function RetiredRuns({
  runs,
  task,
  mayAct,
}: Readonly<{ runs: readonly Retired[]; task: TaskReply; mayAct: boolean }>) {
  const texts = useTexts(overviewTexts);
  if (runs.length === 0) return null;
  return (
    <Section title={texts.retired}>
      <p className={styles.facts}>{texts.retiredWhy}</p>
      {runs.map((run) => (
        <RetiredRun key={run.run} run={run} task={task} mayAct={mayAct} />
      ))}
    </Section>
  );
}

function RetiredRun({
  run,
  task,
  mayAct,
}: Readonly<{ run: Retired; task: TaskReply; mayAct: boolean }>) {
  const texts = useTexts(overviewTexts);
  const shared = useSharedTexts();
  const [isWaiving, setWaiving] = useState(false);
  const mayWaive = mayAct && waivableGates(run).length > 0;
  return (
    <div className={styles.card}>
      <h3 className={styles.name}>
        {run.round} <span className={styles.kind}>{shared.roundKinds[run.kind]}</span>
      </h3>
      {run.figures === null ? null : (
        <GateList
          run={run.run}
          figures={run.figures}
          isOpen={run.closed_at === null}
          task={task}
          mayAct={mayAct}
        />
      )}
      {mayWaive ? (
        <div className={styles.actions}>
          <Button size="compact-md" variant="default" onClick={() => setWaiving(true)}>
            {texts.waive}
          </Button>
        </div>
      ) : null}
      {isWaiving ? <WaiveDialog round={run} run={run} onClose={() => setWaiving(false)} /> : null}
    </div>
  );
}
