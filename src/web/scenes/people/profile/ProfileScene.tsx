import {
  Button,
  Radio,
  SegmentedControl,
  Stack,
  Switch,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { keyPresets, readKeymap, writeKeymap } from '../../../actions/keymap.ts';
import { request } from '../../../api/client.ts';
import { useProjects } from '../../../api/projects.ts';
import { useSession, useSessionControl } from '../../../api/session.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Section, Sheet } from '../../../components/Section.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { languages, useTexts } from '../../../texts/define-texts.ts';
import { readLanguage } from '../../../texts/language.tsx';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { OwnNotices } from './OwnNotices.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { OwnTokens } from './OwnTokens.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { profileTexts } from './texts.ts';
import styles from './ProfileScene.module.css';

/** The user's name, language, appearance, keys and password. Each change is saved as it is made. */
export function ProfileScene(_: SceneProps) {
  const texts = useTexts(profileTexts);
  const { memberships } = useSession();
  const { error, told, change } = useOwnChange();
  // A lead of the whole workspace finds theirs among the people of each project.
  const projects = [...new Set(memberships.map((one) => one.project))].filter(
    (project) => project !== '*',
  );
  return (
    <div className={styles.profile}>
      <PageHead title={texts.title} />
      {error === null ? null : <ErrorNotice error={error} />}
      <p role="status" className="visually-hidden">
        {told}
      </p>
      <OwnAccount change={change} />
      <OwnKeys change={change} />
      <Section title={texts.password}>
        <Sheet>
          <PasswordForm />
        </Sheet>
      </Section>
      <OwnNotices />
      <OwnSessions />
      <OwnRoles />
      {projects.map((project) => (
        <OwnTokens key={project} project={project} />
      ))}
    </div>
  );
}

interface OwnChange {
  readonly name?: string;
  readonly language?: string;
  readonly keymap?: string;
}

interface OwnPartProps {
  readonly change: (given: OwnChange) => Promise<void>;
}

/** Saves a change of one's own account: shown at once, and taken back when the server refuses. */
function useOwnChange() {
  const session = useSession();
  const { account } = session;
  const { enter, reload } = useSessionControl();
  const [error, setError] = useState<unknown>(null);
  const [told, setTold] = useState('');
  const change = async (given: OwnChange): Promise<void> => {
    setError(null);
    setTold('');
    enter({ ...session, account: { ...account, ...given } });
    try {
      await request('/api/me', { method: 'PATCH', body: given });
      setTold(profileTexts[readLanguage(given.language ?? account.language)].saved);
    } catch (failure) {
      setError(failure);
      await reload();
    }
  };
  return { error, told, change };
}

function OwnAccount({ change }: OwnPartProps) {
  const texts = useTexts(profileTexts);
  const shared = useSharedTexts();
  const { account } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [name, setName] = useState(account.name);
  return (
    <Section title={texts.you}>
      <Sheet>
        <Stack gap="lg">
          <form
            className={styles.row}
            onSubmit={(event) => {
              event.preventDefault();
              void change({ name });
            }}
          >
            <TextInput
              label={texts.name}
              autoComplete="name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              className={styles.grow}
            />
            <Button
              type="submit"
              variant="default"
              disabled={name.trim() === '' || name === account.name}
            >
              {shared.save}
            </Button>
          </form>
          <TextInput
            label={texts.login}
            description={texts.loginWhy}
            value={account.login}
            readOnly
            variant="filled"
          />
          <Choice label={texts.language}>
            <SegmentedControl
              aria-label={texts.language}
              value={account.language}
              onChange={(language) => void change({ language })}
              data={languages.map((language) => ({
                value: language,
                label: shared.languageNames[language],
              }))}
            />
          </Choice>
          <Choice label={texts.appearance} why={texts.appearanceWhy}>
            <SegmentedControl
              aria-label={texts.appearance}
              value={colorScheme}
              onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
              data={(['light', 'dark', 'auto'] as const).map((scheme) => ({
                value: scheme,
                label: shared.scheme[scheme],
              }))}
            />
          </Choice>
        </Stack>
      </Sheet>
    </Section>
  );
}

function OwnKeys({ change }: OwnPartProps) {
  const texts = useTexts(profileTexts);
  const shared = useSharedTexts();
  const keymap = readKeymap(useSession().account.keymap);
  const changeKeys = (part: Partial<typeof keymap>): Promise<void> =>
    change({ keymap: writeKeymap({ ...keymap, ...part }) });
  return (
    <Section title={texts.keyboard}>
      <Sheet>
        <Stack gap="lg">
          <Radio.Group
            label={texts.keymap}
            description={texts.keymapWhy}
            value={keymap.preset}
            onChange={(preset) =>
              void changeKeys({ preset: keyPresets.find((one) => one === preset) ?? 'assay' })
            }
          >
            <Stack gap="sm" mt="sm">
              {keyPresets.map((preset) => (
                <Radio
                  key={preset}
                  value={preset}
                  label={shared.keymaps[preset]}
                  description={texts.keymaps[preset]}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Switch
            label={texts.singleKeys}
            description={texts.singleKeysWhy}
            checked={keymap.singleKeys}
            onChange={(event) => void changeKeys({ singleKeys: event.currentTarget.checked })}
          />
        </Stack>
      </Sheet>
    </Section>
  );
}

function OwnRoles() {
  const texts = useTexts(profileTexts);
  const shared = useSharedTexts();
  const { memberships } = useSession();
  const known = useProjects().data?.items ?? [];
  const titleOf = (project: string): string =>
    project === '*'
      ? texts.workspace
      : (known.find((one) => one.project === project)?.title ?? project);
  return (
    <Section title={texts.roles}>
      <FigureTable
        caption={texts.roles}
        rows={memberships}
        rowKey={(row) => `${row.project} ${row.role}`}
        columns={(column) => [
          column.cell('project', texts.project, (row) => titleOf(row.project), 'project'),
          column.cell('role', texts.role, (row) => shared.roles[row.role], 'role'),
        ]}
      />
    </Section>
  );
}

function Choice({
  label,
  why,
  children,
}: Readonly<{ label: string; why?: string; children: ReactNode }>) {
  return (
    <div className={styles.choice}>
      <span className={styles.label} aria-hidden="true">
        {label}
        {why === undefined ? null : <small>{why}</small>}
      </span>
      {children}
    </div>
  );
}
