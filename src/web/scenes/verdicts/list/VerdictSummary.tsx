import type { VerdictsReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useServerSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { figureTexts } from '../../../figures/texts.ts';
import { Distribution } from './Distribution.tsx';
import { verdictsTexts } from './texts.ts';
import type { VerdictChoice } from './verdict-query.ts';
import styles from './verdicts.module.css';

/** What a policy says over all subjects, how far that can be believed, and what it rests on. */
export function VerdictSummary({
  project,
  choice,
  summary,
  problems,
  isSimulated,
}: {
  readonly project: string;
  readonly choice: VerdictChoice;
  readonly summary: VerdictsReply['summary'];
  readonly problems: readonly string[];
  readonly isSimulated: boolean;
}) {
  const texts = useTexts(verdictsTexts);
  const simulated = useTexts(figureTexts).simulated;
  const format = useFormat();
  const said = useServerSentence();
  const { overrides, hashes } = summary;
  const facts: readonly (readonly [string, number, string])[] = [
    [texts.missing, summary.missing, texts.missingWhy],
    [texts.open, summary.open, texts.openWhy],
    [texts.applied, overrides.applied, texts.appliedWhy],
    [texts.unused, overrides.unused, texts.unusedWhy],
    [texts.stale, overrides.stale, texts.staleWhy],
  ];
  return (
    <Section title={choice.policy.title} note={texts.kinds[choice.policy.kind]}>
      {problems.length === 0 ? null : (
        <div className={styles.problems}>
          <Notice kind="warn" title={texts.problems}>
            <ul className={styles.plain}>
              {problems.map((problem) => (
                <li key={problem}>{said(problem)}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <div className={styles.summary}>
        <Distribution project={project} choice={choice} summary={summary} />
        <dl className={styles.facts}>
          {facts.map(([name, count, why]) => (
            <div key={name} data-zero={count === 0}>
              <dt>
                {name} <small>{why}</small>
              </dt>
              <dd>{format.count(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Disclosure title={texts.restsOn}>
        <dl className={styles.hashes}>
          {Object.entries(hashes).map(([name, hash]) => (
            <div key={name}>
              <dt>{texts.hashes[name as keyof typeof texts.hashes] ?? name}</dt>
              <dd>{hash === null ? '–' : <code>{hash}</code>}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.soft}>{texts.hashesWhy}</p>
      </Disclosure>
      {isSimulated ? <p className={styles.soft}>{simulated}</p> : null}
    </Section>
  );
}
