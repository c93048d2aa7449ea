import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { generalActions } from '../actions/general-actions.ts';
import type { BoundAction } from '../actions/action.ts';
import { reachableActions, useActions } from '../actions/use-actions.ts';
import { useProject } from '../api/projects.ts';
import { KnownProject, useIsUnknown } from './UnknownProject.tsx';
import { useSession } from '../api/session.tsx';
import { navigate } from '../router.ts';
import type { Place } from '../router.ts';
import type { SceneLayout } from '../scenes.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { BrandMark } from './BrandMark.tsx';
import { Icon } from '../components/Icon.tsx';
import { Link } from '../components/Link.tsx';
import { OutboxMark } from './OutboxMark.tsx';
import { ProjectNavigation } from './ProjectNavigation.tsx';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { SimulatedMark } from '../components/SimulatedMark.tsx';
import styles from './Shell.module.css';

/** The frame around scenes: the bar, and the navigation of the project. */
export function Shell({
  place,
  layout,
  children,
}: Readonly<{ place: Place; layout: SceneLayout; children: ReactNode }>) {
  const texts = useSharedTexts();
  const session = useSession();
  const project = place.params['project'] ?? null;
  const isUnknown = useIsUnknown(project);
  const [help, setHelp] = useState<readonly BoundAction[] | null>(null);
  const actions = useActions(generalActions, {
    openHelp: () => setHelp(reachableActions()),
    goHome: () => navigate({ to: 'home' }),
  });
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(place, main);
  return (
    <div
      className={styles.shell}
      data-layout={layout}
      data-project={project !== null && layout === 'page' && !isUnknown}
    >
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <header className={styles.bar}>
        <Link
          target={{ to: 'home' }}
          className={styles.brand}
          aria-label={`${texts.product}: ${texts.places.home}`}
        >
          <BrandMark size={22} stroke={3} />
          <span>{texts.product}</span>
        </Link>
        {project === null ? null : <ProjectName project={project} />}
        {/* What a scene in work layout puts into the bar: its progress and its place. */}
        <div className={styles.slot} id="bar-slot" />
        <OutboxMark />
        <button
          type="button"
          className={styles.quiet}
          onClick={actions.help.run}
          aria-label={generalActions.help.title[session.account.language === 'de' ? 'de' : 'en']}
          aria-keyshortcuts="?"
        >
          <Icon name="keyboard" size={18} />
        </button>
        <AccountMenu />
      </header>
      {project === null || layout !== 'page' || isUnknown ? null : (
        <ProjectNavigation project={project} current={place.name} />
      )}
      <main className={styles.main} id="content" ref={main} tabIndex={-1}>
        {project === null ? children : <KnownProject project={project}>{children}</KnownProject>}
      </main>
      <ShortcutHelp actions={help} onClose={() => setHelp(null)} />
    </div>
  );
}

/** After following a link, keyboard and screen reader start at the new page. */
function useFocusOnArrival(place: Place, main: { readonly current: HTMLElement | null }): void {
  const arrived = useRef(place.path.split('?')[0]);
  useEffect(() => {
    const path = place.path.split('?')[0];
    if (arrived.current === path) return;
    arrived.current = path;
    main.current?.focus({ preventScroll: true });
  }, [place.path, main]);
}

function ProjectName({ project }: { readonly project: string }) {
  const { data } = useProject(project);
  return (
    <span className={styles.project}>
      <Icon name="right" size={11} />
      <Link target={{ to: 'lead', params: { project } }} className={styles.projectName}>
        {data?.title ?? project}
      </Link>
      {data?.simulated === true ? <SimulatedMark /> : null}
    </span>
  );
}
