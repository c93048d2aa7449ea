import type { ReactNode } from 'react';
import { standingTexts, unitsDrawn, unitsWithTruth } from '../../../domain/fold/account.ts';
import type { Account } from '../../../domain/fold/account.ts';
import type { StandingName } from '../../../domain/fold/standing.ts';
import type { OverviewReply } from '../../../server/routes/monitoring/monitor-replies.ts';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import { readEstimate } from '../../api/estimate.ts';
import { EstimateValue } from '../../components/EstimateValue.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Link } from '../../components/Link.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { ProgressLine } from '../../components/ProgressLine.tsx';
import { Section } from '../../components/Section.tsx';
import { rolesIn, useSession } from '../../api/session.tsx';
import type { Target } from '../../router.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { FigureFoot } from '../../figures/FigurePage.tsx';
import { figureTexts } from '../../figures/texts.ts';
import { useFigures, useQuestionTitles } from '../../figures/use-scope.ts';
import { someNames } from './some-names.ts';
import { overviewTexts } from './texts.ts';
import styles from './overview.module.css';

/** The figures that a lead looks at first, each with the way to where they come from. */
export function TaskFigures({
  project,
  task,
  title,
}: Readonly<{ project: string; task: TaskReply; title: string }>) {
  const scope = { project, task, tasks: [task], run: null };
  const figures = useFigures<OverviewReply>('overview', scope);
  return (
    <Section title={title}>
      <Loaded resource={figures}>
        {(data) => (
          <>
            <div className={styles.tiles}>
              <AgreementTile project={project} task={task} data={data} />
              <UnitsTile project={project} data={data} />
              <TruthTile project={project} data={data} />
              <ForecastTile data={data} />
            </div>
            <Attention project={project} task={task} data={data} />
            <FigureFoot head={data} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Tile({
  title,
  target,
  children,
}: Readonly<{ title: string; target: Target | null; children: ReactNode }>) {
  return (
    <div className={styles.tile}>
      <h3 className={styles.tileTitle}>
        {target === null ? title : <Link target={target}>{title}</Link>}
      </h3>
      {children}
    </div>
  );
}

function AgreementTile({
  project,
  task,
  data,
}: Readonly<{ project: string; task: TaskReply; data: OverviewReply }>) {
  const texts = useTexts(overviewTexts);
  const { bands } = useTexts(figureTexts);
  const said = useCodedSentence();
  const label = useQuestionTitles(task);
  const { name, overall, band, lowest } = data.agreement;
  return (
    <Tile
      title={texts.agreement}
      target={{ to: 'agreement', params: { project }, search: { task: task.id } }}
    >
      <EstimateValue estimate={readEstimate(overall)} isLarge />
      <p className={styles.facts}>
        {said(name)}
        {band === null ? null : ` · ${bands[band]}`}
      </p>
      {lowest === null ? null : (
        <p className={styles.facts}>
          {texts.lowestLabel(label(lowest.question))}{' '}
          <EstimateValue estimate={readEstimate(lowest.estimate)} />
        </p>
      )}
    </Tile>
  );
}

function UnitsTile({ project, data }: { readonly project: string; readonly data: OverviewReply }) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const { account } = data.progress;
  const drawn = unitsDrawn(account);
  return (
    <Tile
      title={texts.units}
      target={{ to: 'units', params: { project }, search: { task: data.task } }}
    >
      <p className={styles.big}>{format.count(account.units)}</p>
      <ProgressLine
        done={drawn}
        total={account.units}
        label={texts.unitsDrawn(format.count(drawn), format.count(account.units))}
      />
      <StandingFacts account={account} of={['awaiting', 'uncounted', 'undrawn']} />
    </Tile>
  );
}

function useMayRule(project: string): boolean {
  const roles = rolesIn(useSession(), project);
  return roles.some((role) => role === 'lead' || role === 'adjudicator');
}

function TruthTile({ project, data }: { readonly project: string; readonly data: OverviewReply }) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const mayRule = useMayRule(project);
  const { account } = data.progress;
  return (
    <Tile
      title={texts.truth}
      target={
        mayRule ? { to: 'adjudicate', params: { project }, search: { task: data.task } } : null
      }
    >
      <p className={styles.big}>{format.count(unitsWithTruth(account))}</p>
      <StandingFacts account={account} of={['settled', 'ruled', 'excluded', 'open']} />
    </Tile>
  );
}

/** How many units stand where, of some standings; the two tiles together have every unit. */
function StandingFacts({
  account,
  of,
}: {
  readonly account: Account;
  readonly of: readonly StandingName[];
}) {
  const said = useCodedSentence();
  return standingTexts(account, (standing) => of.includes(standing)).map((text) => (
    <p key={text.code} className={styles.facts}>
      {said(text)}
    </p>
  ));
}

function ForecastTile({ data }: { readonly data: OverviewReply }) {
  const said = useCodedSentence();
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const { forecast } = data;
  return (
    <Tile title={texts.forecast} target={null}>
      {forecast === null || forecast.remaining === 0 ? (
        <p className={styles.facts}>{forecast === null ? texts.noOpen : texts.allJudged}</p>
      ) : (
        <>
          <p className={styles.big}>{forecast.date === null ? '–' : format.date(forecast.date)}</p>
          {forecast.why === null ? null : <p className={styles.facts}>{said(forecast.why)}</p>}
          {forecast.earliest === null ? null : (
            <p className={styles.facts}>
              {forecast.latest === null
                ? texts.fromOn(format.date(forecast.earliest))
                : texts.between(format.date(forecast.earliest), format.date(forecast.latest))}
            </p>
          )}
          {forecast.per_day.value === null ? null : (
            <p className={styles.facts}>
              {texts.pace(format.decimal(forecast.per_day.value, 1), forecast.per_day.n)}
            </p>
          )}
          <p className={styles.facts}>{texts.remaining(format.count(forecast.remaining))}</p>
        </>
      )}
    </Tile>
  );
}

function Attention({
  project,
  task,
  data,
}: Readonly<{ project: string; task: TaskReply; data: OverviewReply }>) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const label = useQuestionTitles(task);
  const search = { task: task.id };
  const some = (names: readonly string[]): string => {
    const { told, more } = someNames(names);
    return more === 0 ? format.list(told) : texts.andMore(told.join(', '), format.count(more));
  };
  const mayRule = useMayRule(project);
  const found: { words: string; target: Target }[] = [];
  const note = (to: 'annotators' | 'labels' | 'agreement', words: string): void =>
    void found.push({ words, target: { to, params: { project }, search } });
  const { annotators, agreement, labels } = data;
  const { account } = data.progress;
  const { open, uncounted } = account.standings;
  if (mayRule && open > 0)
    found.push({
      words: texts.waitingUnits(open, format.count(open)),
      target: { to: 'adjudicate', params: { project }, search },
    });
  if (uncounted > 0)
    found.push({
      words: texts.uncountedUnits(uncounted, format.count(uncounted)),
      target: { to: 'units', params: { project }, search: { ...search, standing: 'uncounted' } },
    });
  if (agreement.signals > 0) note('agreement', texts.signals(agreement.signals));
  for (const kind of ['standing_out', 'outliers', 'fast', 'slow'] as const)
    if (annotators[kind].length > 0) note('annotators', texts[kind](some(annotators[kind])));
  // Before the first truth every label has too few positives, which is nothing to look into.
  const isBegun = unitsWithTruth(account) > 0;
  for (const kind of ['few', 'rare', 'frequent'] as const)
    if (isBegun && labels[kind].length > 0)
      note('labels', texts[kind](some(labels[kind].map(label))));
  if (data.stale > 0)
    found.push({
      words: texts.staleJudgments(format.count(data.stale)),
      target: { to: 'protocol', params: { project } },
    });
  return (
    <div className={styles.attention}>
      <h3 className={styles.tileTitle}>{texts.attention}</h3>
      {found.length === 0 ? (
        <p className={styles.facts}>{texts.nothing}</p>
      ) : (
        <ul>
          {found.map(({ words, target }) => (
            <li key={words}>
              <Icon name="warning" size={13} />
              <Link target={target}>{words}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
