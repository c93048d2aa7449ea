import type { ChecklistsReply } from '../../../../server/routes/monitoring/monitor-replies.ts';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { FigurePage } from '../../../figures/FigurePage.tsx';
import { useFigures } from '../../../figures/use-scope.ts';
import { checklistTexts } from './texts.ts';
import styles from './checklists.module.css';

type Item = ChecklistsReply['before'][number];

/** The three checklists, every item with its numbers. */
export function ChecklistsScene({ params, search }: SceneProps) {
  const texts = useTexts(checklistTexts);
  return (
    <FigurePage<ChecklistsReply>
      title={texts.title}
      lead={texts.lead}
      route="checklists"
      project={params['project']!}
      search={search}
      use={(scope) => useFigures('checklists', scope)}
      hasRuns={false}
    >
      {(data) => (
        <>
          <Checklist title={texts.before} items={data.before} />
          <Checklist title={texts.weekly(data.week)} items={data.weekly} />
          <Checklist title={texts.after} items={data.after} />
        </>
      )}
    </FigurePage>
  );
}

function Checklist({ title, items }: { readonly title: string; readonly items: readonly Item[] }) {
  const said = useCodedSentence();
  const texts = useTexts(checklistTexts);
  return (
    <Section
      title={title}
      aside={texts.count(items.filter((item) => item.status === 'done').length, items.length)}
    >
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <StateMark
              kind={kinds[item.status]}
              {...(item.status === 'cannot' ? { icon: 'clock' as const } : {})}
            >
              {texts.status[item.status]}
            </StateMark>
            <div>
              <p className={styles.title}>{said(item.title)}</p>
              <p className={styles.sentence}>{said(item.sentence)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const kinds = { done: 'good', 'not done': 'bad', cannot: 'quiet' } as const;
