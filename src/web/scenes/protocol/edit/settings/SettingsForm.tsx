import { useMemo } from 'react';
import type { Fault } from '../../../../../domain/fault.ts';
import type { ReadContent } from '../../../../../formats/protocol/protocol-content.ts';
import { Notice } from '../../../../components/Notice.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { faultSentence } from '../../../../texts/error-sentence.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { editTexts } from '../texts.ts';
import { PanelSettings } from './PanelSettings.tsx';
import { rawProtocol } from './raw-protocol.ts';
import { RoundSettings } from './RoundSettings.tsx';
import styles from './settings.module.css';

interface SettingsFormProps {
  readonly source: string;
  readonly onChange: (source: string) => void;
  readonly faults: readonly Fault[];
  readonly read: ReadContent | null;
}

/** How a part of the form changes the text of the protocol; null changes nothing. */
export type Edit = (next: string | null) => void;

/**
 * Gates, rounds and panel as a form. It writes into the same text as the editor, in place, so that
 * comments and everything else stay.
 */
export function SettingsForm({ source, onChange, faults, read }: SettingsFormProps) {
  const texts = useTexts(editTexts);
  const raw = useMemo(() => rawProtocol(source), [source]);
  const edit: Edit = (next) => {
    if (next !== null && next !== source) onChange(next);
  };
  const tasks = read?.protocol.tasks ?? [];
  if (raw === null) return <Notice kind="warn">{texts.settings.broken}</Notice>;
  return (
    <div className={styles.form}>
      <p className={styles.soft}>{texts.settings.lead}</p>
      <h2 className={styles.title}>{texts.settings.rounds}</h2>
      <RoundSettings
        source={source}
        edit={edit}
        rounds={raw.rounds}
        tasks={tasks}
        faults={faults}
      />
      <h2 className={styles.title}>{texts.settings.panel}</h2>
      <PanelSettings source={source} edit={edit} panel={raw.panel} faults={faults} />
    </div>
  );
}

interface FaultsAtProps {
  readonly faults: readonly Fault[];
  /** The place in the protocol: `rounds.pilot`. */
  readonly place: string;
}

/** The faults of a part, right below it. */
export function FaultsAt({ faults, place }: FaultsAtProps) {
  const texts = useTexts(editTexts).settings;
  const language = useLanguage();
  const called = ({ field = '' }: Fault): string | undefined => {
    const [name = '', at] = field.slice(place.length + 1).split('.');
    if (name === 'gate') return texts.gate(place.split('.')[1] ?? '', Number(at ?? 0) + 1);
    const { units, annotators, repeat, weight, runs, people } = texts;
    const words = { units, annotators, repeat, weight, runs, names: people };
    return Object.hasOwn(words, name) ? texts.field(words[name as keyof typeof words]) : undefined;
  };
  const own = faults.filter(({ field = '' }) => field === place || field.startsWith(`${place}.`));
  if (own.length === 0) return null;
  return (
    <ul className={styles.faults} role="alert">
      {[...new Set(own.map((one) => faultSentence(one, language, called(one))))].map((said) => (
        <li key={said}>{said}</li>
      ))}
    </ul>
  );
}
