import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/Dialog.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { Link } from '../../../components/Link.tsx';
import { downloadText } from '../download-text.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import type { EditorControl } from './code/CodeEditor.tsx';
import { textOf } from './placed-faults.ts';
import { editTexts } from './texts.ts';
import type { useSaving } from './use-saving.ts';
import type { useEdited } from './use-edited.ts';
import type { VersionCheck } from './use-version-check.ts';
import styles from './edit.module.css';

interface EditHeadProps {
  readonly project: string;
  readonly edited: ReturnType<typeof useEdited>;
  readonly check: VersionCheck;
  /** How many faults there are. */
  readonly count: number;
  readonly isCompared: boolean;
  readonly onCompare: (isCompared: boolean) => void;
  readonly onNextFault: () => void;
  readonly onSave: () => void;
  readonly saving: ReturnType<typeof useSaving>;
  /** The number of the version that saving makes. */
  readonly next: number;
  /** The file that is shown, and its editor. */
  readonly file: string;
  readonly editor: () => EditorControl | undefined;
}

/** The title, what is known of the texts, and what can be done with them. */
export function EditHead(props: EditHeadProps) {
  const { project, edited, check, count, saving, file, editor } = props;
  const texts = useTexts(editTexts);
  const format = useFormat();
  const [isDiscarding, setDiscarding] = useState(false);
  const draft = edited.isChanged ? texts.draft.kept : texts.draft.none;
  return (
    <header className={styles.head}>
      <div className={styles.headWords}>
        <h1 className={styles.title} id="page-title" tabIndex={-1}>
          {texts.title}
        </h1>
        <p className={styles.soft}>
          <Link target={{ to: 'protocol', params: { project } }}>{texts.back}</Link> ·{' '}
          {texts.editing(edited.base)} · {edited.isKept ? draft : texts.draft.unkept}
        </p>
        {saving.isWaiting || saving.isPassedOver ? (
          <p className={styles.restored} role="status">
            <Icon name="info" size={14} /> {saving.isWaiting ? texts.waiting : texts.passedOver}
          </p>
        ) : null}
        {edited.restored === null ? null : (
          <p className={styles.restored} role="status">
            <Icon name="info" size={14} /> {texts.draft.restored(format.time(edited.restored))}
          </p>
        )}
      </div>
      <div className={styles.tools}>
        <span role="status">
          {count > 0 ? (
            <button
              type="button"
              className={styles.state}
              data-bad="true"
              title={`${texts.next} (F8)`}
              onClick={props.onNextFault}
            >
              <Icon name="warning" size={14} /> {texts.faultCount(count)}
            </button>
          ) : (
            <span className={styles.state}>
              {check.isSettled ? (
                <>
                  <Icon name="check" size={14} /> {texts.faultless}
                </>
              ) : (
                texts.checking
              )}
            </span>
          )}
        </span>
        <Checkbox
          label={texts.compare}
          checked={props.isCompared}
          disabled={edited.isOutdated}
          onChange={(event) => props.onCompare(event.currentTarget.checked)}
        />
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Icon name="undo" />}
          onClick={() => editor()?.undo()}
        >
          {texts.undo}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Icon name="download" />}
          onClick={() => downloadText(file.split('/').at(-1)!, textOf(edited.content, file))}
        >
          {texts.download}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          disabled={!edited.isChanged}
          onClick={() => setDiscarding(true)}
        >
          {texts.draft.discard}
        </Button>
        <Button
          disabled={!saving.isReady}
          loading={saving.isBusy || saving.isWaiting}
          onClick={props.onSave}
          aria-keyshortcuts="Control+S"
        >
          {texts.save(props.next)}
        </Button>
      </div>
      {isDiscarding ? (
        <Dialog
          title={texts.draft.discardTitle}
          confirm={texts.draft.discard}
          onClose={() => setDiscarding(false)}
          onConfirm={async () => {
            edited.takeTheirs();
            await Promise.resolve();
          }}
        >
          <p>{texts.draft.discardWhy}</p>
        </Dialog>
      ) : null}
    </header>
  );
}
