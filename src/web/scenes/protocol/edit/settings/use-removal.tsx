import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { removeInYaml } from '../../../../../formats/protocol/yaml-edit.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { Notice } from '../../../../components/Notice.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { editTexts } from '../texts.ts';
import type { Edit } from './SettingsForm.tsx';
import styles from './settings.module.css';

/** How an entry of the protocol is removed, and taken back while nothing else has changed. */
export interface Removal {
  /** Removes the entry of a part of the protocol: `rounds`, `panel`. */
  readonly remove: (name: string, at: number) => void;
  /** What stands where an entry was. */
  readonly noticeAt: (at: number) => ReactNode;
}

export function useRemoval(part: string, source: string, edit: Edit): Removal {
  const texts = useTexts(editTexts).settings;
  const [removed, setRemoved] = useState<Removed | null>(null);
  return {
    remove: (name, at) => {
      const after = removeInYaml(source, [part, name]);
      if (after === null) return;
      setRemoved({ name, at, before: source, after });
      edit(after);
    },
    noticeAt: (at) =>
      removed !== null && removed.at === at && removed.after === source ? (
        <Notice
          key={`removed ${removed.name}`}
          actions={
            <Button
              variant="default"
              size="compact-md"
              leftSection={<Icon name="undo" />}
              autoFocus
              onClick={() => edit(removed.before)}
            >
              {texts.takeBack}
            </Button>
          }
        >
          <p className={styles.removed}>{texts.removed(removed.name)}</p>
        </Notice>
      ) : null,
  };
}

interface Removed {
  readonly name: string;
  /** The position that it had. */
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/** Removes the round or entry that it stands in. */
export function RemoveButton({
  name,
  onRemove,
}: {
  readonly name: string;
  readonly onRemove: () => void;
}) {
  const texts = useTexts(editTexts).settings;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Icon name="cross" size={12} />}
      aria-label={`${texts.remove}: ${name}`}
      onClick={onRemove}
    >
      {texts.remove}
    </Button>
  );
}
