import { Menu, useMantineColorScheme } from '@mantine/core';
import { useSession, useSessionControl } from '../api/session.tsx';
import { navigate } from '../router.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { Icon } from '../components/Icon.tsx';
import styles from './AccountMenu.module.css';

/** The account, with links to the profile, the appearance and sign-out. */
export function AccountMenu() {
  const texts = useSharedTexts();
  const { account } = useSession();
  const { leave } = useSessionControl();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Menu position="bottom-end" width={230} shadow="md">
      <Menu.Target>
        <button type="button" className={styles.button}>
          <span className={styles.initials} aria-hidden="true">
            {initials(account.name)}
          </span>
          <span className="visually-hidden">
            {texts.account}: {account.name}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className={styles.name}>{account.name}</span>
          {account.login}
        </Menu.Label>
        <Menu.Item leftSection={<Icon name="user" />} onClick={() => navigate({ to: 'profile' })}>
          {texts.places.profile}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{texts.scheme.title}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
        >
          {(['light', 'dark', 'auto'] as const).map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {texts.scheme[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          onClick={() => void leave().then(() => navigate({ to: 'sign-in' }))}
          leftSection={<Icon name="arrow" />}
        >
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/[\s._-]+/);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
}
