import { Button } from '@mantine/core';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import type { UnitDetailReply } from '../../../server/routes/units/units.ts';
import { useResource } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { rolesIn, useSession } from '../../api/session.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Link } from '../../components/Link.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { HiddenVotes } from '../../components/HiddenVotes.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Section } from '../../components/Section.tsx';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { withdraw } from '../discussion/ThreadCard.tsx';
import { UnitDiscussion } from '../discussion/UnitDiscussion.tsx';
import { useDecisionWords } from '../rulings/queue/EdgeCases.tsx';
import { useScope } from '../../figures/use-scope.ts';
import { useTruthSentence } from '../../figures/titled-text.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { fieldText } from './view/field-value.ts';
import { useGivenWords } from './view/given-words.ts';
import { shortId } from './view/short-id.ts';
import { SubjectLine } from './view/SubjectLine.tsx';
import { useFieldTitle } from './view/UnitParts.tsx';
import { StandingMark } from './StandingMark.tsx';
import { unitsTexts } from './texts.ts';
import styles from './units.module.css';

/** One unit with everything that is known about it. */
export function UnitScene({ params }: SceneProps) {
  const { project = '', task = '', unit = '' } = params;
  const texts = useTexts(unitsTexts);
  const { scope } = useScope(project, { task });
  const found = useResource<UnitDetailReply>(
    apiPath`/api/projects/${project}/units/${task}/${unit}`,
    1000,
  );
  const mayRule = rolesIn(useSession(), project).some(
    (role) => role === 'lead' || role === 'adjudicator',
  );
  const ruleOn = (
    <ButtonLink variant="default" target={{ to: 'case', params: { project, task, unit } }}>
      {texts.ruleOn}
    </ButtonLink>
  );
  return (
    <>
      <PageHead title={shortId(unit)} actions={mayRule ? ruleOn : undefined}>
        <Link className="lone-link" target={{ to: 'units', params: { project }, search: { task } }}>
          {texts.back}
        </Link>
      </PageHead>
      <Loaded resource={found}>
        {(data) =>
          scope === null ? null : (
            <>
              <SubjectLine task={scope.task} subject={data.subject} />
              <Truth unit={data} task={scope.task} />
              <Flags unit={data} project={project} mayRule={mayRule} />
              <Fields unit={data} task={scope.task} />
              <Judgments unit={data} task={scope.task} project={project} />
              <Rulings unit={data} task={scope.task} />
              <Section title={texts.discussion}>
                <UnitDiscussion project={project} task={task} unit={unit} />
              </Section>
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** What is true of the unit, and why. */
function Truth({ unit: { truth }, task }: UnitPartProps) {
  const said = useTruthSentence(task);
  if (truth === null) return null;
  return (
    <p className={styles.truth} data-truth={truth.state}>
      <StandingMark state={truth.state} />
      <span>{said(truth.line)}</span>
    </p>
  );
}

/** Why somebody flagged the unit in the list. */
function Flags({
  unit: { flags },
  project,
  mayRule,
}: Readonly<{ unit: UnitDetailReply; project: string; mayRule: boolean }>) {
  const texts = useTexts(unitsTexts);
  const format = useFormat();
  if (flags.length === 0) return null;
  return (
    <ul className={styles.flags}>
      {flags.map(({ id, text, by, at }) => (
        <li key={id}>
          <Icon name="flag" size={13} /> {text}{' '}
          <span className={styles.soft}>
            {by}, {format.date(at)}
          </span>{' '}
          {mayRule ? (
            <Button variant="subtle" size="compact-xs" onClick={() => void withdraw(project, id)}>
              {texts.unflag}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type UnitPartProps = Readonly<{ unit: UnitDetailReply; task: TaskReply }>;

function Fields({ unit, task }: UnitPartProps) {
  const texts = useTexts(unitsTexts);
  const title = useFieldTitle(task.unit);
  const order = [
    ...new Set([
      ...task.unit.place,
      ...task.unit.show,
      ...task.unit.folded,
      ...task.unit.context,
      ...Object.keys(unit.fields),
    ]),
  ].filter((field) => field in unit.fields);
  return (
    <Section title={texts.fields}>
      <dl className={styles.fields}>
        {order.map((field) => (
          <div key={field}>
            <dt title={field}>
              {title(field)}
              {task.unit.hidden.includes(field) ? <small> ({texts.hidden})</small> : null}
            </dt>
            <dd>{fieldText(unit.fields[field]) || '–'}</dd>
          </div>
        ))}
        <div>
          <dt>{texts.hash}</dt>
          <dd>
            <code>{unit.content_hash}</code>
          </dd>
        </div>
      </dl>
    </Section>
  );
}

function Judgments({ unit, task, project }: UnitPartProps & { readonly project: string }) {
  const texts = useTexts(unitsTexts);
  const format = useFormat();
  const answers = useGivenWords(task);
  const said = useCodedSentence();
  if (unit.judgments === null) return <Notice kind="info">{texts.hiddenJudgments}</Notice>;
  const asides = ({ asides: given, assisted }: NonNullable<typeof unit.judgments>[number]) =>
    [
      assisted ? texts.asides.assisted : null,
      given.confidence === undefined ? null : texts.asides.confidences[given.confidence],
      given.flag === true ? texts.asides.flag : null,
      given.uncertain === true ? texts.asides.uncertain : null,
      given.notes === undefined ? null : `“${given.notes}”`,
    ]
      .filter((one) => one !== null)
      .join(' · ');
  return (
    <Section title={texts.judgments}>
      <HiddenVotes count={unit.hidden_votes} />
      <FigureTable
        caption={texts.judgments}
        rows={unit.judgments}
        rowKey={(one) => one.id}
        columns={(column) => [
          column.cell(
            'annotator',
            texts.columns.annotator,
            (one) => one.annotator ?? '–',
            'annotator',
          ),
          column.cell('answers', texts.columns.answers, (one) => answers(one.answers)),
          column.cell('asides', texts.columns.asides, (one) => asides(one)),
          column.text('guideline', texts.columns.guideline, (one) => one.guideline),
          column.time('at', texts.columns.at, (one) => one.at),
          column.number('seconds', texts.columns.seconds, (one) => one.seconds, format.duration),
          column.cell('origin', texts.columns.origin, (one) =>
            one.attempt === null || one.annotator === null ? (
              texts.origins[one.origin]
            ) : (
              <Link
                target={{ to: 'reply', params: { project, attempt: one.attempt } }}
                aria-label={`${texts.replyOf} ${one.annotator}`}
              >
                {texts.replyAndPrompt}
              </Link>
            ),
          ),
          column.cell('counts', texts.columns.counts, (one) =>
            one.uncounted === null ? texts.counts : texts.countsNot(said(one.uncounted)),
          ),
        ]}
      />
    </Section>
  );
}

function Rulings({ unit, task }: UnitPartProps) {
  const texts = useTexts(unitsTexts);
  const decision = useDecisionWords(task);
  if (unit.rulings === null) return null;
  return (
    <Section title={texts.rulings}>
      <FigureTable
        caption={texts.rulings}
        rows={unit.rulings}
        rowKey={(one) => one.id}
        empty={texts.noRulings}
        columns={(column) => [
          column.cell('by', texts.ruling.by, (one) => one.by),
          column.time('at', texts.columns.at, (one) => one.at),
          column.cell('decision', texts.ruling.decision, (one) => decision(one.decision)),
          column.cell('reason', texts.ruling.reason, (one) => one.reason),
        ]}
      />
    </Section>
  );
}
