import { useEffect, useRef } from 'react';
import { useProject } from '../api/projects.ts';
import { rolesIn, useSession } from '../api/session.tsx';
import type { RouteName } from '../router.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { Icon } from '../components/Icon.tsx';
import { Link } from '../components/Link.tsx';
import { pagesFor } from './project-pages.ts';
import styles from './ProjectNavigation.module.css';

/** The pages of a project that the reader may see: a column, or a row on small screens. */
export function ProjectNavigation({
  project,
  current,
}: Readonly<{ project: string; current: RouteName | null }>) {
  const texts = useSharedTexts();
  const known = useProject(project).data;
  const hasPolicies = known?.has_policies === true;
  const hasModels = known?.has_models === true;
  const groups = pagesFor(rolesIn(useSession(), project), { hasPolicies, hasModels });
  const shown = current === null ? null : (listOf[current] ?? current);
  const navigation = useRef<HTMLElement>(null);
  // On small screens the pages are in a row that scrolls: show the current one.
  useEffect(() => {
    const row = navigation.current;
    const link = row?.querySelector<HTMLElement>('[aria-current=page]');
    if (row !== null && link != null && row.scrollWidth > row.clientWidth)
      row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [current, hasPolicies, hasModels]);
  return (
    <nav ref={navigation} className={styles.navigation} aria-label={texts.projectNavigation}>
      {groups.map((group) => (
        <ul key={group[0]!.page} className={styles.group}>
          {group.map(({ page, icon }) => (
            <li key={page}>
              <Link
                target={{ to: page, params: { project } }}
                className={styles.link}
                aria-current={page === shown ? 'page' : undefined}
              >
                <Icon name={icon} size={15} />
                {texts.places[page]}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

/** A single case, unit or verdict belongs to its list. */
const listOf: Partial<Record<RouteName, RouteName>> = {
  unit: 'units',
  case: 'adjudicate',
  verdict: 'verdicts',
  reply: 'models',
  'held-meeting': 'meeting',
};
