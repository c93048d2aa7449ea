import { Checkbox } from '@mantine/core';
import { flushSync } from 'react-dom';
import type { Task } from '../../../../domain/protocol/task.ts';
import type {
  PolicyReply,
  TraceUnit,
  VerdictReply,
} from '../../../../server/routes/verdicts/verdicts.ts';
import type { BoundAction } from '../../../actions/action.ts';
import { HiddenVotes } from '../../../components/HiddenVotes.tsx';
import { Section } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { addedWords } from '../list/points-words.ts';
import { verdictTexts } from './texts.ts';
import { UnitCard } from './UnitCard.tsx';
import { unitAnchor } from './UnitLinks.tsx';
import { WhatIf } from './WhatIf.tsx';
import styles from './verdict.module.css';

interface TraceUnitsProps {
  readonly project: string;
  readonly data: VerdictReply;
  readonly task: Task;
  readonly policies: readonly PolicyReply[];
  readonly mayRule: boolean;
  /** The unit on which something is tried. */
  readonly tried: string | null;
  readonly whatIf: BoundAction;
  readonly areAllShown: boolean;
  readonly onAll: (areAll: boolean) => void;
  readonly onTry: (unit: string | null) => void;
  readonly onRuled: (unit: string) => void;
}

/** The units behind a verdict, most recent first. */
export function TraceUnits(props: TraceUnitsProps) {
  const { project, data, task, tried, areAllShown, onTry } = props;
  const texts = useTexts(verdictTexts);
  const format = useFormat();
  const part = usePart(data);
  // The focus goes to where the panel was.
  const leave = (unit: string, then: () => void): void => {
    flushSync(then);
    document.getElementById(unitAnchor(unit))?.focus({ preventScroll: true });
  };
  return (
    <Section
      title={texts.units}
      note={areAllShown ? texts.allUnitsNote : texts.unitsNote}
      aside={
        <Checkbox
          size="sm"
          label={texts.showAll(format.count(data.verdict.evidence.units))}
          checked={areAllShown}
          onChange={(event) => props.onAll(event.currentTarget.checked)}
        />
      }
    >
      <HiddenVotes count={data.hidden_votes} />
      {data.units.length === 0 ? <p className={styles.soft}>{texts.noUnits}</p> : null}
      <div className={styles.units}>
        {data.units.map((unit) => (
          <UnitCard
            key={unit.id}
            project={project}
            unit={unit}
            task={task}
            part={part(unit)}
            whatIf={{ ...props.whatIf, run: () => onTry(unit.id), isEnabled: () => true }}
          >
            {unit.id === tried ? (
              <WhatIf
                project={project}
                task={task}
                unit={unit}
                policies={props.policies}
                seen={data.last_rulings[unit.id] ?? null}
                mayRule={props.mayRule}
                onRuled={() => leave(unit.id, () => props.onRuled(unit.id))}
                onDiscard={() => leave(unit.id, () => onTry(null))}
              />
            ) : null}
          </UnitCard>
        ))}
      </div>
    </Section>
  );
}

/** What a unit did for the verdict, in a few words. */
function usePart({ verdict, rules }: VerdictReply): (unit: TraceUnit) => string {
  const texts = useTexts(verdictTexts);
  const format = useFormat();
  const { reason } = verdict;
  return (unit) => {
    if (reason.kind === 'points') {
      const incident = reason.incidents.find((one) => one.unit === unit.id);
      return incident === undefined
        ? texts.countsNot
        : texts.scored(addedWords(format, incident.weighted_points));
    }
    const met = (rules ?? []).flatMap((rule) =>
      rule.conditions
        .filter((condition) => condition.units.includes(unit.id))
        .map((condition) => condition.text ?? condition.condition),
    );
    return met.length === 0 ? texts.countsNot : texts.countsFor([...new Set(met)].join('; '));
  };
}
