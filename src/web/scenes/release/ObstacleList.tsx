import type { ObstacleReply } from '../../../server/routes/release/releases.ts';
import { Icon } from '../../components/Icon.tsx';
import { Link } from '../../components/Link.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Sheet } from '../../components/Section.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import type { Target } from '../../router.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { shortId } from '../units/view/short-id.ts';
import { releaseTexts } from './texts.ts';
import styles from './release.module.css';

/** What stands in the way: what must be resolved first, each with where to go. */
export function ObstacleList({
  project,
  obstacles,
}: Readonly<{ project: string; obstacles: readonly ObstacleReply[] }>) {
  const texts = useTexts(releaseTexts);
  const sentence = useCodedSentence();
  if (obstacles.length === 0)
    return (
      <Notice kind="good" title={texts.clear}>
        {texts.clearWhy}
      </Notice>
    );
  const inOrder = obstacles.toSorted(
    (a, b) => Number(a.may_be_left_out) - Number(b.may_be_left_out),
  );
  return (
    <Sheet>
      <ul className={styles.obstacles}>
        {inOrder.map((one) => {
          const place = placeOf(project, one);
          return (
            <li key={JSON.stringify(one)} className={styles.obstacle}>
              <StateMark kind={one.may_be_left_out ? 'warn' : 'bad'}>
                {one.may_be_left_out ? texts.optional : texts.needed}
              </StateMark>
              <span className={styles.words}>{shortId(sentence(one.text))}</span>
              {place === null ? null : (
                <Link target={place.target} className={styles.way}>
                  {texts.show[place.name]}
                  <Icon name="arrow" size={13} />
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}

type PlaceName = 'gate' | 'round' | 'open' | 'awaiting' | 'units';

/** Where an obstacle can be resolved. */
function placeOf(
  project: string,
  { kind, task, why }: ObstacleReply,
): { readonly target: Target; readonly name: PlaceName } | null {
  const params = { project };
  if (kind === 'gate') return { target: { to: 'agreement', params }, name: 'gate' };
  if (kind === 'units' && why === 'open') {
    const search = task === null ? {} : { task };
    return { target: { to: 'adjudicate', params, search }, name: 'open' };
  }
  if (kind === 'split-sizes') return null;
  if (why === 'uncounted' || why === 'undrawn') {
    const search = { ...(task === null ? {} : { task }), standing: why };
    return { target: { to: 'units', params, search }, name: 'units' };
  }
  const name = kind === 'units' ? 'awaiting' : 'round';
  return { target: { to: 'lead', params }, name };
}
