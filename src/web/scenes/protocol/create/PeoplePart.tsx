import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import type { ProjectDraft } from '../../../../formats/protocol/drafted-protocol.ts';
import { useSession } from '../../../api/session.tsx';
import { useMeasureTitle } from '../../../figures/measure-title.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import type { PartProps } from './DraftPart.tsx';
import { ListInput } from './ListInput.tsx';
import { createTexts } from './texts.ts';
import styles from './create.module.css';

/** Who judges. */
export function PeoplePart({ draft, change }: PartProps<ProjectDraft>) {
  const texts = useTexts(createTexts);
  const { login } = useSession().account;
  const isIn = draft.people.includes(login);
  const others = draft.people.filter((one) => one !== login);
  return (
    <div className={styles.stack}>
      <p className={styles.soft}>{texts.peopleLead}</p>
      <ListInput
        label={texts.names}
        placeholder={texts.namesHint}
        list={others}
        onChange={(people) =>
          change({ people: [...new Set([...(isIn ? [login] : []), ...people])] })
        }
      />
      <Checkbox
        label={texts.myself(login)}
        description={texts.myselfWhy}
        checked={isIn}
        onChange={(event) =>
          change({ people: event.currentTarget.checked ? [login, ...others] : others })
        }
      />
    </div>
  );
}

const measures = ['percent_agreement', 'krippendorff_alpha', 'cohen_kappa'] as const;

/** The pilot with its gate, and how many people judge each unit. */
export function RoundsPart({ draft, change }: PartProps<ProjectDraft>) {
  const texts = useTexts(createTexts);
  const title = useMeasureTitle();
  const whole = (value: string | number, least: number): number =>
    Math.max(least, Math.round(Number(value)) || least);
  return (
    <div className={styles.stack}>
      <p className={styles.soft}>{texts.roundsLead}</p>
      <div className={styles.four}>
        <NumberInput
          label={texts.pilot}
          value={draft.pilot}
          min={1}
          onChange={(value) => change({ pilot: whole(value, 1) })}
        />
        <NumberInput
          label={texts.perUnit}
          value={draft.perUnit}
          min={1}
          max={20}
          onChange={(value) => change({ perUnit: whole(value, 1) })}
        />
        <NativeSelect
          label={texts.measure}
          value={draft.measure}
          data={measures.map((one) => ({
            value: one,
            label: one === 'cohen_kappa' ? texts.ofTwo(title(one)) : title(one),
          }))}
          onChange={(event) => change({ measure: event.currentTarget.value })}
        />
        <NumberInput
          label={texts.target}
          value={draft.target}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          onChange={(value) => change({ target: Math.min(1, Math.max(0, Number(value) || 0)) })}
        />
      </div>
    </div>
  );
}
