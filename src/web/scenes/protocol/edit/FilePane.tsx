import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ProtocolContent } from '../../../../formats/protocol/protocol-content.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { TabList } from './TabList.tsx';
import { CodeEditor } from './code/CodeEditor.tsx';
import type { EditorControl, PlacedFault } from './code/CodeEditor.tsx';
import { guidelineFile, protocolFile, textOf, withText } from './placed-faults.ts';
import type { FilePlace } from './placed-faults.ts';
import { SettingsForm } from './settings/SettingsForm.tsx';
import { editorPhrases, editTexts } from './texts.ts';
import type { VersionCheck } from './use-version-check.ts';
import styles from './edit.module.css';

/** The tab of the form beside those of the files. */
export const settingsTab = ' settings';

interface FilePaneProps {
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  readonly content: ProtocolContent;
  readonly onContent: (next: (before: ProtocolContent) => ProtocolContent) => void;
  /** The version to compare with; null to show the texts alone. */
  readonly theirs: ProtocolContent | null;
  readonly places: readonly (FilePlace & PlacedFault)[];
  readonly check: VersionCheck;
  readonly editors: Map<string, EditorControl>;
}

/** The files of the protocol, each in an editor of its own, and the form. */
export function FilePane(props: FilePaneProps) {
  const { tab, onTab, content, onContent, theirs, places, check, editors } = props;
  const texts = useTexts(editTexts);
  const language = useLanguage();
  const [isAdding, setAdding] = useState(false);
  const files = [protocolFile, guidelineFile, ...Object.keys(content.files)];
  // Only what was looked at: keys can be long.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([protocolFile]));
  if (files.includes(tab) && !opened.has(tab)) setOpened(new Set([...opened, tab]));
  const count = (file: string): string => {
    const found = places.filter((place) => place.file === file).length;
    return found === 0 ? '' : ` · ${found}`;
  };
  const tabOf = (file: string) => ({ id: file, title: `${file}${count(file)}` });
  const names = {
    tasks: check.read?.protocol.tasks.map(({ id }) => id) ?? [],
    rules: Object.entries(check.read?.protocol.panel ?? {})
      .filter(([, { kind }]) => kind === 'rule')
      .map(([name]) => name),
  };
  return (
    <>
      <div className={styles.tabs}>
        <TabList
          label={texts.tabs.files}
          panel="edit-files"
          chosen={tab}
          onChoose={onTab}
          tabs={[
            ...files.slice(0, 2).map(tabOf),
            { id: settingsTab, title: texts.tabs.settings },
            ...files.slice(2).map(tabOf),
          ]}
        />
        <Button variant="subtle" size="compact-sm" onClick={() => setAdding(true)}>
          {texts.tabs.addFile}
        </Button>
      </div>
      <div
        className={styles.body}
        role="tabpanel"
        id="edit-files"
        aria-label={titleOf(tab)}
        data-form={tab === settingsTab}
      >
        {files
          .filter((file) => opened.has(file))
          .map((file) => (
            <div key={file} className={styles.editor} hidden={tab !== file}>
              <CodeEditor
                label={file}
                kind={kindOf(file)}
                text={textOf(content, file)}
                onChange={(text) => onContent((before) => withText(before, file, text))}
                faults={places.filter((place) => place.file === file)}
                compared={theirs === null ? null : textOf(theirs, file)}
                names={names}
                phrases={editorPhrases[language]}
                language={language}
                control={(control) => {
                  if (control !== null) editors.set(file, control);
                  return () => void editors.delete(file);
                }}
              />
            </div>
          ))}
        {tab === settingsTab ? (
          <div className={styles.scroll}>
            <SettingsForm
              source={content.source}
              onChange={(source) => onContent((before) => ({ ...before, source }))}
              faults={places.filter(({ file }) => file === protocolFile).map(({ fault }) => fault)}
              read={check.read}
            />
          </div>
        ) : null}
      </div>
      {isAdding ? (
        <NewFile
          files={files}
          onClose={() => setAdding(false)}
          onAdd={(file) => {
            onContent((before) => withText(before, file, ''));
            onTab(file);
          }}
        />
      ) : null}
    </>
  );

  function titleOf(file: string): string {
    return file === settingsTab ? texts.tabs.settings : file;
  }
}

function kindOf(file: string): 'protocol' | 'yaml' | 'markdown' | 'text' {
  if (file === protocolFile) return 'protocol';
  if (/\.ya?ml$/.test(file)) return 'yaml';
  return file.endsWith('.md') ? 'markdown' : 'text';
}

interface NewFileProps {
  readonly files: readonly string[];
  readonly onClose: () => void;
  readonly onAdd: (file: string) => void;
}

/** Adds a file that the protocol names, such as a policy. */
function NewFile({ files, onClose, onAdd }: NewFileProps) {
  const texts = useTexts(editTexts).tabs;
  const [name, setName] = useState('');
  const file = name.trim();
  return (
    <Dialog
      title={texts.addFile}
      confirm={texts.add}
      isReady={file !== '' && !files.includes(file)}
      onClose={onClose}
      onConfirm={async () => {
        onAdd(file);
        await Promise.resolve();
      }}
    >
      <TextInput
        label={texts.fileName}
        placeholder="policies/P.yaml"
        value={name}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Dialog>
  );
}
