import type { ReactNode } from 'react';
import type { Estimate } from '../../../../statistics/estimate.ts';
import type {
  AgendaPointReply,
  AgendaReply,
} from '../../../../server/routes/discussion/meetings.ts';
import { useProject } from '../../../api/projects.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { EstimateValue } from '../../../components/EstimateValue.tsx';
import { Link } from '../../../components/Link.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useQuestionTitles, useTaskTitles } from '../../../figures/use-scope.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { meetingTexts } from './texts.ts';
import styles from './meeting.module.css';

interface AgendaViewProps {
  readonly project: string;
  readonly agenda: AgendaReply;
  /** What stands beside a point: its decisions, or a button. */
  readonly beside: (point: AgendaPointReply) => ReactNode;
}

/** The order in which a meeting goes through its points. */
const kinds = ['put', 'question', 'label', 'unit', 'flag', 'week', 'annotator', 'speed'] as const;
/** How many points of a kind are talked about; the rest are counted. */
const most = 20;

/** An agenda, section by section; good to read on a screen and on paper. */
export function AgendaView({ project, agenda, beside }: AgendaViewProps) {
  const texts = useTexts(meetingTexts);
  const format = useFormat();
  const said = useCodedSentence();
  const { points, more, tasks, hidden_tasks: hidden } = agenda;
  const taskTitle = useTaskTitles(project);
  return (
    <div className={styles.agenda}>
      {hidden.length === 0 ? null : (
        <Notice kind="info">{texts.hidden(format.list(hidden.map(taskTitle)))}</Notice>
      )}
      <Section title={texts.standing}>
        <dl className={styles.standing}>
          {tasks.map((one) => (
            <div key={one.task}>
              <dt>
                {taskTitle(one.task)}
                <small>
                  {said(one.name)} · {format.count(one.judgments)} {texts.judgments}
                </small>
              </dt>
              <dd>
                <EstimateValue estimate={one.agreement as Estimate} isLarge />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      {points.length === 0 ? <EmptyState icon="check" title={texts.nothing} /> : null}
      {kinds.map((kind) => {
        const own = points.filter((point) => point.kind === kind);
        if (own.length === 0) return null;
        const count = own.length + (more[kind as keyof typeof more] ?? 0);
        const rest = count - most;
        return (
          <Section key={kind} title={texts.sections[kind]} aside={format.count(count)}>
            <ol className={styles.points}>
              {own.slice(0, most).map((point) => (
                <li key={point.key} className={styles.point}>
                  <div className={styles.matter}>
                    <Matter project={project} point={point} agenda={agenda} />
                  </div>
                  <div className={styles.beside}>{beside(point)}</div>
                </li>
              ))}
            </ol>
            {rest > 0 ? <p className={styles.soft}>{texts.more(format.count(rest))}</p> : null}
          </Section>
        );
      })}
    </div>
  );
}

interface MatterProps {
  readonly project: string;
  readonly point: AgendaPointReply;
  readonly agenda: AgendaReply;
}

/** What a point is about, with its figures. */
function Matter({ project, point, agenda }: MatterProps) {
  const texts = useTexts(meetingTexts);
  const format = useFormat();
  const tasks = useProject(project).data?.tasks ?? [];
  const title = useQuestionTitles(tasks.find(({ id }) => id === point.task));
  const said = useCodedSentence();
  const share = (value: number | null): string => (value === null ? '–' : format.percent(value));
  switch (point.kind) {
    case 'label': {
      const targetText = point.bound === 'low' ? texts.lowTarget : texts.target;
      return (
        <>
          <p className={styles.title}>{title(point.question)}</p>
          <p className={styles.figures}>
            {said(point.name)} <EstimateValue estimate={point.estimate as Estimate} digits={3} />
            <span>{targetText(format.decimal(point.target, 3))}</span>
          </p>
        </>
      );
    }
    case 'unit':
      return (
        <UnitMatter project={project} agenda={agenda} task={point.task} unit={point.unit}>
          {texts.same(share(point.agreement), format.count(point.judgments))}
        </UnitMatter>
      );
    case 'question':
      return (
        <>
          <p className={styles.title}>{point.text}</p>
          <UnitMatter project={project} agenda={agenda} task={point.task} unit={point.unit}>
            {texts.asked(format.date(point.at))}
          </UnitMatter>
        </>
      );
    case 'annotator':
      return (
        <>
          <p className={styles.title}>{point.annotator}</p>
          <p className={styles.figures}>
            <EstimateValue estimate={point.agreement as Estimate} as="percent" />
            <span>{texts.outlier(share(point.usual))}</span>
          </p>
        </>
      );
    case 'week': {
      const { annotator, week, known, units, kappa, others } = point;
      return (
        <>
          <p className={styles.title}>{annotator}</p>
          <p className={styles.figures}>
            {texts.outInWeek(week, known === week ? null : known, {
              units: format.count(units),
              kappa: format.decimal(kappa),
              others: format.decimal(others),
            })}
          </p>
        </>
      );
    }
    case 'speed':
      return (
        <>
          <p className={styles.title}>{point.annotator}</p>
          <p className={styles.figures}>
            <EstimateValue estimate={point.per_hour as Estimate} digits={1} />
            <span>
              {texts.perHour}:{' '}
              {texts[point.flag](
                format.number(point.limits[0] ?? 0),
                format.number(point.limits[1] ?? 0),
              )}
            </span>
          </p>
        </>
      );
    default:
      return (
        <>
          <p className={styles.title}>{point.text}</p>
          {point.unit === null || point.task === null ? (
            <p className={styles.soft}>{texts.by(point.by, format.date(point.at))}</p>
          ) : (
            <UnitMatter project={project} agenda={agenda} task={point.task} unit={point.unit}>
              {texts.by(point.by, format.date(point.at))}
            </UnitMatter>
          )}
        </>
      );
  }
}

interface UnitMatterProps {
  readonly project: string;
  readonly agenda: AgendaReply;
  readonly task: string | null;
  readonly unit: string;
  readonly children: ReactNode;
}

/** A unit with the beginning of its text. */
function UnitMatter({ project, agenda, task, unit, children }: UnitMatterProps) {
  const text = agenda.unit_texts[`${task}/${unit}`];
  return (
    <>
      <p className={styles.unit}>
        <Link
          className="id-cell"
          target={{ to: 'unit', params: { project, task: task ?? '', unit } }}
        >
          {unit}
        </Link>{' '}
        <span className={styles.soft}>{children}</span>
      </p>
      {text === undefined ? null : <blockquote className={styles.quote}>{text}</blockquote>}
    </>
  );
}
