import { NativeSelect } from '@mantine/core';
import type { PoliciesReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { verdictsTexts } from './texts.ts';
import type { VerdictChoice } from './verdict-query.ts';
import styles from './verdicts.module.css';

interface PolicyPickerProps {
  readonly known: PoliciesReply;
  readonly choice: VerdictChoice;
  readonly onChoose: (choice: { readonly policy: string; readonly k: number }) => void;
}

/** Chooses the policy and the K; both stand in the address. */
export function PolicyPicker({ known, choice, onChoose }: PolicyPickerProps) {
  const texts = useTexts(verdictsTexts);
  const format = useFormat();
  const { policy, k } = choice;
  return (
    <div className={styles.pickers}>
      <NativeSelect
        size="sm"
        className={styles.policyPicker}
        label={texts.policy}
        value={policy.policy}
        data={known.policies.map((one) => ({
          value: one.policy,
          label: `${one.policy} · ${one.title}`,
        }))}
        onChange={(event) => onChoose({ policy: event.currentTarget.value, k })}
      />
      <NativeSelect
        size="sm"
        label={texts.k}
        value={String(k)}
        data={known.ks.map((one) => ({
          value: String(one),
          label: texts.recent(format.count(one)),
        }))}
        onChange={(event) =>
          onChoose({ policy: policy.policy, k: Number(event.currentTarget.value) })
        }
      />
    </div>
  );
}
