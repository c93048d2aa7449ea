import type { PolicyReply, VerdictReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { VerdictMark } from '../list/VerdictMark.tsx';
import { verdictTexts } from './texts.ts';
import { UnitLinks } from './UnitLinks.tsx';
import styles from './ladder.module.css';
import scene from './verdict.module.css';

/** The rules in the order in which they were checked, down to the one that applied. */
export function LadderTrace({
  data,
  policy,
}: Readonly<{ data: VerdictReply; policy: PolicyReply }>) {
  const texts = useTexts(verdictTexts);
  const rules = data.rules ?? [];
  const isDefault = !rules.some((rule) => rule.holds) && data.verdict.verdict !== null;
  const { ladder } = data.policy;
  const unchecked = (Array.isArray(ladder) ? ladder.length : rules.length) - rules.length;
  return (
    <Section title={texts.rules} note={texts.rulesNote}>
      <ol className={styles.rules}>
        {rules.map((rule) => (
          <li key={`${rule.label} ${rule.verdict}`} data-holds={rule.holds}>
            <div className={styles.ruleHead}>
              <code>{rule.label}</code>
              <VerdictMark verdict={rule.verdict} verdicts={policy.verdicts} />
              <span className={scene.soft}>
                {rule.conditions.length < 2 ? null : texts.logic[rule.logic]}
              </span>
              <span className={styles.ruleState}>
                <StateMark
                  kind={rule.holds ? 'active' : 'quiet'}
                  icon={rule.holds ? 'check' : 'cross'}
                >
                  {rule.holds ? texts.applies : texts.appliesNot}
                </StateMark>
              </span>
            </div>
            <ul className={styles.conditions}>
              {rule.conditions.map((condition) => (
                <Condition
                  key={`${condition.text ?? ''} ${condition.condition} ${condition.requires ?? ''}`}
                  condition={condition}
                />
              ))}
            </ul>
          </li>
        ))}
        {isDefault ? (
          <li data-holds="true">
            <div className={styles.ruleHead}>
              <code>{data.fallback.label}</code>
              <VerdictMark verdict={data.fallback.verdict} verdicts={policy.verdicts} />
              <span className={styles.ruleState}>
                <StateMark kind="active" icon="check">
                  {texts.isDefault}
                </StateMark>
              </span>
            </div>
          </li>
        ) : null}
      </ol>
      {unchecked > 0 ? <p className={scene.soft}>{texts.notLookedAt(unchecked)}</p> : null}
    </Section>
  );
}

function Condition({
  condition,
}: Readonly<{ condition: NonNullable<VerdictReply['rules']>[number]['conditions'][number] }>) {
  const texts = useTexts(verdictTexts);
  const format = useFormat();
  return (
    <li>
      <span className={styles.holds} data-holds={condition.holds}>
        <Icon name={condition.holds ? 'check' : 'cross'} size={13} />
        <span className="visually-hidden">{condition.holds ? texts.holds : texts.holdsNot}</span>
      </span>
      <span>
        {condition.text ?? <code>{condition.condition}</code>}
        {condition.text === null ? null : (
          <small className={styles.expression}>
            <code>{condition.condition}</code>
            {condition.requires === null ? null : (
              <>
                {' '}
                {texts.requires} <code>{condition.requires}</code>
              </>
            )}
          </small>
        )}
        <UnitLinks units={condition.units} />
      </span>
      <span className={styles.counted}>
        {texts.counted(format.count(condition.count), format.count(condition.needed))}
      </span>
    </li>
  );
}
