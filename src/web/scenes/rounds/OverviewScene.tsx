import { inLanguage } from '../../../domain/local-text.ts';
import { useProjectEvents } from '../../api/follow-project.ts';
import { useProject } from '../../api/projects.ts';
import { rolesIn, useSession } from '../../api/session.tsx';
import { Link } from '../../components/Link.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Section } from '../../components/Section.tsx';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useLanguage } from '../../texts/language.tsx';
import { useRounds } from '../../figures/use-scope.ts';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import { RetiredRuns } from './RetiredRuns.tsx';
import { RoundStep } from './RoundStep.tsx';
import { changesOfRound, RuleChanges } from './RuleChanges.tsx';
import { TaskFigures } from './TaskFigures.tsx';
import { overviewTexts } from './texts.ts';
import styles from './overview.module.css';

/** The state of a project: its rounds with their gates, and the figures a lead needs first. */
export function OverviewScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(overviewTexts);
  const language = useLanguage();
  const roles = rolesIn(useSession(), project);
  const rounds = useRounds(project);
  const { data } = useProject(project);
  useProjectEvents(project);
  const tasks = data?.tasks ?? [];
  const chosen = tasks.find(({ id }) => id === search['task']) ?? tasks[0];
  const titleOf = (task: TaskReply): string => inLanguage(task.title, language);
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      {tasks.length < 2 ? null : (
        <nav className={styles.tabs} aria-label={texts.tasks}>
          {tasks.map((task) => (
            <Link
              key={task.id}
              target={{ to: 'lead', params: { project }, search: { task: task.id } }}
              {...(task === chosen ? { 'aria-current': 'page' as const } : {})}
            >
              {titleOf(task)}
            </Link>
          ))}
        </nav>
      )}
      {(chosen === undefined ? [] : [chosen]).map((task) => (
        <div key={task.id} className={styles.task}>
          <Loaded resource={rounds}>
            {(reply) => (
              <Section title={tasks.length > 1 ? texts.pathOf(titleOf(task)) : texts.path}>
                <ol className={styles.path}>
                  {reply.rounds
                    .filter((round) => round.task === task.id)
                    .map((round, at) => (
                      <RoundStep
                        key={round.round}
                        project={project}
                        task={task}
                        round={round}
                        number={at + 1}
                        mayAct={roles.includes('lead')}
                        ruleChanges={changesOfRound(reply.rule_changes, round.round)}
                      />
                    ))}
                </ol>
                <RuleChanges changes={changesOfRound(reply.rule_changes, null)} />
                <RetiredRuns
                  runs={reply.retired.filter((run) => run.task === task.id)}
                  task={task}
                  mayAct={roles.includes('lead')}
                />
              </Section>
            )}
          </Loaded>
          <TaskFigures
            project={project}
            task={task}
            title={tasks.length > 1 ? texts.figuresOf(titleOf(task)) : texts.figures}
          />
        </div>
      ))}
    </>
  );
}
