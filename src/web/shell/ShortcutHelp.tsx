import type { ActionGroup, BoundAction } from '../actions/action.ts';
import { keysOf } from '../actions/keymap.ts';
import { useKeymap } from '../actions/use-actions.ts';
import { useLanguage } from '../texts/language.tsx';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { Dialog } from '../components/Dialog.tsx';
import { KeyBadge } from '../components/KeyBadge.tsx';
import { Link } from '../components/Link.tsx';
import styles from './ShortcutHelp.module.css';

/** Everything that the keyboard can do in this scene, made from the actions themselves. */
export function ShortcutHelp({
  actions,
  onClose,
}: Readonly<{ actions: readonly BoundAction[] | null; onClose: () => void }>) {
  const texts = useSharedTexts();
  const keymap = useKeymap();
  const listed = (actions ?? []).filter(
    (action) => action.unlisted !== true && keysOf(action.keys, keymap).length > 0,
  );
  const groups = groupOrder.filter((group) => listed.some((action) => action.group === group));
  return (
    <Dialog isOpen={actions !== null} onClose={onClose} title={texts.help.title} size="xl">
      <div className={styles.groups}>
        {groups.map((group) => (
          <Group
            key={group}
            title={texts.help.groups[group]}
            actions={listed.filter((action) => action.group === group)}
          />
        ))}
      </div>
      <p className={styles.note}>
        {keymap.singleKeys ? texts.help.preset(texts.keymaps[keymap.preset]) : texts.help.off}{' '}
        <Link target={{ to: 'profile' }} onFollow={onClose}>
          {texts.help.change}
        </Link>
      </p>
    </Dialog>
  );
}

const groupOrder: readonly ActionGroup[] = [
  'answering',
  'ruling',
  'submitting',
  'moving',
  'viewing',
  'general',
];

function Group({ title, actions }: Readonly<{ title: string; actions: readonly BoundAction[] }>) {
  const language = useLanguage();
  const keymap = useKeymap();
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl>
        {actions.map((action) => (
          <div key={action.id}>
            <dt>{action.title[language]}</dt>
            <dd>
              {keysOf(action.keys, keymap).map((key) => (
                <KeyBadge key={key} keys={key} isSpoken />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
