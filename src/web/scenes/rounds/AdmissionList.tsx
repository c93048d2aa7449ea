import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { StateMark } from '../../components/StateMark.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { useQuestionTitles } from '../../figures/use-scope.ts';
import { useCheckWords } from './GateList.tsx';
import { AdmitDialog } from './RoundDialogs.tsx';
import { overviewTexts } from './texts.ts';
import styles from './overview.module.css';

type Admission = RoundReply['admissions'][number];

/** Who may take part after the training, and who has what to study. */
export function AdmissionList({
  admissions,
  task,
  mayAct,
}: Readonly<{ admissions: readonly Admission[]; task: TaskReply; mayAct: boolean }>) {
  const texts = useTexts(overviewTexts);
  const words = useCheckWords();
  const format = useFormat();
  const title = useQuestionTitles(task);
  const [asked, setAsked] = useState<Admission | null>(null);
  return (
    <div className={styles.gates}>
      <p className={styles.subtitle}>{texts.admissions}</p>
      <ul className={styles.gateList}>
        {admissions.map((one) => (
          <li key={one.annotator}>
            <StateMark kind={kinds[one.status]}>{texts.admission[one.status]}</StateMark>
            <span>{one.annotator}</span>
            <span className={styles.numbers}>
              {one.checks.map(words).join('; ')}
              {one.study.length === 0
                ? null
                : ` · ${texts.study(format.list(one.study.map(title)))}`}
            </span>
            {mayAct && one.status === 'failed' ? (
              <Button size="compact-sm" variant="default" onClick={() => setAsked(one)}>
                {texts.admit}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {asked === null ? null : <AdmitDialog admission={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

const kinds = {
  admitted: 'good',
  waived: 'good',
  failed: 'bad',
  awaiting: 'warn',
  unfinished: 'warn',
} as const;
