import { Button } from '@mantine/core';
import { mainMeasures } from '../../../evaluation/report/evaluation-content.ts';
import type { EvaluationReply } from '../../../server/routes/evaluation/evaluations.ts';
import { apiPath } from '../../api/client.ts';
import { readEstimate } from '../../api/estimate.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { EstimateValue } from '../../components/EstimateValue.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IntervalBar } from '../../components/IntervalBar.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { SimulatedMark } from '../../components/SimulatedMark.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { evaluationTexts } from './texts.ts';
import styles from './evaluation.module.css';

interface EvaluationResultProps {
  readonly project: string;
  readonly version: string;
  readonly evaluation: EvaluationReply;
}

/** The first measures, what the guard said, and the page: as a stranger that reaches nothing. */
export function EvaluationResult({ project, version, evaluation }: EvaluationResultProps) {
  const texts = useTexts(evaluationTexts);
  const format = useFormat();
  const { id, systems, measures, override } = evaluation;
  const named = systems.join(' · ');
  const address = apiPath`/api/projects/${project}/releases/${version}/evaluations/${id}`;
  const page = `${address}/evaluation.html`;
  const main = mainMeasures(measures);
  const rest = measures.length - main.length;
  return (
    <Section
      title={texts.result(named)}
      note={evaluation.simulated ? <SimulatedMark /> : undefined}
      aside={
        <span className={styles.actions}>
          <Button
            component="a"
            size="compact-sm"
            variant="default"
            href={page}
            download={`evaluation-${version}-${systems[0]!.replaceAll(/[^\w.-]+/g, '-')}.html`}
            leftSection={<Icon name="download" size={13} />}
          >
            {texts.download}
          </Button>
          <ButtonLink
            size="compact-sm"
            variant="default"
            target={{ to: 'evaluation', params: { project }, search: { version } }}
          >
            {texts.close}
          </ButtonLink>
        </span>
      }
    >
      {override === null ? null : (
        <div className={styles.stamp}>
          <Notice kind="bad" title={texts.stamped}>
            {texts.stampedWhy(
              override.objections,
              format.count(override.objections),
              override.reason,
            )}
          </Notice>
        </div>
      )}
      <Sheet>
        <ul className={styles.headline}>
          {main.map(({ name, estimate }) => (
            <li key={name} className={styles.measure}>
              <span className={styles.name}>{name}</span>
              <EstimateValue estimate={readEstimate(estimate)} digits={3} isLarge />
              {isShare(estimate) ? (
                <IntervalBar estimate={readEstimate(estimate)} label={name} />
              ) : null}
            </li>
          ))}
        </ul>
        <ul className={styles.facts}>
          {factsOf(evaluation, texts, format).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          {rest > 0 ? <li>{texts.otherMeasures(format.count(rest))}</li> : null}
        </ul>
      </Sheet>
      <iframe className={styles.page} title={texts.page(named)} sandbox="" src={page} />
    </Section>
  );
}

/** Whether a value and its interval fit on a line from 0 to 1. */
function isShare({ value, interval }: EvaluationReply['measures'][number]['estimate']): boolean {
  return [value, ...(interval ?? [])].every((one) => one !== null && one >= 0 && one <= 1);
}

function factsOf(
  { n, split, task, looks, training }: EvaluationReply,
  texts: ReturnType<typeof useTexts<typeof evaluationTexts.en>>,
  format: ReturnType<typeof useFormat>,
): readonly string[] {
  const { facts, side } = texts;
  return [
    `${task}: ${facts.measured(format.count(n), side[split])}`,
    looks === null
      ? facts.uncounted
      : facts.looks(looks.count, format.count(looks.count), format.count(looks.of_systems)),
    ...(training === null
      ? [facts.noTraining]
      : [facts.training(format.count(training.rows), format.count(training.overlapping))]),
    ...(training === null || training.withheld === 0
      ? []
      : [facts.withheld(format.count(training.withheld))]),
  ];
}
