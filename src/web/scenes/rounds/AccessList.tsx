import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { StateMark } from '../../components/StateMark.tsx';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { overviewTexts } from './texts.ts';
import styles from './overview.module.css';

type Access = RoundReply['runs'][number]['access'][number];

/** Who was given a role that sees the answers while the round was open, and by whom. */
export function AccessList({ access }: { readonly access: readonly Access[] }) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const { accessKinds: words, accessRoles: roles } = texts;
  return (
    <Disclosure title={texts.access(format.count(access.length))}>
      <p className={styles.facts}>{texts.accessWhy}</p>
      <ul className={styles.gateList}>
        {access.map((one) => (
          <li key={`${one.at}${one.kind}${one.person}`}>
            <span>{words[one.kind](roles[one.role], one.by, one.person ?? '')}</span>
            <span className={styles.numbers}>{format.time(one.at)}</span>
            {one.takes_part ? (
              <StateMark kind="warn">{texts.accessTakesPart(one.by)}</StateMark>
            ) : null}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
