import { useEffect, useMemo, useRef, useState } from 'react';
import type { ProtocolReply } from '../../../../server/routes/protocol/projects.ts';
import { useActions } from '../../../actions/use-actions.ts';
import { ApiError } from '../../../api/client.ts';
import { useTitle } from '../../../components/PageHead.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { faultSentence } from '../../../texts/error-sentence.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { editActions } from './actions.ts';
import type { EditorControl } from './code/CodeEditor.tsx';
import { Conflict } from './Conflict.tsx';
import { EditHead } from './EditHead.tsx';
import { FaultList } from './FaultList.tsx';
import { FilePane, settingsTab } from './FilePane.tsx';
import { placedFaults, protocolFile } from './placed-faults.ts';
import type { FilePlace } from './placed-faults.ts';
import { SidePane } from './SidePane.tsx';
import type { SideTab } from './SidePane.tsx';
import { editTexts } from './texts.ts';
import { useEdited } from './use-edited.ts';
import { useSaving } from './use-saving.ts';
import { useVersionCheck } from './use-version-check.ts';
import styles from './edit.module.css';

interface EditingProps {
  readonly project: string;
  readonly latest: ProtocolReply;
  /** An earlier version to begin with, if not the latest. */
  readonly start: ProtocolReply | null;
  readonly onOutdated: () => void;
}

/** The editor with everything around it. */
export function Editing({ project, latest, start, onOutdated }: EditingProps) {
  const texts = useTexts(editTexts);
  const language = useLanguage();
  useTitle(texts.title);
  const edited = useEdited(project, latest, start);
  const { content, base } = edited;
  const isPartial = latest.content.files === null;
  const check = useVersionCheck({ project, content, isPartial, after: base });
  const [tab, setTab] = useState<string>(protocolFile);
  const [side, setSide] = useState<SideTab>('changes');
  const [isCompared, setCompared] = useState(false);
  const [reason, setReason] = useState('');
  const editors = useRef(new Map<string, EditorControl>());
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const places = useMemo(() => placedFaults(content, check.faults), [content, check.faults]);
  const isBehind = check.error instanceof ApiError && check.error.code === 'version-added';
  useEffect(() => {
    if (isBehind) onOutdated();
  }, [isBehind, onOutdated]);
  const goTo = ({ file, from }: FilePlace): void => {
    setTab(file);
    // The file may just be coming into sight.
    requestAnimationFrame(() => editors.current.get(file)?.goTo(from));
  };
  const saving = useSaving({
    project,
    edited,
    check,
    reason,
    // A fault without a place is said among the changes.
    onFault: () => (places[0] === undefined ? setSide('changes') : goTo(places[0])),
    onReasonMissing: () => {
      setSide('changes');
      requestAnimationFrame(() => reasonField.current?.focus());
    },
    onNothing: () => setSide('changes'),
    onOutdated,
  });
  const actions = useActions(editActions, {
    save: saving.save,
    nextFault: () => {
      const first = places.find(({ file }) => file !== tab) ?? places[0];
      if (first !== undefined) goTo(first);
    },
  });
  const saidPlaces = useMemo(
    () => places.map((place) => ({ ...place, said: faultSentence(place.fault, language) })),
    [places, language],
  );
  return (
    <div className={styles.page}>
      <EditHead
        project={project}
        edited={edited}
        check={check}
        count={places.length}
        isCompared={isCompared || edited.isOutdated}
        onCompare={setCompared}
        onNextFault={actions.nextFault.run}
        onSave={actions.save.run}
        saving={saving}
        next={base + 1}
        file={tab === settingsTab ? protocolFile : tab}
        editor={() => editors.current.get(tab === settingsTab ? protocolFile : tab)}
      />
      {edited.isOutdated ? (
        <Conflict project={project} base={base} latest={latest} edited={edited} />
      ) : null}
      <div className={styles.panes}>
        <div className={styles.left}>
          <FilePane
            tab={tab}
            onTab={setTab}
            content={content}
            onContent={edited.setContent}
            theirs={isCompared || edited.isOutdated ? edited.theirs : null}
            places={saidPlaces}
            check={check}
            editors={editors.current}
          />
          <FaultList places={saidPlaces} onGo={goTo} />
        </div>
        <SidePane
          tab={side}
          onTab={setSide}
          project={project}
          check={check}
          base={base}
          failure={saving.failure}
          reason={{ text: reason, onChange: setReason, field: reasonField }}
        />
      </div>
    </div>
  );
}
